import { randomFillSync } from 'node:crypto'
import { ID_PREFIXES } from '@holdfast/engine'
import type { IdSource } from '../../kernel/dependencies.ts'

/** Crockford's digits of base 32, in lower case. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
/** Two digits at once: ten bits. */
const PAIR = 1024
const PAIRS: readonly string[] = Array.from(
  { length: PAIR },
  (_, value) => `${DIGITS.charAt(value >> 5)}${DIGITS.charAt(value & 31)}`,
)
const TIME_PAIRS = 5
const RANDOM_PAIRS = 8

/** Random values are drawn in bulk: a system call for each id would take longer than the id. */
const POOL_PAIRS = 2048

/** Draws numbers of ten bits from the system's cryptographic random source. */
function createRandomPairs(): () => number {
  const pool = new Uint16Array(POOL_PAIRS)
  let next = POOL_PAIRS
  return () => {
    if (next === POOL_PAIRS) {
      randomFillSync(pool)
      next = 0
    }
    const value = pool[next] as number
    next += 1
    // Of 65,536 values, each number of ten bits has 64.
    return value % PAIR
  }
}

/** The ten digits of an instant. */
function timeText(epochMilliseconds: number): string {
  let text = ''
  let rest = epochMilliseconds
  for (let place = 0; place < TIME_PAIRS; place += 1) {
    const above = Math.floor(rest / PAIR)
    text = PAIRS[rest - above * PAIR] + text
    rest = above
  }
  return text
}

/** Counts up by one, in place. After the last value comes 0, which 80 random bits never reach. */
function increment(pairs: number[]): void {
  for (let place = pairs.length - 1; place >= 0; place -= 1) {
    const next = ((pairs[place] as number) + 1) % PAIR
    pairs[place] = next
    if (next > 0) return
  }
}

/** How many ids of bookings in a row belong to one shard, where that is wanted: those of several commits. */
const IN_ONE_SHARD = 64

/**
 * Creates a source of ids: a prefix and a ULID, which is 48 bits of milliseconds and 80 random bits. Ids of one process
 * sort in the order of their creation, because within a millisecond the random bits count up; ids of several
 * processes sort by their clocks, to the millisecond.
 *
 * With `shardOf`, which tells the shard of an id, the ids of bookings count on until they belong to the shard of the one
 * before, and change it after 64. What a commit writes to the queues of its bookings is then next to each other.
 */
export function createIdSource(shardOf?: (id: string) => number): IdSource {
  const nextPair = createRandomPairs()
  const random = Array.from({ length: RANDOM_PAIRS }, nextPair)
  let last = -1
  let time = ''
  let shard = -1
  let left = 0
  const nextUlid = (epochMilliseconds: number): string => {
    if (epochMilliseconds > last) {
      last = epochMilliseconds
      time = timeText(epochMilliseconds)
      for (let place = 0; place < RANDOM_PAIRS; place += 1) random[place] = nextPair()
    } else increment(random)
    let text = time
    for (const pair of random) text += PAIRS[pair]
    return text
  }
  const next: IdSource['next'] = (kind, nowEpochMilliseconds) =>
    `${ID_PREFIXES[kind]}_${nextUlid(Math.floor(nowEpochMilliseconds))}`
  if (shardOf === undefined) return { next }
  return {
    next(kind, nowEpochMilliseconds) {
      let id = next(kind, nowEpochMilliseconds)
      if (kind !== 'booking') return id
      if (left === 0) {
        shard = shardOf(id)
        left = IN_ONE_SHARD
      }
      left -= 1
      while (shardOf(id) !== shard) id = next(kind, last)
      return id
    },
  }
}
