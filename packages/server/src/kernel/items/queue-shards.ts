import { textHash } from './text-hash.ts'

/** The number of shards for ids from a time on. */
export interface ShardCount {
  readonly sinceEpochMilliseconds: number
  readonly shards: number
}

/** The shards of every queue of due or pending work. */
export interface QueueShards {
  /** All shards that may contain work. */
  readonly all: readonly number[]
  /** The shard of an id; the same for ever. */
  readonly of: (id: string) => number
}

/**
 * Spreads ids over shards by their hash. Each id uses the number of shards at the time in its ULID. So
 * the number can grow while work is waiting: queued work stays where it was put, and new work uses more
 * partitions. Ids without a time count as the oldest. Throws `RangeError` unless times and numbers of
 * shards ascend: work in removed shards would never be found.
 */
export function createQueueShards(counts: readonly [ShardCount, ...ShardCount[]]): QueueShards {
  const [first, ...raises] = counts
  let before = first
  for (const raise of raises) {
    if (
      raise.sinceEpochMilliseconds <= before.sinceEpochMilliseconds ||
      raise.shards <= before.shards
    ) {
      throw new RangeError('times and numbers of queue shards must ascend')
    }
    before = raise
  }
  const countAt = (madeAt: number): number =>
    counts.findLast(({ sinceEpochMilliseconds }) => sinceEpochMilliseconds <= madeAt)?.shards ??
    first.shards
  return {
    all: Array.from({ length: before.shards }, (_, shard) => shard),
    of: (id) => textHash(id) % (raises.length === 0 ? first.shards : countAt(timeOf(id))),
  }
}

/** The digits of a ULID (Crockford's base 32); the first ten are its time. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const ULID_TIME = /^[a-z]+_([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16}(?:[^0-9a-z]|$)/

/** The time of an id in epoch milliseconds; 0 if it contains none. */
function timeOf(id: string): number {
  const digits = ULID_TIME.exec(id)?.[1] ?? ''
  let time = 0
  for (const digit of digits) time = time * DIGITS.length + DIGITS.indexOf(digit)
  return time
}
