import type { DueQueue } from './due-queue.ts'
import { createQueueShards } from './items/queue-shards.ts'
import type { ItemKey } from './ports/store.ts'

/**
 * The keys of the kernel's items, and the parts of keys that all contexts share. Each context builds the
 * keys of its own items in its `keys.ts`, and nowhere else. `docs/data-model.md` lists every item with
 * its writers and readers. The separator `#` cannot occur in an id, a date, a slug or an index status.
 */

/** The sort key of an item that stands alone in its partition. */
export const METADATA = '#METADATA'

/**
 * The base-table partitions that a queue of work is spread over. To add more, append an entry such as
 * `{ sinceEpochMilliseconds: Date.parse('2026-12-01T00:00:00Z'), shards: 64 }`; its time must be later
 * than the end of the last process without that entry. See docs/scale.md.
 */
const QUEUE_SHARDS = createQueueShards([{ sinceEpochMilliseconds: 0, shards: 8 }])

/** Every shard of a queue. */
export const ALL_SHARDS = QUEUE_SHARDS.all

/** The key of an item that stands alone in its partition. */
export const aloneIn = (partition: string): ItemKey => ({ PK: partition, SK: METADATA })

/** The smallest string above every sort key that begins with `prefix`, as an inclusive upper end. */
export const prefixEnd = (prefix: string): string => `${prefix}\u{10ffff}`

/** The items of a partition whose sort keys begin with `prefix`. */
export const beginningWith = (partition: string, prefix: string) => ({
  partition,
  from: prefix,
  to: prefixEnd(prefix),
})

/** The entries of a queue that are due at a time, the longest due first. Their sort keys begin with their times. */
export const dueBy = (partition: string, time: string) => ({
  partition,
  from: '0',
  to: prefixEnd(time),
})

/** The shard of an id; the same for ever. */
export const queueShard = (id: string): number => QUEUE_SHARDS.of(id)

/** The part of a key after its last separator: the id of `BOOKING#bkg_…`, the date of `DAY#2026-04-27`. */
export const keyTail = (key: string): string => key.slice(key.lastIndexOf('#') + 1)

/** Identifies an item by its key, as a text. */
export const nameOfKey = ({ PK, SK }: ItemKey): string => JSON.stringify([PK, SK])

// Ten digits hold every epoch second until the year 2286, so text order is time order.
export const seconds = (epochSeconds: number): string => String(epochSeconds).padStart(10, '0')

// Thirteen digits hold every epoch millisecond until the year 2286.
const MAX_EPOCH_MILLISECONDS = 9_999_999_999_999

export const milliseconds = (epochMilliseconds: number): string =>
  String(epochMilliseconds).padStart(13, '0')

export const outboxKey = (aggregateId: string, eventId: string): ItemKey => ({
  PK: `OUTBOX#${queueShard(aggregateId)}`,
  SK: eventId,
})

export const outboxPartition = (shard: number): string => `OUTBOX#${shard}`

/**
 * The queue and the shard of a partition: the queue is `OUTBOX`, `DUE`, `CONNECTIONDUE`, `PAYMENTDUE`, `WAITLISTDUE`, or
 * `QUEUE#` and
 * a consumer. Undefined for any other partition.
 */
export function queueOfPartition(
  partition: string,
): { readonly queue: string; readonly shard: number } | undefined {
  const [, queue, shard] =
    /^(OUTBOX|DUE|CONNECTIONDUE|PAYMENTDUE|WAITLISTDUE|QUEUE#[a-z]+)#(\d+)$/.exec(partition) ?? []
  return queue === undefined ? undefined : { queue, shard: Number(shard) }
}

/** Whether a partition is a shard of a queue, as `DueQueue` names it. */
export const isShardOf = (partition: string, queue: string): boolean =>
  partition.startsWith(`${queue}#`) && /^\d+$/.test(partition.slice(queue.length + 1))

/** The queue of a consumer, as `queueOfPartition` names it. */
export const consumerQueue = (consumer: string): string => `QUEUE#${consumer}`

/** A task of a consumer's queue, by the time it is due. */
export const taskKey = (
  consumer: string,
  taskId: string,
  dueEpochMilliseconds: number,
): ItemKey => ({
  PK: `QUEUE#${consumer}#${queueShard(taskId)}`,
  SK: `${milliseconds(dueEpochMilliseconds)}#${taskId}`,
})

/** The due tasks of one shard, the earliest due first. */
export const dueTasksRange = (consumer: string, shard: number, nowEpochMilliseconds: number) =>
  dueBy(`QUEUE#${consumer}#${shard}`, milliseconds(nowEpochMilliseconds))

/** The tasks of one shard that are not due yet, the earliest due first. */
export const laterTasksRange = (consumer: string, shard: number, nowEpochMilliseconds: number) => ({
  partition: `QUEUE#${consumer}#${shard}`,
  from: milliseconds(nowEpochMilliseconds + 1),
  to: prefixEnd('9'),
})

/** The queue of a consumer's tasks. */
export const tasksDue = (consumer: string): DueQueue => ({
  queue: consumerQueue(consumer),
  rangeOf: (shard, now) => dueTasksRange(consumer, shard, now),
})

/** A dead letter, in its account. */
export const deadLetterKey = (accountId: string, consumer: string, taskId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}#DEADLETTER`,
  SK: `${consumer}#${taskId}`,
})

export const deadLettersRange = (accountId: string, consumer: string | undefined) => ({
  partition: `ACCOUNT#${accountId}#DEADLETTER`,
  from: consumer === undefined ? '0' : `${consumer}#`,
  to: prefixEnd(consumer === undefined ? '' : `${consumer}#`),
})

/** An entry of an account's audit log, by its time. */
export const auditKey = (
  accountId: string,
  atEpochMilliseconds: number,
  auditId: string,
): ItemKey => ({
  PK: `ACCOUNT#${accountId}#AUDIT`,
  SK: `${milliseconds(atEpochMilliseconds)}#${auditId}`,
})

/** The audit log of an account in the epoch milliseconds `[from, to)`. Default: all. */
export const auditRange = (accountId: string, from = 0, to = MAX_EPOCH_MILLISECONDS) => ({
  partition: `ACCOUNT#${accountId}#AUDIT`,
  from: milliseconds(from),
  // Without an id, it is smaller than every key of that millisecond.
  to: milliseconds(to),
})

/** The format of the items in the store. */
export const formatKey: ItemKey = aloneIn('FORMAT')

/** The record of the version of the index attributes. */
export const indexVersionKey: ItemKey = aloneIn('INDEXVERSION')

/** The record of the newest instant that the servers of a store believed. */
export const knownInstantKey: ItemKey = aloneIn('INSTANT')

/** The record of the key that the servers of a store use. */
export const serverKeyRecordKey: ItemKey = aloneIn('SERVERKEY')

/** The lease of a kind of background work. */
export const leaseKey = (name: string): ItemKey => aloneIn(`LEASE#${name}`)

export const idempotencyKey = (scopeHash: string): ItemKey => aloneIn(`IDEMPOTENCY#${scopeHash}`)

/** The largest sort key before a key, among keys of the same length. */
export function keyBefore(key: string): string {
  const last = key.length - 1
  return prefixEnd(key.slice(0, last) + String.fromCharCode(key.charCodeAt(last) - 1))
}
