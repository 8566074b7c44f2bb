import type { AttributeValue, CountWrite, Item, Write } from '../../kernel/ports/store.ts'
import { applyCountWrite } from './count-writes.ts'
import { applyLedgerWrite, type LedgerWrite } from './ledger-writes.ts'

/** The write that adds to a counter. */
type CounterWrite = Extract<Write, { readonly kind: 'counter-add' }>

/** A write that changes the content of an item in place. */
export type ChangeWrite = LedgerWrite | CountWrite | CounterWrite

/** The stored item after a change, or undefined if the condition of the change does not hold. */
export function changedItem(current: Item | undefined, write: ChangeWrite): Item | undefined {
  switch (write.kind) {
    case 'counter-add':
      return addToCounter(current, write)
    case 'count-claim':
    case 'count-confirm':
    case 'count-release':
    case 'count-replace':
      return applyCountWrite(current, write)
    default:
      return applyLedgerWrite(current, write)
  }
}

/**
 * Applies an addition to the stored counter. Returns the new item, or undefined if a count has no room.
 * Pure: the caller reads and writes in one transaction.
 */
function addToCounter(current: Item | undefined, write: CounterWrite): Item | undefined {
  const counts: Record<string, AttributeValue> = {}
  for (const { name, amount, max } of write.counts) {
    const stored = current?.[name]
    const next = (typeof stored === 'number' ? stored : 0) + amount
    if (next > max) return undefined
    counts[name] = next
  }
  const { PK, SK } = write.key
  return { ...current, ...counts, PK, SK, ttl: write.ttl }
}
