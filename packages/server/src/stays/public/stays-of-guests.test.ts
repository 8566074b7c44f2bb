import { parseDate } from '@holdfast/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { OTHER_ENGINES, openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { createCalendar } from '../calendars/calendars.ts'
import type { ChannelDependencies } from '../calendars/channel-state.ts'
import { replaceCalendarEvent } from '../calendars/events.ts'
import { listNights } from '../calendars/nights.ts'
import { calendarEventIdKey } from '../keys.ts'
import {
  accountOfManagedStay,
  cancelGuestStay,
  getGuestStay,
  moveGuestStay,
} from './guest-stays.ts'
import { createPublicStay, findPublicCalendar } from './public-stays.ts'

const owner = {
  accountId: 'acc_1',
  requestId: 'test',
  role: 'account',
  actor: { kind: 'system' },
} as const
const anybody = {
  accountId: '',
  requestId: 'test',
  role: 'public',
  actor: { kind: 'booker' },
} as const
const guest = { name: 'Grace Hopper', email: 'grace@example.com' }
const day = (date: string) => parseDate(date) as number

type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal }

function unwrap<Value>(answer: Answer<Value>): Value {
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return answer.value
}

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  let opened: TestStore
  let deps: ChannelDependencies
  beforeAll(async () => {
    opened = await openTestStore(engine)
    deps = testDependencies(opened.store, '2026-04-20T08:00:00Z').deps
  })
  afterAll(() => opened.close())

  const takeStay = async () => {
    const made = await createCalendar(deps, owner, {
      name: 'House by the lake',
      timeZone: 'Europe/Berlin',
      exclusive: 'nights',
      publicStays: true,
    })
    const { calendar } = unwrap(await findPublicCalendar(deps, unwrap(made).id))
    const wanted = { arrivalDay: day('2026-06-02'), departureDay: day('2026-06-05'), guest }
    const stay = unwrap(await createPublicStay(deps, anybody, calendar, wanted))
    return { stay, ids: { calendarId: calendar.id, stayId: stay.id } }
  }
  const takenNights = async (calendarId: string) => {
    const range = { fromDay: day('2026-06-01'), toDay: day('2026-07-01') }
    const nights = unwrap(await listNights(deps, owner, calendarId, range))
    return nights.filter(({ status }) => status === 'taken').length
  }
  const doctor = async () => (await inspect(deps)).findings

  test('a stay stores the hash of its manage token, and only that token gives access to it', async () => {
    const { stay, ids } = await takeStay()
    const token = deps.secrets.manageToken(stay.id)
    const item = await opened.store.get(calendarEventIdKey(stay.id), { consistent: true })
    expect(item).toMatchObject({ guest, manageTokenHash: deps.secrets.hash(token) })
    expect(await accountOfManagedStay(deps, ids, token)).toEqual({ accountId: 'acc_1' })
    const other = deps.secrets.manageToken((await takeStay()).stay.id)
    expect(await accountOfManagedStay(deps, ids, other)).toBeUndefined()
    expect(await doctor()).toEqual([])
  })

  test('one of eight concurrent cancellations succeeds, and the nights are free', async () => {
    const { ids } = await takeStay()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => cancelGuestStay(deps, owner, ids)),
    )
    const codes = answers.map((answer) => (answer.ok ? answer.value.status : answer.refusal.code))
    expect(codes.sort()).toEqual(['cancelled', ...Array(7).fill('not_found')])
    expect(await takenNights(ids.calendarId)).toBe(0)
    expect(await doctor()).toEqual([])
  })

  test('of eight guests who move to one night at the same time one gets it, the others keep theirs', async () => {
    const { ids } = await takeStay()
    const { calendar } = unwrap(await findPublicCalendar(deps, ids.calendarId))
    const arrivals = [6, 8, 10, 12, 14, 16, 18].map((date) => day('2026-06-01') + date - 1)
    const others = await Promise.all(
      arrivals.map(async (arrivalDay) => {
        const wanted = { arrivalDay, departureDay: arrivalDay + 2, guest }
        return unwrap(await createPublicStay(deps, anybody, calendar, wanted)).id
      }),
    )
    expect(await takenNights(calendar.id)).toBe(3 + 7 * 2)
    const wanted = { arrivalDay: day('2026-06-25'), departureDay: day('2026-06-28') }
    const answers = await Promise.all(
      [ids.stayId, ...others].map((stayId) =>
        moveGuestStay(deps, owner, { calendarId: calendar.id, stayId }, wanted),
      ),
    )
    const codes = answers.map((answer) => (answer.ok ? 'moved' : answer.refusal.code))
    expect(codes.sort()).toEqual(['moved', ...Array(7).fill('night_taken')])
    const isFirst = answers[0]?.ok === true
    expect(await takenNights(calendar.id)).toBe(isFirst ? 3 + 7 * 2 : 3 + 3 + 6 * 2)
    expect(await doctor()).toEqual([])
  })

  test('a stay that is moved during its cancellation releases all its nights', async () => {
    const { ids } = await takeStay()
    const time = { startDay: day('2026-06-10'), endDay: day('2026-06-14') }
    const [cancelled] = await Promise.all([
      cancelGuestStay(deps, owner, ids),
      replaceCalendarEvent(deps, owner, ids.calendarId, ids.stayId, { title: 'Grace', time }),
    ])
    expect(cancelled).toMatchObject({ ok: true, value: { status: 'cancelled', guest } })
    expect(await getGuestStay(deps, owner, ids)).toMatchObject({ ok: false })
    expect(await takenNights(ids.calendarId)).toBe(0)
    expect(await doctor()).toEqual([])
  })
})
