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

test('a service that does not answer is asked six times more, each after a random share of a bound that doubles', async () => {
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

test('a service that answers is asked until the deadline, after at most two seconds each', async () => {
  const { policy, waits } = recorded(0.5)
  const backoff = createBackoff(policy)
  let retries = 0
  while (await backoff.next('deadline')) retries += 1
  expect(retries).toBe(17)
  expect(waits.slice(5)).toEqual([160, 320, 640, ...Array.from({ length: 9 }, () => 1_000)])
})

test('the deadline of the request for which a service is asked counts', async () => {
  const { policy, pass } = recorded(0)
  const backoff = createBackoff({ ...policy, outerDeadline: () => 50 })
  pass(49)
  expect(await backoff.next('deadline')).toBe(true)
  pass(1)
  expect(await backoff.next('deadline')).toBe(false)
})

test('nothing is retried when the budget of the process is used up', async () => {
  const { policy, waits } = recorded(0.5)
  let left = 1
  const take = () => {
    left -= 1
    return left >= 0
  }
  const backoff = createBackoff({ ...policy, take })
  expect([await backoff.next(), await backoff.next(), await backoff.next('deadline')]).toEqual([
    true,
    false,
    false,
  ])
  expect(waits).toEqual([5])
})
