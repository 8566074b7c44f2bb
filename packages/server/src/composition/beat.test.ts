import { expect, test, vi } from 'vitest'
import { nextBeat, onNextBeat } from './beat.ts'

test('the beats of all intervals begin at 0, so those of 500, 1,000 and 5,000 ms coincide', () => {
  expect([500, 1_000, 5_000].map((interval) => nextBeat(interval, 4_900))).toEqual([
    5_000, 5_000, 5_000,
  ])
})

test('a beat that is less than 2 ms away is skipped, so that an early timer causes no second one', () => {
  expect(nextBeat(500, 499.2)).toBe(1_000)
  expect(nextBeat(500, 498)).toBe(500)
  expect(nextBeat(500, 500)).toBe(1_000)
})

test('an interval too short for beats just passes', () => {
  expect(nextBeat(1, 10.5)).toBe(11.5)
})

test('one timer wakes the process for all who wait for a beat', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const resumed = () => new Promise<void>((resolve) => void onNextBeat(40, resolve))
  const waits = [resumed(), resumed(), resumed()]
  const started = timers.mock.calls.length
  timers.mockRestore()
  // Those of beats keep no process alive.
  const alive = setTimeout(() => {}, 10_000)
  await Promise.all(waits)
  clearTimeout(alive)
  expect(started).toBe(1)
})

test('a wait that was ended is not resumed, and an earlier beat does not wait for a later one', async () => {
  const resumed: string[] = []
  onNextBeat(60_000, () => resumed.push('minute'))()
  const alive = setTimeout(() => {}, 10_000)
  await new Promise<void>((resolve) => {
    onNextBeat(10_000_000, () => resumed.push('hours'))
    onNextBeat(30, () => {
      resumed.push('30 ms')
      resolve()
    })
  })
  clearTimeout(alive)
  expect(resumed).toEqual(['30 ms'])
})
