import { afterEach, expect, test } from 'vitest'
import { createDeadlineScope } from '../adapters/system/deadline-scope.ts'
import { asRequest, CONFLICT, paceRetries, retryOnConflict } from './retry.ts'
import { createRetryBudget } from './retry-budget.ts'
import { createRetryPacing } from './retry-pacing.ts'

let restore = () => {}
afterEach(() => restore())

/** Paces retries on a clock that advances only by waiting, and records the pauses. */
function paced({ random = 0.5, burst = 100 } = {}) {
  const pauses: number[] = []
  const time = { nowMilliseconds: 0 }
  const now = () => time.nowMilliseconds
  restore = paceRetries(
    createRetryPacing({
      scope: createDeadlineScope(),
      budget: createRetryBudget({ burst, perSecond: 0, now }),
      now,
      random: () => random,
      async sleep(milliseconds) {
        pauses.push(milliseconds)
        time.nowMilliseconds += milliseconds
      },
    }),
  )
  return { pauses, time }
}

const lost = async () => CONFLICT as typeof CONFLICT | string

test('a decision is made again after growing random pauses until ten seconds are over', async () => {
  const { pauses, time } = paced()
  const contended = retryOnConflict('a room', lost)
  await expect(contended).rejects.toMatchObject({
    code: 'store_unavailable',
    outcome: 'not-applied',
    message: 'a room was changed by other writers in each of 17 rounds',
  })
  const second = Array.from({ length: 8 }, () => 1_000)
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, ...second])
  expect(time.nowMilliseconds).toBe(9_275)
})

test('all decisions of one request share its ten seconds', async () => {
  const { time } = paced()
  await asRequest(async () => {
    await expect(retryOnConflict('a room', lost)).rejects.toThrow('17 rounds')
    time.nowMilliseconds = 9_990
    await expect(retryOnConflict('a desk', lost)).rejects.toThrow('2 rounds')
    time.nowMilliseconds = 20_000
    await expect(retryOnConflict('a hall', lost)).rejects.toThrow('1 rounds')
  })
  await expect(retryOnConflict('a yard', lost)).rejects.toThrow('17 rounds')
})

test('requests at once have deadlines of their own', async () => {
  const { time } = paced()
  const early = Promise.withResolvers<string>()
  const first = asRequest(() => retryOnConflict('a room', () => early.promise))
  time.nowMilliseconds = 9_000
  const late = asRequest(() => retryOnConflict('a desk', lost))
  await expect(late).rejects.toThrow('17 rounds')
  early.resolve('won')
  expect(await first).toBe('won')
})

test('a process without retries left makes a decision once, and another one that succeeds at once', async () => {
  const { pauses } = paced({ burst: 2 })
  await expect(retryOnConflict('a room', lost)).rejects.toThrow(
    'too many requests want a room at once: the process has no retries left after 3 rounds',
  )
  await expect(retryOnConflict('a desk', lost)).rejects.toThrow('1 rounds')
  expect(await retryOnConflict('a hall', async () => 'won')).toBe('won')
  expect(pauses).toEqual([5, 10])
})
