import { expect, test } from 'vitest'
import { leadMinutesOf, leadTimeOf } from './lead-time.ts'

test.each([
  [0, { count: '0', unit: 'minutes' }],
  [45, { count: '45', unit: 'minutes' }],
  [90, { count: '90', unit: 'minutes' }],
  [720, { count: '12', unit: 'hours' }],
  [2880, { count: '2', unit: 'days' }],
] as const)('%i minutes are edited in the largest unit that divides them', (minutes, time) => {
  expect(leadTimeOf(minutes)).toEqual(time)
  expect(leadMinutesOf(time)).toBe(minutes)
})

test('an empty count is no limit instead of zero minutes', () => {
  expect(leadMinutesOf(leadTimeOf(null))).toBeNull()
  expect(leadMinutesOf({ count: ' ', unit: 'days' })).toBeNull()
})
