import { expect, test } from 'vitest'
import { startWorker } from './worker.ts'

const hour = 3_600_000

/** A tick whose runs can be awaited one by one. */
function countedTicks(outcomes: readonly (number | Error)[]) {
  let runs = 0
  const waiting: (() => void)[] = []
  return {
    tick: async () => {
      const outcome = outcomes[runs] ?? hour
      runs += 1
      for (const resolve of waiting.splice(0)) resolve()
      if (outcome instanceof Error) throw outcome
      return outcome
    },
    async until(count: number) {
      for (let left = count - runs; left > 0; left -= 1) {
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    runs: () => runs,
  }
}

test('remaining work is done at once, without waiting for the interval', async () => {
  const ticks = countedTicks([0, 0, hour])
  const worker = startWorker({ tick: ticks.tick, intervalMilliseconds: hour, onError: () => {} })
  await ticks.until(3)
  await worker.stop()
  expect(ticks.runs()).toBe(3)
})

test('work that is due later is done when it is due, before the interval ends', async () => {
  const ticks = countedTicks([1, 1])
  const worker = startWorker({ tick: ticks.tick, intervalMilliseconds: hour, onError: () => {} })
  await ticks.until(3)
  await worker.stop()
  expect(ticks.runs()).toBe(3)
})

test('a wake ends the pause, even if it comes while a tick is running', async () => {
  const ticks = countedTicks([])
  const worker = startWorker({ tick: ticks.tick, intervalMilliseconds: hour, onError: () => {} })
  await ticks.until(1)
  worker.wake()
  await ticks.until(2)
  worker.wake()
  await ticks.until(3)
  await worker.stop()
  expect(ticks.runs()).toBe(3)
})

test('a failed tick is reported and does not end the loop', async () => {
  const ticks = countedTicks([new Error('store away'), hour])
  const errors: unknown[] = []
  const worker = startWorker({
    tick: ticks.tick,
    intervalMilliseconds: 1,
    onError: (error) => errors.push(error),
  })
  await ticks.until(2)
  await worker.stop()
  expect(errors).toEqual([new Error('store away')])
})

test('stop waits for the running tick', async () => {
  let finish: () => void = () => {}
  let done = false
  const started = Promise.withResolvers<void>()
  const worker = startWorker({
    tick: async () => {
      started.resolve()
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      done = true
      return hour
    },
    intervalMilliseconds: hour,
    onError: () => {},
  })
  await started.promise
  const stopped = worker.stop()
  finish()
  await stopped
  expect(done).toBe(true)
})
