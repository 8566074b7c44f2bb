import { dueTriggersRange, laterTriggersRange } from '../../booking/keys.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { DueRange } from '../../kernel/due-queue.ts'
import { isFence } from '../../kernel/events/outbox.ts'
import { ALL_SHARDS, laterTasksRange, outboxPartition, prefixEnd } from '../../kernel/keys.ts'
import type { Item, Store } from '../../kernel/ports/store.ts'
import { CONSUMER_NAMES, type ConsumerName } from '../../kernel/queue/task.ts'
import { ALL_DUE_QUEUES, type DueKind } from './due-queues.ts'

/** The work of one queue that is due and not done. */
export interface QueueBacklog {
  /** `outbox`, a kind of due work, or a consumer. */
  readonly queue: string
  /** At most `COUNTED_PER_SHARD` of each shard are counted. */
  readonly depth: number
  /** How long the oldest work has been due. 0 if there is none. */
  readonly oldestSeconds: number
}

/** The tasks of one consumer whose last attempt failed and that wait for the next. */
export interface RetryBacklog {
  readonly queue: ConsumerName
  /** At most `COUNTED_PER_SHARD` of each shard are looked at. */
  readonly depth: number
  /** How long ago the oldest of their events happened. 0 if none waits. */
  readonly oldestSeconds: number
}

/** The work that waits, and the holds. */
export interface Backlog {
  readonly queues: readonly QueueBacklog[]
  readonly retries: readonly RetryBacklog[]
  /** Unconfirmed holds and requests for approval; at most `HOLDS_PER_SHARD` of each shard are counted. */
  readonly holds: { readonly live: number; readonly expired: number }
}

/** The most work of one shard that is read for its depth. It bounds the cost of a measurement. */
export const COUNTED_PER_SHARD = 100
/** The most holds of one shard that are read. Their items are small. */
export const HOLDS_PER_SHARD = 1_000

/**
 * Measures the backlog by queries on the queues, each with a bound: its cost does not grow with the store. On
 * DynamoDB an idle store costs half a read unit for each shard of a queue.
 */
export async function measureBacklog({
  store,
  clock,
}: Pick<Dependencies, 'store' | 'clock'>): Promise<Backlog> {
  const now = clock.nowEpochMilliseconds()
  const seconds = epochSeconds(clock)
  const [expired, live] = await Promise.all([
    readShards(store, (shard) => dueTriggersRange(shard, seconds), HOLDS_PER_SHARD),
    readShards(store, (shard) => laterTriggersRange(shard, seconds + 1), HOLDS_PER_SHARD),
  ])
  const queues = await Promise.all(
    rangesAt(now).map(async ([queue, rangeOf]) => {
      const items = queue === HOLDS ? expired : await readShards(store, rangeOf, COUNTED_PER_SHARD)
      return { queue, ...depthAndAge(items, now) }
    }),
  )
  const retries = await Promise.all(
    CONSUMER_NAMES.map(async (queue) => {
      const later = (shard: number) => laterTasksRange(queue, shard, now)
      const items = await readShards(store, later, COUNTED_PER_SHARD)
      return { queue, ...depthAndAge(items.filter(hasFailed), now, happenedAt) }
    }),
  )
  return { queues, retries, holds: { live: live.length, expired: expired.length } }
}

/**
 * How long the oldest work of each queue has been due, in seconds; 0 if there is none. Reads one item of each shard.
 */
export async function measureOldestDue({
  store,
  clock,
}: Pick<Dependencies, 'store' | 'clock'>): Promise<ReadonlyMap<string, number>> {
  const now = clock.nowEpochMilliseconds()
  const ages = rangesAt(now).map(async ([queue, rangeOf]) => {
    // The first item of an outbox can be a fence, which is no event.
    const items = await readShards(store, rangeOf, queue === OUTBOX ? COUNTED_PER_SHARD : 1)
    return [queue, depthAndAge(items, now).oldestSeconds] as const
  })
  return new Map(await Promise.all(ages))
}

const OUTBOX = 'outbox'
const HOLDS: DueKind = 'holds'

/** The names of all queues, and the range of the work of a shard that is due. */
const rangesAt = (
  nowEpochMilliseconds: number,
): readonly (readonly [queue: string, rangeOf: (shard: number) => DueRange])[] => [
  [OUTBOX, (shard) => ({ partition: outboxPartition(shard), from: '0', to: prefixEnd('') })],
  ...ALL_DUE_QUEUES.map(
    ([queue, { rangeOf }]) =>
      [queue, (shard: number) => rangeOf(shard, nowEpochMilliseconds)] as const,
  ),
]

const hasFailed = (item: Item): boolean => Number(item.failedAttempts) > 0

const happenedAt = (item: Item): number => Number(item.occurredAtEpochMilliseconds)

function depthAndAge(
  items: readonly Item[],
  nowEpochMilliseconds: number,
  since = dueAt,
): Pick<QueueBacklog, 'depth' | 'oldestSeconds'> {
  const due = items.filter((item) => !isFence(item)).map(since)
  const oldest = Math.min(...due)
  const oldestSeconds = due.length === 0 ? 0 : Math.max(0, (nowEpochMilliseconds - oldest) / 1000)
  return { depth: due.length, oldestSeconds }
}

/** The first items of each shard. */
async function readShards(
  store: Store,
  rangeOf: (shard: number) => DueRange,
  limit: number,
): Promise<readonly Item[]> {
  const pages = await Promise.all(
    ALL_SHARDS.map((shard) => store.query({ ...rangeOf(shard), limit })),
  )
  return pages.flatMap(({ items }) => items)
}

/** When the work of an item became due, in epoch milliseconds: an event in the outbox when it occurred. */
function dueAt(item: Item): number {
  const { SK, dueEpochMilliseconds, dueEpochSeconds, occurredAtEpochMilliseconds } = item
  if (typeof dueEpochMilliseconds === 'number') return dueEpochMilliseconds
  if (typeof dueEpochSeconds === 'number') return dueEpochSeconds * 1000
  if (typeof occurredAtEpochMilliseconds === 'number') return occurredAtEpochMilliseconds
  // Only the key of an expiration trigger has its time.
  return Number.parseInt(SK, 10) * 1000
}
