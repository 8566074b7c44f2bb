import { expect, test, vi } from 'vitest'
import { nextWakeUp, onNextWakeUp } from './shared-timer.ts'

test('the wake-ups of all intervals begin at 0, so those of 500, 1,000 and 5,000 ms coincide', () => {
  expect([500, 1_000, 5_000].map((interval) => nextWakeUp(interval, 4_900))).toEqual([
    5_000, 5_000, 5_000,
  ])
})

test('a wake-up that is less than 2 ms away is skipped, so that an early timer causes no second one', () => {
  expect(nextWakeUp(500, 499.2)).toBe(1_000)
  expect(nextWakeUp(500, 498)).toBe(500)
  expect(nextWakeUp(500, 500)).toBe(1_000)
})

test('an interval too short for shared wake-ups just passes', () => {
  expect(nextWakeUp(1, 10.5)).toBe(11.5)
})

test('one timer wakes the process for all who wait for a wake-up', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const resumed = () => new Promise<void>((resolve) => void onNextWakeUp(40, resolve))
  const waits = [resumed(), resumed(), resumed()]
  const started = timers.mock.calls.length
  timers.mockRestore()
  // Shared ones keep no process alive.
  const alive = setTimeout(() => {}, 10_000)
  await Promise.all(waits)
  clearTimeout(alive)
  expect(started).toBe(1)
})

test('a wait that was ended is not resumed, and an earlier wake-up does not wait for a later one', async () => {
  const resumed: string[] = []
  onNextWakeUp(60_000, () => resumed.push('minute'))()
  const alive = setTimeout(() => {}, 10_000)
  await new Promise<void>((resolve) => {
    onNextWakeUp(10_000_000, () => resumed.push('hours'))
    onNextWakeUp(30, () => {
      resumed.push('30 ms')
      resolve()
    })
  })
  clearTimeout(alive)
  expect(resumed).toEqual(['30 ms'])
})
