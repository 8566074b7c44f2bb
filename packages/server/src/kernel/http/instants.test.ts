import { expect, test } from 'vitest'
import { minutesFrom, minutesOfInstantOrDate } from './instants.ts'

// 2026-04-27T09:00Z is epoch minute 29621340.
test.each([
  ['2026-04-27T09:00:00Z', 29_621_340],
  ['2026-04-27T09:00:00.000Z', 29_621_340],
  ['2026-04-27T11:00:00+02:00', 29_621_340],
  ['2026-04-27T09:00:00.001Z', 29_621_341],
  ['2026-04-27T08:59:59.999Z', 29_621_340],
  ['2026-04-27T09:00:01Z', 29_621_341],
])('a range from %s starts with the first minute at or after it', (instant, minute) => {
  expect(minutesFrom(instant)).toBe(minute)
})

test('a date in a range means midnight in the time zone', () => {
  expect(minutesOfInstantOrDate('2026-04-27', 'UTC')).toBe(29_620_800)
  expect(minutesOfInstantOrDate('2026-04-27', 'Europe/Berlin')).toBe(29_620_680)
})
