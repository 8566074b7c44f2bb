import { parseDate } from '@holdfast/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { createCalendar } from '../calendars/calendars.ts'
import { createCalendarEvent } from '../calendars/events.ts'
import { accountOfManagedStay, cancelGuestStay, getGuestStay, type StayIds } from './guest-stays.ts'
import { createPublicStay, findPublicCalendar, listPublicNights } from './public-stays.ts'

let opened: TestStore
let made: ReturnType<typeof testDependencies>
beforeEach(async () => {
  opened = await openTestStore('sqlite')
  made = testDependencies(opened.store, '2026-04-20T08:00:00Z')
})
afterEach(() => opened.close())

const owner = { accountId: 'acc_1', requestId: 'test', role: 'account' } as const
const manager = { accountId: 'acc_1', requestId: 'test', role: 'manage' } as const
const day = (date: string): number => parseDate(date) ?? Number.NaN

/** A stay from 2 to 5 June 2026 in a house whose check-in is at 15:00 in Berlin, 13:00 UTC. */
const bookStay = async (): Promise<StayIds> => {
  const { deps } = made
  const house = await createCalendar(deps, owner, {
    name: 'House by the lake',
    timeZone: 'Europe/Berlin',
    exclusive: 'nights',
    publicStays: true,
  })
  if (!house.ok) throw new Error(house.refusal.code)
  const calendar = await findPublicCalendar(deps, house.value.id)
  if (!calendar.ok) throw new Error(calendar.refusal.code)
  const stay = await createPublicStay(
    deps,
    { accountId: '', requestId: 'test', role: 'public' },
    calendar.value,
    {
      arrivalDay: day('2026-06-02'),
      departureDay: day('2026-06-05'),
      guest: { name: 'Grace Hopper', email: 'grace@example.com' },
    },
  )
  if (!stay.ok) throw new Error(stay.refusal.code)
  return { calendarId: calendar.value.id, stayId: stay.value.id }
}
const statuses = async ({ calendarId }: StayIds) => {
  const range = { fromDay: day('2026-06-01'), toDay: day('2026-06-06') }
  const listed = await listPublicNights(made.deps, calendarId, range)
  if (!listed.ok) throw new Error(listed.refusal.code)
  return listed.value.nights.map(({ status }) => status)
}

test('a guest can cancel until the second before check-in in the zone of the house', async () => {
  const ids = await bookStay()
  made.clock.moveTo(Date.parse('2026-06-02T13:00:00Z'))
  expect(await cancelGuestStay(made.deps, manager, ids)).toEqual({
    ok: false,
    refusal: { code: 'stay_begun', checkInEpochSeconds: Date.parse('2026-06-02T13:00:00Z') / 1000 },
  })
  expect(await statuses(ids)).toEqual(['free', 'taken', 'taken', 'taken', 'free'])
  made.clock.moveTo(Date.parse('2026-06-02T12:59:59Z'))
  expect(await cancelGuestStay(made.deps, manager, ids)).toMatchObject({
    ok: true,
    value: { id: ids.stayId, version: 2, status: 'cancelled' },
  })
  expect(await statuses(ids)).toEqual(['free', 'free', 'free', 'free', 'free'])
})

test('only the token of a stay gives access to it, and to nothing after its cancellation', async () => {
  const { deps } = made
  const ids = await bookStay()
  const token = deps.secrets.manageToken(ids.stayId)
  const other = deps.secrets.manageToken('evt_other')
  expect(await accountOfManagedStay(deps, ids, token)).toBe('acc_1')
  expect(await accountOfManagedStay(deps, ids, other)).toBeUndefined()
  await cancelGuestStay(deps, manager, ids)
  // The token is recognized, so the answer is "not found" and not "unauthenticated".
  expect(await accountOfManagedStay(deps, ids, token)).toBe('')
  expect(await getGuestStay(deps, manager, ids)).toMatchObject({
    refusal: { code: 'not_found', resource: 'stay' },
  })
})

test('a stay that the owner entered is no stay of a guest', async () => {
  const { deps } = made
  const { calendarId } = await bookStay()
  const entered = await createCalendarEvent(deps, owner, calendarId, {
    title: 'Painters',
    time: { startDay: day('2026-06-10'), endDay: day('2026-06-12') },
  })
  if (!entered.ok) throw new Error(entered.refusal.code)
  const ids = { calendarId, stayId: entered.value.id }
  expect(await getGuestStay(deps, manager, ids)).toMatchObject({
    refusal: { code: 'not_found', resource: 'stay' },
  })
  const token = deps.secrets.manageToken(ids.stayId)
  expect(await accountOfManagedStay(deps, ids, token)).toBeUndefined()
})
