import { expect, test } from 'vitest'
import { createBackoff, DEFAULT_RETRY_POLICY } from './retry.ts'

/** A policy whose clock advances only by waiting, and the recorded waits. */
function recorded(random: number) {
  const waits: number[] = []
  let nowMs = 0
  const policy = {
    ...DEFAULT_RETRY_POLICY,
    random: () => random,
    now: () => nowMs,
    async sleep(ms: number) {
      waits.push(ms)
      nowMs += ms
    },
  }
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { policy, waits, pass }
}

test('there are six retries, each after a random share of a bound that doubles', async () => {
  const { policy, waits } = recorded(0.5)
  const backoff = createBackoff(policy)
  const answers: boolean[] = []
  for (let i = 0; i < 8; i += 1) answers.push(await backoff.next())
  expect(answers).toEqual([true, true, true, true, true, true, false, false])
  expect(waits).toEqual([5, 10, 20, 40, 80, 160])
})

test('no retry starts after the deadline', async () => {
  const { policy, pass } = recorded(0)
  const backoff = createBackoff(policy)
  pass(9_999)
  expect(await backoff.next()).toBe(true)
  pass(1)
  expect(await backoff.next()).toBe(false)
})
