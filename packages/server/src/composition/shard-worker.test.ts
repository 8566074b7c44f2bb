import { expect, test } from 'vitest'
import { ALL_SHARDS } from '../kernel/keys.ts'
import { startShardWorker } from './shard-worker.ts'

const hour = 3_600_000

/** A worker on a clock that the test moves, and the shards of each of its runs. */
function watched({ pollMilliseconds = hour, hasLease = true } = {}) {
  const runs: (readonly number[])[] = []
  const waiting = new Set<() => void>()
  const clock = { now: 1_000 }
  const lease = { isMine: hasLease, asked: 0 }
  let answer: () => boolean = () => false
  const notify = () => {
    for (const look of waiting) look()
  }
  const worker = startShardWorker({
    run: async (shards) => {
      runs.push(shards)
      notify()
      return answer()
    },
    lease: {
      acquire: async () => {
        lease.asked += 1
        notify()
        return lease.isMine
      },
      expiresInMilliseconds: () => 1,
      release: async () => {},
    },
    nowEpochMilliseconds: () => clock.now,
    pollMilliseconds,
    onError: () => {},
  })
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!condition()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  return {
    worker,
    runs,
    clock,
    lease,
    untilRuns: (count: number) => until(() => runs.length >= count),
    untilAsked: (count: number) => until(() => lease.asked >= count),
    answerWith(next: () => boolean) {
      answer = next
    },
  }
}

test('the first run processes all shards, later runs only the shards with a wake-up', async () => {
  const { worker, runs, untilRuns } = watched()
  await untilRuns(1)
  worker.wakeFor(3, 0)
  worker.wakeFor(5, 0)
  worker.wakeFor(3, 0)
  await untilRuns(2)
  await worker.stop()
  expect(runs).toEqual([ALL_SHARDS, [3, 5]])
})

test('work that is due later is processed when it is due', async () => {
  const { worker, runs, clock, untilRuns, untilAsked, lease } = watched()
  await untilRuns(1)
  worker.wakeFor(3, clock.now + 30)
  await untilAsked(lease.asked + 1)
  expect(runs).toHaveLength(1)
  clock.now += 30
  await untilRuns(2)
  await worker.stop()
  expect(runs).toEqual([ALL_SHARDS, ALL_SHARDS])
})

test('polling finds work without a wake-up in any shard', async () => {
  const { worker, runs, untilRuns } = watched({ pollMilliseconds: 25 })
  await untilRuns(3)
  await worker.stop()
  expect(runs.slice(0, 3)).toEqual([ALL_SHARDS, ALL_SHARDS, ALL_SHARDS])
})

test('a shard with more work, or whose run failed, is processed again', async () => {
  const { worker, runs, untilRuns, answerWith } = watched()
  await untilRuns(1)
  answerWith(() => runs.length < 3)
  worker.wakeFor(2, 0)
  await untilRuns(3)
  answerWith(() => {
    if (runs.length < 5) throw new Error('store away')
    return false
  })
  worker.wakeFor(7, 0)
  await untilRuns(4)
  worker.wakeFor(1, 0)
  await untilRuns(5)
  await worker.stop()
  const sorted = runs.map((shards) => shards.toSorted())
  expect(sorted).toEqual([ALL_SHARDS, [2], [2], [7], [1, 7]])
})

test('a wake without a shard, as after the clock moved, processes all shards', async () => {
  const { worker, runs, untilRuns } = watched()
  await untilRuns(1)
  worker.wake()
  await untilRuns(2)
  await worker.stop()
  expect(runs).toEqual([ALL_SHARDS, ALL_SHARDS])
})

test('a worker without the lease does nothing, and processes all shards once it gets the lease', async () => {
  const { worker, runs, lease, untilAsked, untilRuns } = watched({ hasLease: false })
  await untilAsked(1)
  worker.wakeFor(3, 0)
  await untilAsked(3)
  expect(runs).toEqual([])
  lease.isMine = true
  await untilRuns(1)
  await worker.stop()
  expect(runs).toEqual([ALL_SHARDS])
})
