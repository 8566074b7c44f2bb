import { dueTriggersRange, laterTriggersRange } from '../../booking/keys.ts'
import { dueRange } from '../../delivery/keys.ts'
import { connectionsDueRange } from '../../external-calendars/keys.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { isFence } from '../../kernel/events/outbox.ts'
import { ALL_SHARDS, dueTasksRange, outboxPartition, prefixEnd } from '../../kernel/keys.ts'
import type { Item, Store } from '../../kernel/ports/store.ts'
import { CONSUMER_NAMES } from '../../kernel/queue/task.ts'

/** The work of one queue that is due and not done. */
export interface QueueBacklog {
  /** `outbox`, `due_actions`, `connections`, or a consumer. */
  readonly queue: string
  /** At most `COUNTED_PER_SHARD` of each shard are counted. */
  readonly depth: number
  /** How long the oldest work has been due. 0 if there is none. */
  readonly oldestSeconds: number
}

/** The work that waits, and the holds. */
export interface Backlog {
  readonly queues: readonly QueueBacklog[]
  /** Unconfirmed holds and requests for approval; at most `HOLDS_PER_SHARD` of each shard are counted. */
  readonly holds: { readonly live: number; readonly expired: number }
}

/** The most work of one shard that is read for its depth. It bounds the cost of a measurement. */
export const COUNTED_PER_SHARD = 100
/** The most holds of one shard that are read. Their items are small. */
export const HOLDS_PER_SHARD = 1_000

interface Range {
  readonly partition: string
  readonly from: string
  readonly to: string
}

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
  const ranges: readonly (readonly [string, (shard: number) => Range])[] = [
    ['outbox', (shard) => ({ partition: outboxPartition(shard), from: '0', to: prefixEnd('') })],
    ['due_actions', (shard) => dueRange(shard, seconds)],
    ['connections', (shard) => connectionsDueRange(shard, now)],
    ...CONSUMER_NAMES.map(
      (name) => [name, (shard: number) => dueTasksRange(name, shard, now)] as const,
    ),
  ]
  const queues = await Promise.all(
    ranges.map(async ([queue, rangeOf]) => {
      const items = (await readShards(store, rangeOf, COUNTED_PER_SHARD)).filter(
        (item) => !isFence(item),
      )
      const oldest = Math.min(...items.map(dueAt))
      const oldestSeconds = items.length === 0 ? 0 : Math.max(0, (now - oldest) / 1000)
      return { queue, depth: items.length, oldestSeconds }
    }),
  )
  const [expired, live] = await Promise.all([
    readShards(store, (shard) => dueTriggersRange(shard, seconds), HOLDS_PER_SHARD),
    readShards(store, (shard) => laterTriggersRange(shard, seconds + 1), HOLDS_PER_SHARD),
  ])
  return { queues, holds: { live: live.length, expired: expired.length } }
}

/** The first items of each shard. */
async function readShards(
  store: Store,
  rangeOf: (shard: number) => Range,
  limit: number,
): Promise<readonly Item[]> {
  const pages = await Promise.all(
    ALL_SHARDS.map((shard) => store.query({ ...rangeOf(shard), limit })),
  )
  return pages.flatMap(({ items }) => items)
}

/** When the work of an item became due, in epoch milliseconds: an event in the outbox when it occurred. */
function dueAt(item: Item): number {
  const { dueEpochMilliseconds, dueEpochSeconds, occurredAtEpochMilliseconds } = item
  if (typeof dueEpochMilliseconds === 'number') return dueEpochMilliseconds
  if (typeof dueEpochSeconds === 'number') return dueEpochSeconds * 1000
  return typeof occurredAtEpochMilliseconds === 'number'
    ? occurredAtEpochMilliseconds
    : Number.POSITIVE_INFINITY
}
