import { hash } from 'node:crypto'
import type { ItemKey } from '../../kernel/ports/store.ts'

/**
 * The number of a key's advisory lock: the first 64 bits of its SHA-256. Two keys with the same number only wait for each
 * other.
 */
export const lockOf = ({ PK, SK }: ItemKey): bigint =>
  hash('sha256', `${PK}\0${SK}`, 'buffer').readBigInt64BE(0)

/** The locks of some keys, each once, in ascending order: whoever takes them so waits for nobody who waits for them. */
export const locksOf = (keys: readonly ItemKey[]): readonly bigint[] =>
  [...new Set(keys.map(lockOf))].sort((a, b) => (a < b ? -1 : 1))
