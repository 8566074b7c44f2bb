import { DatabaseSync } from 'node:sqlite'
import { textHash } from '../../../packages/server/src/kernel/items/text-hash.ts'

/** The bookings of a store: how many, and a sum of hashes, by which two sets differ. */
export interface Digest {
  readonly count: number
  readonly sum: number
}

const HELD = "gsi1sk GLOB 'pending#*' OR gsi1sk GLOB 'expired#*'"
/** Prefixes of keys are ranges: `$` follows `#`. */
const BOOKINGS = `
  SELECT pk, iif(${HELD}, NULL, body), gsi1pk, replace(gsi1sk, 'expired#', 'pending#'), gsi3pk, gsi3sk FROM item
  WHERE pk >= 'BOOKING#' AND pk < 'BOOKING$' AND sk = '#METADATA' AND id <= ?`

/**
 * Reads the bookings up to a row from the file, past the server: each with its content and the keys of the lists of its provider and
 * its booker, which every release wrote. Holds lapse meanwhile, so of them the keys are compared, with held and lapsed as one.
 */
export function bookingsOf(file: string, lastRow: number): Digest {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    let count = 0
    let sum = 0
    for (const row of database.prepare(BOOKINGS).iterate(lastRow)) {
      count += 1
      sum = (sum + textHash(JSON.stringify(Object.values(row)))) >>> 0
    }
    return { count, sum }
  } finally {
    database.close()
  }
}
