import { invariant } from '@holdfast/engine'
import type {
  AttributeValue,
  BlockMark,
  BookingMark,
  HoldMark,
  Item,
  ItemKey,
  LedgerContent,
  LedgerDay,
  LedgerState,
  MarkOwner,
} from '../ports/store.ts'

/**
 * The ledger item: `taken` is a number set of 5-minute quanta of one UTC day (108 = 09:00), absent
 * when empty; `hold:<bookingId>` is `[first, count, expiresAtEpochSeconds]`; `block:<blockId>` is
 * `[first, count]`, and so is `bkg:<bookingId>`; `rev` counts the writes.
 */

export const TAKEN = 'taken'
export const REV = 'rev'
export const HOLD = 'hold:'
const BLOCK = 'block:'
const BOOKING = 'bkg:'

/** The attributes of a ledger item that are no marks. */
const OWN: ReadonlySet<string> = new Set(['PK', 'SK', TAKEN, REV])

/** Name of the attribute that is the ownership token of a booking's hold. */
export const holdAttribute = (bookingId: string): string => `${HOLD}${bookingId}`
/** Name of the attribute that is the ownership token of a block. */
export const blockAttribute = (blockId: string): string => `${BLOCK}${blockId}`
/** Name of the attribute that marks a confirmed booking of several providers. */
export const bookingAttribute = (bookingId: string): string => `${BOOKING}${bookingId}`

/** Name of the attribute of a mark. */
export function markAttribute(mark: MarkOwner): string {
  if ('holdOf' in mark) return holdAttribute(mark.holdOf)
  return 'blockId' in mark ? blockAttribute(mark.blockId) : bookingAttribute(mark.bookingOf)
}

export const holdValue = (hold: HoldMark): readonly number[] => [
  hold.firstQuantum,
  hold.quantumCount,
  hold.expiresAtEpochSeconds,
]
/** The value of the mark of a block or of a confirmed booking. */
export const rangeValue = (mark: BlockMark | BookingMark): readonly number[] => [
  mark.firstQuantum,
  mark.quantumCount,
]

/** A ledger day without an item. */
export const EMPTY_LEDGER: LedgerState = { rev: 0, taken: new Set(), holds: [], blocks: [] }

const numbers = (value: AttributeValue | undefined, count: number): readonly number[] => {
  invariant(Array.isArray(value) && value.length === count, 'a ledger mark is malformed')
  return value as readonly number[]
}

/** Reads a ledger item; `undefined` is the empty day. */
export function ledgerFromItem(item: Item | undefined): LedgerState {
  if (item === undefined) return EMPTY_LEDGER
  const holds: HoldMark[] = []
  const blocks: BlockMark[] = []
  const bookings: BookingMark[] = []
  let others: Record<string, AttributeValue> | undefined
  for (const name in item) {
    if (name.startsWith(HOLD)) {
      const [firstQuantum, quantumCount, expiresAtEpochSeconds] = numbers(item[name], 3)
      holds.push({
        bookingId: name.slice(HOLD.length),
        firstQuantum: firstQuantum as number,
        quantumCount: quantumCount as number,
        expiresAtEpochSeconds: expiresAtEpochSeconds as number,
      })
    } else if (name.startsWith(BLOCK)) {
      const [firstQuantum, quantumCount] = numbers(item[name], 2)
      blocks.push({
        blockId: name.slice(BLOCK.length),
        firstQuantum: firstQuantum as number,
        quantumCount: quantumCount as number,
      })
    } else if (name.startsWith(BOOKING)) {
      const [firstQuantum, quantumCount] = numbers(item[name], 2)
      bookings.push({
        bookingId: name.slice(BOOKING.length),
        firstQuantum: firstQuantum as number,
        quantumCount: quantumCount as number,
      })
    } else if (!OWN.has(name)) {
      others = { ...others, [name]: item[name] as AttributeValue }
    }
  }
  const taken = item[TAKEN]
  return {
    rev: item[REV] as number,
    taken: taken instanceof Set ? (taken as ReadonlySet<number>) : EMPTY_LEDGER.taken,
    holds,
    blocks,
    ...(bookings.length > 0 && { bookings }),
    ...(others && { others }),
  }
}

/** The attributes of a ledger item, without its key and `rev`. */
export function ledgerAttributes(state: LedgerContent): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = { ...state.others }
  if (state.taken.size > 0) attributes[TAKEN] = state.taken
  for (const hold of state.holds) attributes[holdAttribute(hold.bookingId)] = holdValue(hold)
  for (const block of state.blocks) attributes[blockAttribute(block.blockId)] = rangeValue(block)
  for (const booking of state.bookings ?? []) {
    attributes[bookingAttribute(booking.bookingId)] = rangeValue(booking)
  }
  return attributes
}

/** The write of the next content of an item that was read. What this version does not know of it stays. */
export const ledgerReplace = (key: ItemKey, { rev, others }: LedgerState, next: LedgerDay) =>
  ({
    kind: 'ledger-replace',
    key,
    ifRev: rev,
    next: others ? { ...next, others } : next,
  }) as const
