import { expect, test } from 'vitest'
import { dateValue, wallTimeValue } from './time-values.ts'

test.each([
  [20_570, '20260427'],
  [0, '19700101'],
  [-1, '19691231'],
])('day %d is formatted as the date %s', (day, text) => {
  expect(dateValue(day)).toBe(text)
})

test.each([
  [20_570 * 86_400, '20260427T000000'],
  [20_570 * 86_400 + 9 * 3600 + 5 * 60 + 7, '20260427T090507'],
  [20_570 * 86_400 + 86_399, '20260427T235959'],
  [-1, '19691231T235959'],
])('%d wall seconds are formatted as %s', (wallSeconds, text) => {
  expect(wallTimeValue(wallSeconds)).toBe(text)
})
