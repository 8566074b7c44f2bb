import { InvariantViolated, QUANTA_PER_DAY, type QuantumRange } from '@holdfast/engine'
import { ledgerFromItem, TAKEN } from '../kernel/items/ledger-item.ts'
import type { BlockMark, BookingMark, HoldMark, Item, LedgerState } from '../kernel/ports/store.ts'

/** The quanta of a range, ascending. */
export const quantaOf = ({ firstQuantum, quantumCount }: QuantumRange): readonly number[] =>
  Array.from({ length: quantumCount }, (_, index) => firstQuantum + index)

/** A mark of a ledger day, or of a month of nights. */
export type Mark = HoldMark | BlockMark | BookingMark

/** All marks of a day. */
export const marksOf = ({ holds, blocks, bookings = [] }: LedgerState): readonly Mark[] => [
  ...holds,
  ...blocks,
  ...bookings,
]

/** A decoded ledger item, or why it is malformed. */
export type ReadDay = { readonly state: LedgerState } | { readonly problem: string }

const isInDay = ({ firstQuantum, quantumCount }: QuantumRange): boolean =>
  Number.isInteger(firstQuantum) &&
  Number.isInteger(quantumCount) &&
  firstQuantum >= 0 &&
  quantumCount >= 1 &&
  firstQuantum + quantumCount <= QUANTA_PER_DAY

/** Decodes a ledger item that may be malformed. */
export function readDay(item: Item): ReadDay {
  const taken = item[TAKEN]
  if (taken !== undefined && !(taken instanceof Set))
    return { problem: 'The attribute taken is not a number set.' }
  try {
    const state = ledgerFromItem(item)
    if (!marksOf(state).every(isInDay)) {
      return { problem: 'A mark is not within the day.' }
    }
    if (!Number.isSafeInteger(state.rev) || state.rev < 1) {
      return { problem: 'The attribute rev is not a whole number from 1 up.' }
    }
    return { state }
  } catch (error) {
    if (error instanceof InvariantViolated) return { problem: error.message }
    throw error
  }
}
