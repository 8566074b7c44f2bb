import { expect, test } from 'vitest'
import { quantile, summarize } from './compare.ts'

test('a quantile lies between the values around it', () => {
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5)
  expect(quantile([1, 2, 3, 4, 5], 0.25)).toBe(2)
})

test('a side is compared with the first side round by round, so a busy round changes no quotient', () => {
  const first = [100, 400, 100, 100, 200]
  const second = [80, 320, 80, 80, 160]
  expect(summarize(second, first)).toEqual({
    lowest: 80,
    median: 80,
    ratio: 0.8,
    ratioFrom: 0.8,
    ratioTo: 0.8,
  })
})
