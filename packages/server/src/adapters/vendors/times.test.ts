import { expect, test } from 'vitest'
import { retryAfterOf } from './json-call.ts'
import {
  epochMillisecondsOf,
  midnightOf,
  splitRange,
  wallEpochMilliseconds,
  zoneOf,
} from './times.ts'

test.each([
  ['Pacific Standard Time', 'America/Los_Angeles'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['tzone://Microsoft/Utc', 'UTC'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Customized Time Zone', undefined],
])('the zone name %s means %s', (name, zone) => {
  expect(zoneOf(name)).toBe(zone)
})

test('a wall time of Graph is resolved in its zone, with seconds', () => {
  const read = (text: unknown) => wallEpochMilliseconds(text, 'Europe/Berlin')
  expect(read('2026-04-27T09:00:30.0000000')).toBe(Date.parse('2026-04-27T07:00:30Z'))
  expect(read('2026-01-27T09:00:00')).toBe(Date.parse('2026-01-27T08:00:00Z'))
  expect(read('2026-02-30T09:00:00')).toBeUndefined()
  expect(read('2026-04-27')).toBeUndefined()
  expect(read(undefined)).toBeUndefined()
})

test('an instant needs an offset, and a date becomes midnight in a zone', () => {
  expect(epochMillisecondsOf('2026-04-27T09:00:00+02:00')).toBe(Date.parse('2026-04-27T07:00:00Z'))
  expect(epochMillisecondsOf('2026-04-27T09:00:00')).toBeUndefined()
  expect(epochMillisecondsOf('2026-04-27')).toBeUndefined()
  expect(midnightOf('2026-04-27', 'Europe/Berlin')).toBe(Date.parse('2026-04-26T22:00:00Z'))
  expect(midnightOf('2026-04-31', 'Europe/Berlin')).toBeUndefined()
  expect(midnightOf('2026-04-27', 'Mars/Olympus')).toBeUndefined()
})

test('a range is split into adjacent parts', () => {
  expect(splitRange({ startEpochMinutes: 0, endEpochMinutes: 3000 }, 1)).toEqual([
    { startEpochMinutes: 0, endEpochMinutes: 1440 },
    { startEpochMinutes: 1440, endEpochMinutes: 2880 },
    { startEpochMinutes: 2880, endEpochMinutes: 3000 },
  ])
})

test.each([
  ['120', 120],
  ['99999999999', 86_400],
  ['Mon, 27 Apr 2026 09:01:30 GMT', 90],
  ['Mon, 27 Apr 2026 08:00:00 GMT', 0],
  ['soon', undefined],
])('Retry-After: %s is %s seconds', (given, seconds) => {
  const date = 'Mon, 27 Apr 2026 09:00:00 GMT'
  expect(retryAfterOf({ 'retry-after': given, date })).toBe(seconds)
})
