import { expect, test } from 'vitest'
import { backoffMilliseconds } from './backoff.ts'

const half = { firstMilliseconds: 2_000, longestMilliseconds: 10_000, jitter: 0.5 }

test('pauses double up to the longest one', () => {
  const full = [1, 2, 3, 4, 100].map((failed) => backoffMilliseconds(half, failed, 1))
  expect(full).toEqual([2_000, 4_000, 8_000, 10_000, 10_000])
})

test('jitter takes away no more than its share of a pause', () => {
  expect(backoffMilliseconds(half, 2, 0)).toBe(2_000)
  expect(backoffMilliseconds({ ...half, jitter: 1 }, 2, 0)).toBe(0)
  expect(backoffMilliseconds({ ...half, jitter: 0 }, 2, 0.3)).toBe(4_000)
})
