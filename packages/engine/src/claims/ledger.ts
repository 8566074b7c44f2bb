import { invariant } from '../kernel/invariant.ts'
import { ok, type Result, refuse } from '../kernel/result.ts'

/** A hold on a ledger day: a temporary claim of the quanta `[first, first + count)`. */
export interface HoldMark {
  readonly bookingId: string
  readonly firstQuantum: number
  readonly quantumCount: number
  readonly expiresAtEpochSeconds: number
}

/** A block on a ledger day: the quanta `[first, first + count)`. */
export interface BlockMark {
  readonly blockId: string
  readonly firstQuantum: number
  readonly quantumCount: number
}

/** A confirmed booking of several providers on a ledger day: the quanta `[first, first + count)`. */
export interface BookingMark {
  readonly bookingId: string
  readonly firstQuantum: number
  readonly quantumCount: number
}

/**
 * The claims on one UTC day. `taken` contains every claimed quantum, those of all marks included. Holds
 * and blocks have a mark that names their owner. Of the confirmed bookings, only those of several
 * providers have one: it finds them where the index of bookings names another provider.
 */
export interface LedgerDay {
  readonly taken: ReadonlySet<number>
  readonly holds: readonly HoldMark[]
  readonly blocks: readonly BlockMark[]
  /** Absent: none. */
  readonly bookings?: readonly BookingMark[]
}

/** Names the mark to remove: of a booking's hold, of a block, or of a confirmed booking. */
export type MarkOwner =
  | { readonly holdOf: string }
  | { readonly blockId: string }
  | { readonly bookingOf: string }

/** Quanta `[first, first + count)` of one day. */
export interface QuantumRange {
  readonly firstQuantum: number
  readonly quantumCount: number
}

/** Reports whether a hold has lapsed. At the second of its expiry it has. */
export const hasLapsed = (hold: HoldMark, nowEpochSeconds: number): boolean =>
  hold.expiresAtEpochSeconds <= nowEpochSeconds

/** Whether two ranges of one day have a quantum in common. */
export const overlaps = (a: QuantumRange, b: QuantumRange): boolean =>
  a.firstQuantum < b.firstQuantum + b.quantumCount &&
  b.firstQuantum < a.firstQuantum + a.quantumCount

/** Which marks give way to a claim although they have not lapsed, by their owners. */
export type Yields = (ownerId: string) => boolean

/**
 * The quanta that are occupied now: all taken quanta except those of lapsed holds, and of holds that give way. `yields`:
 * default: none.
 */
export function occupiedQuanta(
  day: LedgerDay,
  nowEpochSeconds: number,
  yields?: Yields,
): ReadonlySet<number> {
  const lapsed = day.holds.filter(
    (hold) => hasLapsed(hold, nowEpochSeconds) || yields?.(hold.bookingId),
  )
  if (lapsed.length === 0) return day.taken
  const occupied = new Set(day.taken)
  for (const hold of lapsed) {
    const end = hold.firstQuantum + hold.quantumCount
    for (let quantum = hold.firstQuantum; quantum < end; quantum += 1) occupied.delete(quantum)
  }
  return occupied
}

/** A change of one ledger day: the quanta to release, the quanta to claim, and their marks. */
export interface DayChange {
  readonly release?: QuantumRange
  /** The mark to remove with the released quanta. */
  readonly releaseMark?: MarkOwner
  readonly claim?: QuantumRange
  readonly hold?: HoldMark
  readonly block?: BlockMark
  readonly booking?: BookingMark
}

/** Why a claim is refused: its first quantum that is already taken. */
export interface QuantumTaken {
  readonly firstTakenQuantum: number
}

/**
 * Applies a change to a day and returns the new day, or refuses it with the first taken quantum. The
 * release comes first, so a move may claim quanta that it releases. A claim that overlaps a lapsed
 * hold removes that hold with all its quanta on the day. One that gives way keeps the quanta that are
 * not claimed. The caller must commit the new day on the
 * condition that the stored day has not changed. Throws if a quantum to release is not taken.
 */
export function changeDay(
  day: LedgerDay,
  change: DayChange,
  nowEpochSeconds: number,
  yields?: Yields,
): Result<LedgerDay, QuantumTaken> {
  const taken = new Set(day.taken)
  let holds = day.holds
  let blocks = day.blocks
  let bookings = day.bookings ?? []
  if (change.release) removeRange(taken, change.release)
  const mark = change.releaseMark
  if (mark && 'holdOf' in mark) holds = holds.filter((hold) => hold.bookingId !== mark.holdOf)
  if (mark && 'blockId' in mark) blocks = blocks.filter((block) => block.blockId !== mark.blockId)
  if (mark && 'bookingOf' in mark) {
    bookings = bookings.filter((booking) => booking.bookingId !== mark.bookingOf)
  }
  const { claim } = change
  if (claim) {
    const gaveWay: HoldMark[] = []
    const inTheWay = holds.filter((hold) => {
      if (!overlaps(hold, claim)) return false
      if (hasLapsed(hold, nowEpochSeconds)) return true
      if (!yields?.(hold.bookingId)) return false
      gaveWay.push(...partsBeside(hold, claim))
      return true
    })
    if (inTheWay.length > 0) {
      for (const hold of inTheWay) removeRange(taken, hold)
      for (const quantum of gaveWay.flatMap(quantaOf)) taken.add(quantum)
      holds = [...holds.filter((hold) => !inTheWay.includes(hold)), ...gaveWay]
    }
    const end = claim.firstQuantum + claim.quantumCount
    for (let quantum = claim.firstQuantum; quantum < end; quantum += 1) {
      if (taken.has(quantum)) return refuse({ firstTakenQuantum: quantum })
      taken.add(quantum)
    }
    if (change.hold) holds = [...holds, change.hold]
    if (change.block) blocks = [...blocks, change.block]
    if (change.booking) bookings = [...bookings, change.booking]
  }
  return ok({ taken, holds, blocks, ...(bookings.length > 0 && { bookings }) })
}

const quantaOf = ({ firstQuantum, quantumCount }: QuantumRange): readonly number[] =>
  Array.from({ length: quantumCount }, (_, index) => firstQuantum + index)

/** A mark for each part of a hold that lies before or after a claim. A second one has a name of its own. */
function partsBeside(hold: HoldMark, claim: QuantumRange): readonly HoldMark[] {
  const end = hold.firstQuantum + hold.quantumCount
  const claimEnd = claim.firstQuantum + claim.quantumCount
  const before = { ...hold, quantumCount: claim.firstQuantum - hold.firstQuantum }
  const after = { ...hold, firstQuantum: claimEnd, quantumCount: end - claimEnd }
  if (after.quantumCount <= 0) return before.quantumCount <= 0 ? [] : [before]
  if (before.quantumCount <= 0) return [after]
  return [before, { ...after, bookingId: `${hold.bookingId}.${claimEnd}` }]
}

function removeRange(quanta: Set<number>, range: QuantumRange): void {
  const end = range.firstQuantum + range.quantumCount
  for (let quantum = range.firstQuantum; quantum < end; quantum += 1) {
    invariant(quanta.delete(quantum), `quantum ${quantum} is released but not taken`)
  }
}
