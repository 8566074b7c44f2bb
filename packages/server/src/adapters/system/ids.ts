import { randomFillSync } from 'node:crypto'
import { ID_PREFIXES } from '@holdfast/engine'
import { monotonicFactory } from 'ulid'
import type { IdSource } from '../../kernel/dependencies.ts'

const POOL_BYTES = 4096
const BYTE_VALUES = 256

/**
 * Fractions in [0, 1) from the system's cryptographic random source, drawn in bulk: a ULID takes 16, and
 * a system call for each one cost 29 µs per id.
 */
function createRandomFractions(): () => number {
  const pool = new Uint8Array(POOL_BYTES)
  let next = POOL_BYTES
  return () => {
    if (next === POOL_BYTES) {
      randomFillSync(pool)
      next = 0
    }
    const byte = pool[next] as number
    next += 1
    return byte / BYTE_VALUES
  }
}

/**
 * Creates a source of ids. Ids of one process sort in the order of their creation; ids of several
 * processes sort by their clocks, to the millisecond.
 */
export function createIdSource(): IdSource {
  const nextUlid = monotonicFactory(createRandomFractions())
  return {
    next: (kind, nowEpochMilliseconds) =>
      `${ID_PREFIXES[kind]}_${nextUlid(nowEpochMilliseconds).toLowerCase()}`,
  }
}
