import { expect, test } from 'vitest'
import { exponentOf, exponentOfLogarithm, medianOf } from './exponent.ts'

test('a cost that does not change has the exponent 0, and one that doubles with the size 1', () => {
  const sizes = [1_000, 2_000, 4_000]
  expect(exponentOf(sizes.map((size) => ({ size, cost: 7 })))).toBeCloseTo(0, 12)
  expect(exponentOf(sizes.map((size) => ({ size, cost: 3 * size })))).toBeCloseTo(1, 12)
  expect(exponentOf(sizes.map((size) => ({ size, cost: Math.sqrt(size) })))).toBeCloseTo(0.5, 12)
})

test('the logarithm has the exponent 0.1 from a thousand to a million', () => {
  // ln(1e6) / ln(1e3) = 2, and ln(2) / ln(1e3) = 0.1003.
  expect(exponentOfLogarithm([1_000, 1_000_000])).toBeCloseTo(0.1003, 4)
})

test('the median of an even number of values lies between the middle two', () => {
  expect(medianOf([9, 1, 2])).toBe(2)
  expect(medianOf([9, 1, 2, 4])).toBe(3)
})
