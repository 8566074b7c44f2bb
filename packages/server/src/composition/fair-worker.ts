import type { FairWork } from '../kernel/queue/fair-work.ts'
import type { Lease } from '../kernel/queue/lease.ts'
import { nextWakeUp } from './shared-timer.ts'
import type { QueueWakeUp } from './wake-ups.ts'
import { startWorker, type Worker } from './worker.ts'

/** A worker on a queue in which no subject waits for another. */
export interface FairWorker extends Worker {
  /** Wakes the worker for a task that was written. */
  wakeFor(wakeUp: QueueWakeUp): void
  /** Wakes the worker: a task has ended, so another may start. */
  onRoom(): void
}

/** What a fair worker works on, and when. */
export interface FairWorkerOptions {
  readonly work: FairWork
  /** The worker starts nothing while another process holds the lease. */
  readonly lease: Lease
  /** The server's clock. */
  readonly nowEpochMilliseconds: () => number
  /** How often the queue is read for tasks without a wake-up. */
  readonly pollMilliseconds: number
  readonly onError: (error: unknown) => void
}

/** How often followers retry the lease, in case it is released early. */
const FOLLOWER_MILLISECONDS = 1_000

/** Starts a worker that starts tasks as soon as they are due and their subject has room. */
export function startFairWorker(options: FairWorkerOptions): FairWorker {
  const { work, lease, nowEpochMilliseconds, pollMilliseconds, onError } = options
  let nextDue = Number.POSITIVE_INFINITY
  let pollAt = Number.NEGATIVE_INFINITY
  let isLeading = true

  const noticeTime = (): void => {
    const now = performance.now()
    // The shared timer wakes this worker up to a millisecond early.
    if (now >= pollAt - 1) {
      // Without an earlier poll, another process may have led, or the clock was moved.
      work.readAll(pollAt === Number.NEGATIVE_INFINITY)
      pollAt = nextWakeUp(pollMilliseconds, now)
    }
    if (nextDue > nowEpochMilliseconds()) return
    nextDue = Number.POSITIVE_INFINITY
    work.readNew()
  }
  const tick = async (): Promise<number> => {
    isLeading = await lease.acquire()
    if (!isLeading) {
      pollAt = Number.NEGATIVE_INFINITY
      return Math.min(Math.max(1, lease.expiresInMilliseconds()), FOLLOWER_MILLISECONDS)
    }
    noticeTime()
    return (await work.run()) ? 0 : Math.max(1, nextDue - nowEpochMilliseconds())
  }
  const worker = startWorker({ tick, intervalMilliseconds: pollMilliseconds, onError })
  return {
    wakeFor({ shard, key, dueEpochMilliseconds }) {
      if (!isLeading) return
      const isDue = dueEpochMilliseconds <= nowEpochMilliseconds()
      if (isDue && key !== undefined) work.notice(shard, key)
      else if (isDue) work.readAll(false)
      else if (dueEpochMilliseconds < nextDue) nextDue = dueEpochMilliseconds
      else return
      worker.wake()
    },
    onRoom: () => worker.wake(),
    wake() {
      pollAt = Number.NEGATIVE_INFINITY
      worker.wake()
    },
    stop: () => worker.stop(),
  }
}
