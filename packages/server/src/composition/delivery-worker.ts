import { consumerQueue } from '../kernel/keys.ts'
import { createFairWork } from '../kernel/queue/fair-work.ts'
import type { Lease } from '../kernel/queue/lease.ts'
import type { Consumer, QueueDependencies } from '../kernel/queue/queue.ts'
import { RUN_LIMITS } from './background-work.ts'
import { type FairWorker, startFairWorker } from './fair-worker.ts'

/** The queue of webhook deliveries, as wake-ups name it. */
export const DELIVERIES_QUEUE = consumerQueue('deliveries')

/** A request that is sent costs some memory and a connection. */
const MOST_AT_ONCE = 256
/** As many as a small receiver answers at once. With 100 ms for an answer, it gets 160 messages a second. */
const MOST_AT_ONCE_PER_ENDPOINT = 16
/** Some 50 KB an endpoint. */
const MOST_REMEMBERED_PER_ENDPOINT = 256

/** What the worker on deliveries needs. */
export interface DeliveryWorkerOptions {
  readonly deps: QueueDependencies
  readonly consumer: Consumer
  readonly lease: Lease
  /** Whether a transaction of many writes costs less than many of one write. */
  readonly sharesCommits: boolean
  readonly onError: (error: unknown) => void
}

/** The worker on webhook deliveries. */
export interface DeliveryWorker extends FairWorker {
  /** Resolves when all messages that are being sent have been answered, or failed, and their outcomes are recorded. */
  ended(): Promise<void>
}

/** Starts the worker on webhook deliveries, with a queue for each endpoint. */
export function startDeliveryWorker({
  deps,
  consumer,
  lease,
  sharesCommits,
  onError,
}: DeliveryWorkerOptions): DeliveryWorker {
  const work = createFairWork(deps, consumer, {
    most: MOST_AT_ONCE,
    mostPerSubject: MOST_AT_ONCE_PER_ENDPOINT,
    mostWaiting: MOST_REMEMBERED_PER_ENDPOINT,
    limit: RUN_LIMITS.deliveries,
    removesTogether: sharesCommits,
    onRoom: () => worker.onRoom(),
    onError,
  })
  const worker = startFairWorker({
    work,
    lease,
    nowEpochMilliseconds: () => deps.clock.nowEpochMilliseconds(),
    // Other servers put only redelivered messages into this queue, and what they had claimed before.
    pollMilliseconds: 5_000,
    onError,
  })
  return { ...worker, ended: work.ended }
}
