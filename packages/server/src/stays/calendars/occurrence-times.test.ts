import { expect, test } from 'vitest'
import {
  occurrenceId,
  occurrenceOf,
  occurrencesIn,
  type RecurringEvent,
} from './occurrence-times.ts'

const seconds = (instant: string) => Date.parse(instant) / 1000
const NINE = seconds('2026-04-27T09:00:00Z')

/** Every Monday from 09:00 to 10:00 UTC, three times. */
const choir = {
  id: 'cev_1',
  accountId: 'acc_1',
  calendarId: 'cal_1',
  version: 1,
  title: 'Choir',
  description: 'Bring notes',
  isStay: false,
  startEpochSeconds: NINE,
  endEpochSeconds: NINE + 3600,
  recurrence: {
    rrule: 'FREQ=WEEKLY;COUNT=3',
    timeZone: 'UTC',
    startWallSeconds: NINE,
    exdates: [],
    rdates: [],
    changes: [],
    firstStartEpochSeconds: NINE,
  },
  createdAtEpochSeconds: 0,
  updatedAtEpochSeconds: 0,
} as unknown as RecurringEvent

const ALL = { fromEpochSeconds: NINE - 86_400, toEpochSeconds: NINE + 30 * 86_400 }
const found = (event: RecurringEvent, query = ALL) => {
  const list = occurrencesIn(event, query, 10)
  if (!list.ok) throw new Error(list.refusal.code)
  return list.value
    .map(({ id, title, startEpochSeconds: start }) => `${id} ${title} ${(start - NINE) / 3600}`)
    .sort()
}

test('an occurrence is named by its event and its original start', () => {
  const at = {
    recurringEventId: 'cev_1',
    originalWallSeconds: NINE,
    originalStartEpochSeconds: NINE,
  }
  expect(occurrenceId({ ...at, isAllDay: false })).toBe('cev_1_20260427T090000Z')
  expect(occurrenceId({ ...at, originalWallSeconds: seconds('2026-04-27'), isAllDay: true })).toBe(
    'cev_1_20260427',
  )
})

test('a range has the occurrences that overlap it, half open', () => {
  expect(found(choir)).toEqual([
    'cev_1_20260427T090000Z Choir 0',
    'cev_1_20260504T090000Z Choir 168',
    'cev_1_20260511T090000Z Choir 336',
  ])
  const hours = (from: number, to: number) =>
    found(choir, { fromEpochSeconds: NINE + from * 3600, toEpochSeconds: NINE + to * 3600 }).length
  expect([hours(-1, 0), hours(0, 1), hours(1, 2), hours(0.5, 0.6)]).toEqual([0, 1, 0, 1])
})

test('a changed occurrence keeps its name and is found at its new time alone', () => {
  const moved = NINE + 7 * 86_400 + 7200
  const change = {
    originalWallSeconds: NINE + 7 * 86_400,
    originalStartEpochSeconds: NINE + 7 * 86_400,
    title: 'Rehearsal',
    time: { startEpochSeconds: moved, endEpochSeconds: moved + 3600 },
  }
  const changed = { ...choir, recurrence: { ...choir.recurrence, changes: [change] } }
  expect(found(changed as RecurringEvent)).toEqual([
    'cev_1_20260427T090000Z Choir 0',
    'cev_1_20260504T090000Z Rehearsal 170',
    'cev_1_20260511T090000Z Choir 336',
  ])
})

test('a change removes a description with null, and inherits what it does not name', () => {
  const at = { wallSeconds: NINE, startEpochSeconds: NINE }
  expect(occurrenceOf(choir, at)).toMatchObject({ title: 'Choir', description: 'Bring notes' })
  const bare = occurrenceOf(choir, at, { originalWallSeconds: NINE, description: null } as never)
  expect(bare).not.toHaveProperty('description')
  expect(bare.title).toBe('Choir')
})
