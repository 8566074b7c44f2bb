import { parseDate } from '@holdfast/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, SOME_ENGINES, type TestStore } from '../../../tests/support/stores.ts'
import type { TestClock } from '../../adapters/system/clock.ts'
import { systemCaller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { nightsKey } from '../../ledger/keys.ts'
import { createCalendar, deleteCalendar, getCalendar } from './calendars.ts'
import { createCalendarEvent, deleteCalendarEvent, replaceCalendarEvent } from './events.ts'
import { listNights } from './nights.ts'
import { removeCalendars, SECOND_PASS_SECONDS } from './remove-calendars.ts'

const NOW = '2026-04-20T08:00:00Z'
const caller = systemCaller('acc_1', 'test')
const day = (date: string) => parseDate(date) as number
const seconds = (instant: string) => Date.parse(instant) / 1000

type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal }

function unwrap<Value>(answer: Answer<Value>): Value {
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return answer.value
}

const stay = (from: string, to: string) => ({
  title: 'A guest',
  time: { startDay: day(from), endDay: day(to) },
})

async function newHouse(deps: Dependencies): Promise<string> {
  const input = { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'nights' } as const
  return unwrap(await createCalendar(deps, caller, input)).id
}

describe.each(SOME_ENGINES)('nights of bookings, as later versions write them, on %s', (engine) => {
  let opened: TestStore
  let deps: Dependencies
  let clock: TestClock
  beforeAll(async () => {
    opened = await openTestStore(engine)
    const made = testDependencies(opened.store, NOW)
    deps = made.deps
    clock = made.clock
  })
  afterAll(() => opened.close())

  const JUNE = '2026-06'
  const BOOKED = { firstQuantum: 9, quantumCount: 3 }
  /** A house with three booked nights from June 10 on, one held night, and something unknown. */
  const bookedHouse = async () => {
    const calendarId = await newHouse(deps)
    const item = {
      ...nightsKey(calendarId, JUNE),
      rev: 1,
      taken: new Set([9, 10, 11, 20]),
      'bkg:bkg_1': [9, 3],
      'hold:bkg_2.1': [20, 1, seconds(NOW) - 60],
      cleaning: 'daily',
    }
    await deps.store.transact([{ kind: 'put-if-absent', item }], `planted-${calendarId}`)
    return calendarId
  }
  const month = async (calendarId: string) => {
    const item = await deps.store.get(nightsKey(calendarId, JUNE), { consistent: true })
    return item && { ...item, taken: [...ledgerFromItem(item).taken].sort((a, b) => a - b) }
  }

  test('stays come, move and go beside them, and marks and unknown members stay', async () => {
    const calendarId = await bookedHouse()
    const made = unwrap(
      await createCalendarEvent(deps, caller, calendarId, stay('2026-06-01', '2026-06-05')),
    )
    const moved = stay('2026-06-03', '2026-06-08')
    unwrap(await replaceCalendarEvent(deps, caller, calendarId, made.id, moved))
    const kept = {
      'bkg:bkg_1': [9, 3],
      'hold:bkg_2.1': [20, 1, seconds(NOW) - 60],
      cleaning: 'daily',
    }
    expect(await month(calendarId)).toMatchObject({
      ...kept,
      taken: [2, 3, 4, 5, 6, 9, 10, 11, 20],
    })
    unwrap(await deleteCalendarEvent(deps, caller, calendarId, made.id))
    expect(await month(calendarId)).toMatchObject({ ...kept, taken: [9, 10, 11, 20] })
  })

  test('a stay cannot have a booked night', async () => {
    const calendarId = await bookedHouse()
    const input = stay('2026-06-11', '2026-06-14')
    expect(await createCalendarEvent(deps, caller, calendarId, input)).toMatchObject({
      refusal: { code: 'night_taken', days: [day('2026-06-11'), day('2026-06-12')] },
    })
  })

  test('a lapsed hold leaves its nights to a stay, and its mark goes', async () => {
    const calendarId = await bookedHouse()
    const range = { fromDay: day('2026-06-20'), toDay: day('2026-06-22') }
    const listed = unwrap(await listNights(deps, caller, calendarId, range))
    expect(listed.map(({ status }) => status)).toEqual(['free', 'free'])
    const input = stay('2026-06-20', '2026-06-22')
    unwrap(await createCalendarEvent(deps, caller, calendarId, input))
    const now = await month(calendarId)
    expect(now).toMatchObject({
      'bkg:bkg_1': [9, 3],
      cleaning: 'daily',
      taken: [9, 10, 11, 19, 20],
    })
    expect(now).not.toHaveProperty('hold:bkg_2.1')
  })

  test('their calendar is not deleted', async () => {
    const calendarId = await bookedHouse()
    expect(await deleteCalendar(deps, caller, calendarId)).toEqual({
      ok: false,
      refusal: { code: 'unit_has_bookings', calendarId },
    })
  })

  test('their month outlives a calendar that is already being deleted', async () => {
    const calendarId = await newHouse(deps)
    unwrap(await createCalendarEvent(deps, caller, calendarId, stay('2026-06-01', '2026-06-05')))
    unwrap(await deleteCalendar(deps, caller, calendarId))
    const key = nightsKey(calendarId, JUNE)
    const booking = { bookingId: 'bkg_1', ...BOOKED }
    const claim = { kind: 'ledger-claim', key, ...BOOKED, booking } as const
    await deps.store.transact([claim], `claimed-${calendarId}`)
    while ((await removeCalendars(deps, 10)).more);
    expect(await month(calendarId)).toMatchObject({ 'bkg:bkg_1': [9, 3] })
    expect(unwrap(await getCalendar(deps, caller, calendarId)).removal).toBeDefined()
    const release = {
      kind: 'ledger-release',
      key,
      ...BOOKED,
      mark: { bookingOf: 'bkg_1' },
    } as const
    await deps.store.transact([release], `released-${calendarId}`)
    clock.moveTo(clock.nowEpochMilliseconds() + SECOND_PASS_SECONDS * 1000)
    while ((await removeCalendars(deps, 10)).more);
    expect(await month(calendarId)).toBeUndefined()
    expect((await getCalendar(deps, caller, calendarId)).ok).toBe(false)
    clock.moveTo(Date.parse(NOW))
  })
})
