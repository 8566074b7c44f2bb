import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { earliestStartOfLasting, lookBackSeconds, startsOfClaims } from './look-back.ts'

const SOURCE = new URL('../../', import.meta.url)

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
)
const matching = (pattern: RegExp): readonly string[] =>
  sources.filter((path) => pattern.test(readFileSync(new URL(path, SOURCE), 'utf8'))).sort()

test('a booking that has not ended began at most 15 days ago, and one that claims an interval as its provider says', () => {
  expect(earliestStartOfLasting(1_300_000)).toBe(4_000)
  expect(earliestStartOfLasting(10)).toBe(0)
  expect(earliestStartOfLasting(40_000_000, true)).toBe(8_291_200)
  expect(startsOfClaims({ startEpochMinutes: 5_000, endEpochMinutes: 5_060 }, {})).toEqual({
    firstEpochSeconds: 127_200,
    lastEpochSeconds: 390_000,
  })
  const long = { longestDays: 3 }
  expect(startsOfClaims({ startEpochMinutes: 8_000, endEpochMinutes: 8_060 }, long)).toEqual({
    firstEpochSeconds: 134_400,
    lastEpochSeconds: 570_000,
  })
  expect([lookBackSeconds([]), lookBackSeconds([{}, long])]).toEqual([86_400, 259_200])
})

test('whoever looks back from a start does so by one function', () => {
  expect(matching(/from '[^']*\/look-back\.ts'/)).toEqual([
    'booking/bookings/event-type-deletion.ts',
    'booking/bookings/list-bookings.ts',
    'booking/bookings/outside-hours.ts',
    'booking/bookings/overlapping-bookings.ts',
    'booking/closing/closed-bookings.ts',
    'booking/recounts/recount-limits.ts',
    'ops/agenda/agenda.ts',
    'ops/privacy/retention.ts',
    'ops/search/search.ts',
  ])
})

test('nobody else reads an index of bookings by start without a word here why it need not look back', () => {
  const readers: Readonly<Record<string, string>> = {
    'booking/bookings/booking-item.ts': 'writes the index',
    'booking/bookings/booking-position.ts': 'names a place in the index',
    'booking/bookings/event-type-deletion.ts': 'looks back',
    'booking/bookings/list-bookings.ts':
      'lists by start, as its caller asks, and looks back for stays',
    'booking/bookings/overlapping-bookings.ts': 'looks back',
    'booking/bookings/resolve-wall-times.ts': 'moves what has not begun',
    'booking/bookings/session-bookings.ts': 'reads one start',
    'booking/closing/closed-bookings.ts': 'looks back',
    'booking/sessions/list-sessions.ts': 'lists by start, as its caller asks',
    'external-calendars/connections/sync-tasks.ts': 'mirrors what has not begun',
    'ops/privacy/retention.ts': 'looks back',
    'ops/search/search.ts': 'looks back',
  }
  expect(matching(/bookingIndexKeys\s*\.(?:start|statusAndStart)\(/)).toEqual(
    Object.keys(readers).sort(),
  )
})

test('nobody subtracts the days of a booking on their own', () => {
  expect(matching(/\b(?:now|startEpoch\w+) - (?:\d \* )?DAY_(?:SECONDS|MINUTES)/)).toEqual([])
})
