import { expect, test } from 'vitest'
import { createRetryBudget } from './retry-budget.ts'

test('a burst is bounded, and retries come back with time, up to the burst', () => {
  let nowMilliseconds = 0
  const budget = createRetryBudget({ burst: 3, perSecond: 2, now: () => nowMilliseconds })
  const take = (count: number) => Array.from({ length: count }, () => budget.take())
  expect(take(4)).toEqual([true, true, true, false])
  nowMilliseconds = 499
  expect(take(1)).toEqual([false])
  nowMilliseconds = 500
  expect(take(2)).toEqual([true, false])
  nowMilliseconds = 60_000
  expect(take(4)).toEqual([true, true, true, false])
})
