import { textHash } from './text-hash.ts'

/** How many shards the queues have for what was made from a time on. */
export interface ShardCount {
  readonly sinceEpochMilliseconds: number
  readonly shards: number
}

/** The shards of every queue of due or pending work. */
export interface QueueShards {
  /** All that may hold something, for whoever looks for work. */
  readonly all: readonly number[]
  /** The one shard of an id, the same for ever. */
  readonly of: (id: string) => number
}

/**
 * Spreads ids over shards by their hash, each over as many as there were when it was made, which its
 * ULID tells. So the number can be raised while work is waiting: whatever lies in a queue is looked
 * for where it was put, and new work goes to more partitions. Ids that tell no time count as the
 * oldest. Throws where the times do not rise, or the shards do not: work in those given up would
 * never be found.
 */
export function createQueueShards(counts: readonly [ShardCount, ...ShardCount[]]): QueueShards {
  const [first, ...raises] = counts
  let before = first
  for (const raise of raises) {
    if (
      raise.sinceEpochMilliseconds <= before.sinceEpochMilliseconds ||
      raise.shards <= before.shards
    ) {
      throw new RangeError('the shards of queues can only become more as time goes on')
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

/** The digits of a ULID (Crockford's base 32), of which the first ten are its time. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const ULID_TIME = /^[a-z]+_([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16}(?:[^0-9a-z]|$)/

/** When an id was made, in epoch milliseconds; 0 where it does not tell. */
function timeOf(id: string): number {
  const digits = ULID_TIME.exec(id)?.[1] ?? ''
  let time = 0
  for (const digit of digits) time = time * DIGITS.length + DIGITS.indexOf(digit)
  return time
}
