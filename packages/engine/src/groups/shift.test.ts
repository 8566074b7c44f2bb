import { describe, expect, test } from 'vitest'
import { parseInstant } from '../time/instants.ts'
import { shiftedStart, wallMinutesBetween } from './shift.ts'

const seconds = (instant: string): number => parseInstant(instant) as number

describe('a shifted start', () => {
  test.each([
    ['a day later', '2026-05-04T07:00:00Z', 1440, '2026-05-05T09:00', '2026-05-05T07:00:00Z'],
    ['an hour earlier', '2026-05-04T07:00:00Z', -60, '2026-05-04T08:00', '2026-05-04T06:00:00Z'],
    ['to the day before', '2026-05-04T07:00:00Z', -600, '2026-05-03T23:00', '2026-05-03T21:00:00Z'],
    // The clocks go forward on 29 March at 02:00 and back on 25 October at 03:00.
    ['over the spring', '2026-03-28T08:00:00Z', 1440, '2026-03-29T09:00', '2026-03-29T07:00:00Z'],
    ['over the autumn', '2026-10-24T07:00:00Z', 1440, '2026-10-25T09:00', '2026-10-25T08:00:00Z'],
    [
      'into a repeated hour',
      '2026-10-24T00:30:00Z',
      1440,
      '2026-10-25T02:30',
      '2026-10-25T00:30:00Z',
    ],
  ])('%s has the wall time of its shift', (_, start, shift, localStart, expected) => {
    expect(shiftedStart(seconds(start), shift, 'Europe/Berlin')).toEqual({
      localStart,
      startEpochSeconds: seconds(expected),
    })
  })

  test('has no instant where the clocks skip it', () => {
    const start = seconds('2026-03-28T01:30:00Z')
    expect(shiftedStart(start, 1440, 'Europe/Berlin')).toEqual({ localStart: '2026-03-29T02:30' })
  })
})

test.each([
  ['2026-03-28T08:00:00Z', '2026-03-29T07:00:00Z', 1440],
  ['2026-10-25T08:00:00Z', '2026-10-24T07:00:00Z', -1440],
  ['2026-05-04T07:00:00Z', '2026-05-04T07:45:00Z', 45],
])('from %s to %s, the wall clock goes on by %d minutes', (from, to, minutes) => {
  expect(wallMinutesBetween(seconds(from), seconds(to), 'Europe/Berlin')).toBe(minutes)
})
