import { expect, test } from 'vitest'
import { startFairWorker } from './fair-worker.ts'

const hour = 3_600_000
const key = { PK: 'QUEUE#deliveries#3', SK: '1#evn_1.whe_1' }

/** A worker on a clock that the test moves, and the calls of its work. */
function watched({ pollMilliseconds = hour, hasLease = true } = {}) {
  const calls: string[] = []
  const waiting = new Set<() => void>()
  const clock = { now: 1_000 }
  const lease = { isMine: hasLease, asked: 0 }
  const notify = () => {
    for (const look of waiting) look()
  }
  const worker = startFairWorker({
    work: {
      notice: (shard) => calls.push(`notice ${shard}`),
      readNew: () => calls.push('readNew'),
      readAll: (isUrgent) => calls.push(isUrgent ? 'readAll, urgent' : 'readAll'),
      async run() {
        calls.push('run')
        notify()
        return false
      },
      ended: async () => {},
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
  const runs = () => calls.filter((call) => call === 'run').length
  return {
    worker,
    calls,
    clock,
    lease,
    untilRuns: (count: number) => until(() => runs() >= count),
    untilAsked: (count: number) => until(() => lease.asked >= count),
  }
}

test('the first run reads the whole queue, and a due task of this server needs no reading', async () => {
  const { worker, calls, untilRuns } = watched()
  await untilRuns(1)
  worker.wakeFor({ queue: 'QUEUE#deliveries', shard: 3, key, dueEpochMilliseconds: 0 })
  await untilRuns(2)
  worker.onRoom()
  await untilRuns(3)
  await worker.stop()
  expect(calls).toEqual(['readAll, urgent', 'run', 'notice 3', 'run', 'run'])
})

test('a task that is due later is read when it is due', async () => {
  const { worker, calls, clock, lease, untilRuns, untilAsked } = watched()
  await untilRuns(1)
  const later = clock.now + 30
  worker.wakeFor({ queue: 'QUEUE#deliveries', shard: 3, key, dueEpochMilliseconds: later })
  await untilAsked(lease.asked + 1)
  expect(calls).not.toContain('readNew')
  clock.now = later
  await expect.poll(() => calls).toContain('readNew')
  await worker.stop()
})

test('tasks without a wake-up, and those of other servers, are found by reading the whole queue', async () => {
  const { worker, calls, untilRuns } = watched({ pollMilliseconds: 25 })
  await untilRuns(2)
  await worker.stop()
  expect(calls.slice(0, 4)).toEqual(['readAll, urgent', 'run', 'readAll', 'run'])
  const other = watched()
  await other.untilRuns(1)
  other.worker.wakeFor({ queue: 'QUEUE#deliveries', shard: 3, dueEpochMilliseconds: 0 })
  await other.untilRuns(2)
  await other.worker.stop()
  expect(other.calls).toEqual(['readAll, urgent', 'run', 'readAll', 'run'])
})

test('a worker without the lease does nothing, and reads the whole queue once it gets the lease', async () => {
  const { worker, calls, lease, untilAsked, untilRuns } = watched({ hasLease: false })
  await untilAsked(1)
  worker.wakeFor({ queue: 'QUEUE#deliveries', shard: 3, key, dueEpochMilliseconds: 0 })
  await untilAsked(3)
  expect(calls).toEqual([])
  lease.isMine = true
  await untilRuns(1)
  await worker.stop()
  expect(calls).toEqual(['readAll, urgent', 'run'])
})
