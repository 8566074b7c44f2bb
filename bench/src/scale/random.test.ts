import { expect, test } from 'vitest'
import { poisson, seeded, zipf } from './random.ts'

test('a seed gives the same uniform numbers in every run', () => {
  const take = (seed: number) => Array.from({ length: 10_000 }, seeded(seed))
  expect(take(1)).toEqual(take(1))
  expect(take(1)).not.toEqual(take(2))
  const mean = take(1).reduce((sum, one) => sum + one, 0) / 10_000
  expect(mean).toBeCloseTo(0.5, 1)
})

test.each([0.5, 20, 400])('counts with a mean of %f have that mean and that variance', (mean) => {
  const random = seeded(3)
  const counts = Array.from({ length: 20_000 }, () => poisson(mean, random))
  const average = counts.reduce((sum, one) => sum + one, 0) / counts.length
  const variance = counts.reduce((sum, one) => sum + (one - average) ** 2, 0) / counts.length
  expect(average / mean).toBeCloseTo(1, 1)
  expect(variance / mean).toBeCloseTo(1, 1)
})

test('ranks are drawn in proportion to their weights', () => {
  const draw = zipf(3, 1, seeded(5))
  const counts = [0, 0, 0]
  for (let i = 0; i < 60_000; i += 1) {
    const rank = draw()
    counts[rank] = (counts[rank] ?? 0) + 1
  }
  // 6/11, 3/11, 2/11
  expect(counts.map((count) => Math.round((count / 60_000) * 110) / 10)).toEqual([6, 3, 2])
})
