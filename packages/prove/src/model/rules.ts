import type { Item, Write } from '../../../server/src/kernel/ports/store.ts'
import { applied } from '../../../server/tests/support/stored-items.ts'
import type { Rule } from './world.ts'

/** The item after a write, as the stores apply it, without the rule that is left out. Undefined: refused. */
export function writtenTo(
  current: Item | undefined,
  write: Write,
  leaveOut: Rule | undefined,
): Item | undefined {
  const after = applied(current, write)
  switch (leaveOut) {
    case 'a claim requires that its time is free':
      return write.kind === 'ledger-claim' && current && after === undefined
        ? applied(freed(current, write), write)
        : after
    case 'a day that was read is replaced only if it has not changed':
      return write.kind === 'ledger-replace'
        ? applied(current, { ...write, ifRev: revOf(current) })
        : after
    case 'a confirmation requires the mark of its hold':
      return write.kind === 'ledger-confirm' && current ? (after ?? current) : after
    case 'a release requires the mark of its hold': {
      if (write.kind !== 'ledger-release' || after !== undefined) return after
      const { mark: _, ...unmarked } = write
      return applied(current, unmarked)
    }
    default:
      return after
  }
}

const revOf = (item: Item | undefined): number => (item?.rev as number | undefined) ?? 0

/** The day with the time of a claim free, whoever has it. */
const freed = (day: Item, write: Extract<Write, { kind: 'ledger-claim' }>): Item | undefined =>
  applied(day, {
    kind: 'ledger-release',
    key: write.key,
    firstQuantum: write.firstQuantum,
    quantumCount: write.quantumCount,
  })
