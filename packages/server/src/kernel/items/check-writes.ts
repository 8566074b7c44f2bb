import { invariant } from '@holdfast/engine'
import { type ItemKey, STORE_LIMITS, type Write } from '../ports/store.ts'

/** The item that a write names. */
export function keyOfWrite(write: Write): ItemKey {
  return 'item' in write ? write.item : write.key
}

/**
 * Throws `InvariantViolated` unless the writes can be one transaction on the strictest engine: 1 to
 * 100 of them, no two on one item, keys not empty, no `ledger-claim` longer than one expression holds.
 */
export function checkWrites(writes: readonly Write[]): void {
  invariant(writes.length > 0, 'a transaction needs a write')
  invariant(
    writes.length <= STORE_LIMITS.writesPerTransaction,
    `a transaction has at most ${STORE_LIMITS.writesPerTransaction} writes, not ${writes.length}`,
  )
  const seen = new Set<string>()
  for (const write of writes) {
    const { PK, SK } = keyOfWrite(write)
    invariant(PK !== '' && SK !== '', 'a key is not empty')
    // The length keeps two different pairs from making one string.
    seen.add(`${PK.length}:${PK}${SK}`)
    if (write.kind === 'ledger-claim') {
      invariant(
        write.quantumCount <= STORE_LIMITS.quantaPerLedgerClaim,
        `a ledger-claim has at most ${STORE_LIMITS.quantaPerLedgerClaim} quanta, not ${write.quantumCount}`,
      )
    }
  }
  invariant(seen.size === writes.length, 'two writes of one transaction name the same item')
}
