import { ALL_SHARDS } from '../kernel/keys.ts'
import type { Lease } from '../kernel/queue/lease.ts'
import { startWorker, type Worker } from './worker.ts'

/** A worker on the shards of a queue. */
export interface ShardWorker extends Worker {
  /** Tells it of work in a shard, due at an instant of the server's clock. */
  notice(shard: number, dueEpochMilliseconds: number): void
}

/** How the shards of a queue are worked on. */
export interface ShardWorkerOptions {
  /** Works on some shards; answers whether more is waiting there. */
  readonly run: (shards: readonly number[]) => Promise<boolean>
  /** Who has not got it does nothing. */
  readonly lease: Lease
  /** The server's clock. */
  readonly nowEpochMilliseconds: () => number
  /** All shards are looked at so often, for work that nobody has told of. */
  readonly pollMilliseconds: number
  readonly onError: (error: unknown) => void
}

/** Who has not got the lease asks again so often, should it be given back early. */
const FOLLOWER_MILLISECONDS = 1_000

/**
 * Starts a worker that looks at once at a shard that it is told of, and now and then at all of them.
 * What is due later is remembered by its earliest time alone; the rest is found by looking.
 */
export function startShardWorker(options: ShardWorkerOptions): ShardWorker {
  const { run, lease, nowEpochMilliseconds, pollMilliseconds, onError } = options
  let told = new Set<number>()
  let nextDue = Number.POSITIVE_INFINITY
  let lookedAtAllAt = Number.NEGATIVE_INFINITY
  let isLeading = true

  const shardsToLookAt = (): readonly number[] => {
    const isTime = performance.now() - lookedAtAllAt >= pollMilliseconds
    const isDue = nextDue <= nowEpochMilliseconds()
    if (!isTime && !isDue) return [...told]
    lookedAtAllAt = performance.now()
    if (isDue) nextDue = Number.POSITIVE_INFINITY
    return ALL_SHARDS
  }

  const tick = async (): Promise<number> => {
    isLeading = await lease.acquire()
    if (!isLeading) {
      lookedAtAllAt = Number.NEGATIVE_INFINITY
      return Math.min(Math.max(1, lease.expiresInMilliseconds()), FOLLOWER_MILLISECONDS)
    }
    const shards = shardsToLookAt()
    told = new Set()
    let more = true
    try {
      more = shards.length > 0 && (await run(shards))
    } finally {
      // What failed or was too much is looked at again, at the latest after a pause for the failure.
      if (more) for (const shard of shards) told.add(shard)
    }
    const untilPoll = pollMilliseconds - (performance.now() - lookedAtAllAt)
    return more ? 0 : Math.max(1, Math.min(untilPoll, nextDue - nowEpochMilliseconds()))
  }

  const worker = startWorker({ tick, intervalMilliseconds: pollMilliseconds, onError })
  return {
    notice(shard, dueEpochMilliseconds) {
      if (!isLeading) return
      const isDue = dueEpochMilliseconds <= nowEpochMilliseconds()
      if (isDue) told.add(shard)
      else if (dueEpochMilliseconds < nextDue) nextDue = dueEpochMilliseconds
      else return
      worker.wake()
    },
    wake() {
      lookedAtAllAt = Number.NEGATIVE_INFINITY
      worker.wake()
    },
    stop: () => worker.stop(),
  }
}
