import { invariant } from '@holdfast/engine'
import {
  type CountState,
  type CountWrite,
  type ItemKey,
  STORE_LIMITS,
  type Write,
} from '../ports/store.ts'
import { isCountAttribute } from './count-item.ts'

/** The key of the item of a write. */
export function keyOfWrite(write: Write): ItemKey {
  return 'item' in write ? write.item : write.key
}

/**
 * Throws `InvariantViolated` unless the strictest engine accepts the writes as one transaction: 1 to
 * 100 writes, no two on one item, no empty keys, no `ledger-claim` too long for one expression, and only
 * count writes that keep their item consistent.
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
    if (isCountWrite(write)) checkCountWrite(write)
  }
  invariant(seen.size === writes.length, 'two writes of one transaction name the same item')
}

/** Reports whether a write is about a count item. */
export const isCountWrite = (write: Write): write is CountWrite => write.kind.startsWith('count-')

/**
 * Throws `InvariantViolated` for a count write that would leave an amount without its mark, a mark
 * without its amount, or a count below zero.
 */
export function checkCountWrite(write: CountWrite): void {
  switch (write.kind) {
    case 'count-claim':
      checkAmount(write.amount)
      invariant(
        write.hold === undefined || write.hold.amount === write.amount,
        'the mark of a count claim has another amount',
      )
      return
    case 'count-confirm':
      invariant(
        write.hold === undefined || write.hold.ownerId === write.ownerId,
        'a count mark does not change its owner',
      )
      return
    case 'count-release':
      checkAmount(write.amount)
      return
    case 'count-replace':
      checkCount(write.next)
      for (const name in write.attributes) {
        invariant(!isCountAttribute(name), `the attribute ${name} belongs to the count itself`)
      }
  }
}

function checkAmount(amount: number): void {
  invariant(Number.isSafeInteger(amount) && amount >= 1, `a count cannot change by ${amount}`)
}

function checkCount({ used, holds }: CountState): void {
  const owners = new Set(holds.map(({ ownerId }) => ownerId))
  invariant(owners.size === holds.length, 'an owner has two marks on one count')
  const held = holds.reduce((sum, { amount }) => sum + amount, 0)
  invariant(Number.isSafeInteger(used) && used >= held, `a count of ${used} has marks of ${held}`)
}
