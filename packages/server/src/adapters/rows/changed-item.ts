import type { CountWrite, Item } from '../../kernel/ports/store.ts'
import { applyCountWrite } from './count-writes.ts'
import { addToCounter, type CounterWrite } from './counter-write.ts'
import { applyLedgerWrite, type LedgerWrite } from './ledger-writes.ts'

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
