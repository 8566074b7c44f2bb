import { parseDate } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import { dayMeant, resolveTime, resolveWallTime, wallTimeAt } from './resolve-time.ts'

const BERLIN = 'Europe/Berlin'
const berlin = { kind: 'iana', name: BERLIN } as const
const HOUR = 3600
const seconds = (instant: string) => Date.parse(instant) / 1000
/** A wall time as seconds since 1970-01-01 on that wall. */
const wall = (text: string) => seconds(`${text}Z`)

/** The zone of Berlin in 2026 as a file defines it: an hour ahead, two from 29 March to 25 October. */
const rules = {
  kind: 'rules',
  tzid: 'Own',
  transitions: [seconds('2026-03-29T01:00:00Z'), seconds('2026-10-25T01:00:00Z')],
  offsetsSeconds: [HOUR, 2 * HOUR, HOUR],
} as const

describe.each([
  ['of the tz database', berlin],
  ['that a file defines', rules],
])('a wall time in a zone %s', (_, zone) => {
  test.each([
    ['in winter', '2026-01-15T12:00:00', '2026-01-15T11:00:00Z'],
    ['in summer', '2026-07-15T12:00:00', '2026-07-15T10:00:00Z'],
    ['in the second before the gap', '2026-03-29T01:59:59', '2026-03-29T00:59:59Z'],
    ['at the begin of the gap', '2026-03-29T02:00:00', '2026-03-29T01:00:00Z'],
    ['in the gap', '2026-03-29T02:30:00', '2026-03-29T01:30:00Z'],
    ['at the end of the gap', '2026-03-29T03:00:00', '2026-03-29T01:00:00Z'],
    ['in the overlap, which comes twice', '2026-10-25T02:30:00', '2026-10-25T00:30:00Z'],
    ['at the end of the overlap', '2026-10-25T03:00:00', '2026-10-25T02:00:00Z'],
    ['with seconds', '2026-07-15T12:00:07', '2026-07-15T10:00:07Z'],
  ])('%s is the instant that RFC 5545 says', (_1, text, instant) => {
    expect(resolveWallTime(zone, wall(text))).toBe(seconds(instant))
  })

  test.each([
    ['2026-01-15T11:00:00Z', '2026-01-15T12:00:00'],
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00'],
    ['2026-07-15T10:00:07Z', '2026-07-15T12:00:07'],
    ['2026-10-25T00:59:59Z', '2026-10-25T02:59:59'],
    ['2026-10-25T01:00:00Z', '2026-10-25T02:00:00'],
  ])('at %s shows %s', (instant, text) => {
    expect(wallTimeAt(zone, seconds(instant))).toBe(wall(text))
  })
})

test('a zone of a file without changes has one offset', () => {
  const fixed = {
    kind: 'rules',
    tzid: 'Own',
    transitions: [],
    offsetsSeconds: [-5 * HOUR],
  } as const
  expect(resolveWallTime(fixed, wall('2026-07-15T12:00:00'))).toBe(seconds('2026-07-15T17:00:00Z'))
  expect(wallTimeAt(fixed, seconds('2026-07-15T17:00:00Z'))).toBe(wall('2026-07-15T12:00:00'))
})

test('each kind of time of a file is an instant, unless its zone is unknown', () => {
  const day = parseDate('2026-07-15') ?? Number.NaN
  const wallSeconds = wall('2026-07-15T12:00:00')
  const noon = seconds('2026-07-15T10:00:00Z')
  expect(resolveTime({ kind: 'utc', epochSeconds: noon }, BERLIN)).toBe(noon)
  expect(resolveTime({ kind: 'date', day }, BERLIN)).toBe(seconds('2026-07-14T22:00:00Z'))
  expect(resolveTime({ kind: 'floating', wallSeconds }, BERLIN)).toBe(noon)
  expect(resolveTime({ kind: 'zoned', zone: rules, wallSeconds }, 'UTC')).toBe(noon)
  const unknown = {
    kind: 'zoned',
    zone: { kind: 'unknown', tzid: 'Nowhere' },
    wallSeconds,
  } as const
  expect(resolveTime(unknown, BERLIN)).toBeUndefined()
})

test('the day that a time means is its own, or the day that begins then in one of the zones', () => {
  const day = parseDate('2026-07-15') ?? Number.NaN
  const at = (instant: string) => ({ kind: 'utc', epochSeconds: seconds(instant) }) as const
  expect(dayMeant({ kind: 'date', day }, BERLIN)).toBe(day)
  expect(dayMeant({ kind: 'floating', wallSeconds: wall('2026-07-15T23:59:59') }, BERLIN)).toBe(day)
  expect(dayMeant(at('2026-07-15T00:00:00Z'), 'America/New_York')).toBe(day)
  expect(dayMeant(at('2026-07-14T22:00:00Z'), BERLIN)).toBe(day)
  expect(dayMeant(at('2026-07-14T22:00:00Z'), 'America/New_York', BERLIN)).toBe(day)
  // No day begins then: the day in the first zone.
  expect(dayMeant(at('2026-07-14T23:30:00Z'), BERLIN, 'UTC')).toBe(day)
  expect(dayMeant(at('2026-07-14T21:30:00Z'), BERLIN, 'UTC')).toBe(day - 1)
})
