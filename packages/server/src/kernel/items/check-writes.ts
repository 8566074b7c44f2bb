import { invariant } from '@holdfast/engine'
import { type ItemKey, STORE_LIMITS, type Write } from '../ports/store.ts'

/** The key of the item of a write. */
export function keyOfWrite(write: Write): ItemKey {
  return 'item' in write ? write.item : write.key
}

/**
 * Throws `InvariantViolated` unless the strictest engine accepts the writes as one transaction: 1 to
 * 100 writes, no two on one item, no empty keys, no `ledger-claim` too long for one expression.
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
    // The length keeps two different pairs from giving the same string.
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
