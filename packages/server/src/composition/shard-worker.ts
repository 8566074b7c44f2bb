import { ALL_SHARDS } from '../kernel/keys.ts'
import type { Lease } from '../kernel/queue/lease.ts'
import { nextWakeUp } from './shared-timer.ts'
import { startWorker, type Worker } from './worker.ts'

/** A worker on the shards of a queue. */
export interface ShardWorker extends Worker {
  /** Wakes the worker for work in one shard, due at an instant of the server's clock. */
  wakeFor(shard: number, dueEpochMilliseconds: number): void
}

/** How a worker processes the shards of a queue. */
export interface ShardWorkerOptions {
  /** Processes some shards; resolves with whether more work is waiting there. */
  readonly run: (shards: readonly number[]) => Promise<boolean>
  /** The worker does nothing while another process holds the lease. */
  readonly lease: Lease
  /** The server's clock. */
  readonly nowEpochMilliseconds: () => number
  /** How often all shards are polled, for work without a wake-up. */
  readonly pollMilliseconds: number
  readonly onError: (error: unknown) => void
}

/** How often followers retry the lease, in case it is released early. */
const FOLLOWER_MILLISECONDS = 1_000

/**
 * Starts a worker that processes a shard as soon as it is woken for it, and polls all shards regularly.
 * For work that is due later, only the earliest time is remembered; polling finds the rest.
 */
export function startShardWorker(options: ShardWorkerOptions): ShardWorker {
  const { run, lease, nowEpochMilliseconds, pollMilliseconds, onError } = options
  let pending = new Set<number>()
  let nextDue = Number.POSITIVE_INFINITY
  let pollAt = Number.NEGATIVE_INFINITY
  let isLeading = true

  const shardsToProcess = (): readonly number[] => {
    const now = performance.now()
    // The shared timer wakes this worker up to a millisecond early.
    const isPollDue = now >= pollAt - 1
    const isDue = nextDue <= nowEpochMilliseconds()
    if (!isPollDue && !isDue) return [...pending]
    pollAt = nextWakeUp(pollMilliseconds, now)
    if (isDue) nextDue = Number.POSITIVE_INFINITY
    return ALL_SHARDS
  }

  const tick = async (): Promise<number> => {
    isLeading = await lease.acquire()
    if (!isLeading) {
      pollAt = Number.NEGATIVE_INFINITY
      return Math.min(Math.max(1, lease.expiresInMilliseconds()), FOLLOWER_MILLISECONDS)
    }
    const shards = shardsToProcess()
    pending = new Set()
    let more = true
    try {
      more = shards.length > 0 && (await run(shards))
    } finally {
      // Shards that failed or have more work are processed again, after a failure with a pause.
      if (more) for (const shard of shards) pending.add(shard)
    }
    // Without earlier work, the worker rests until the wake-up of its interval, which is the time of the next poll.
    return more ? 0 : Math.max(1, nextDue - nowEpochMilliseconds())
  }

  const worker = startWorker({ tick, intervalMilliseconds: pollMilliseconds, onError })
  return {
    wakeFor(shard, dueEpochMilliseconds) {
      if (!isLeading) return
      const isDue = dueEpochMilliseconds <= nowEpochMilliseconds()
      if (isDue) pending.add(shard)
      else if (dueEpochMilliseconds < nextDue) nextDue = dueEpochMilliseconds
      else return
      worker.wake()
    },
    wake() {
      pollAt = Number.NEGATIVE_INFINITY
      worker.wake()
    },
    stop: () => worker.stop(),
  }
}
