import { invariant } from '../kernel/invariant.ts'
import { ok, type Result, refuse } from '../kernel/result.ts'

/** A claim on a ledger day that is not final: quanta `[first, first + count)`, lapsing at an epoch second. */
export interface HoldMark {
  readonly bookingId: string
  readonly firstQuantum: number
  readonly quantumCount: number
  readonly expiresAtEpochSeconds: number
}

/** Time that a block takes on a ledger day: quanta `[first, first + count)`. */
export interface BlockMark {
  readonly blockId: string
  readonly firstQuantum: number
  readonly quantumCount: number
}

/**
 * What a ledger item says of one UTC day. `taken` holds every claimed quantum, also those of holds
 * and blocks; a mark names the owner of some of them. Confirmed bookings leave no mark.
 */
export interface LedgerDay {
  readonly taken: ReadonlySet<number>
  readonly holds: readonly HoldMark[]
  readonly blocks: readonly BlockMark[]
}

/** Quanta `[first, first + count)` of one day. */
export interface QuantumRange {
  readonly firstQuantum: number
  readonly quantumCount: number
}

/** Says whether a hold has lapsed: from its expiry on (closed), its time is free. */
export const hasLapsed = (hold: HoldMark, nowEpochSeconds: number): boolean =>
  hold.expiresAtEpochSeconds <= nowEpochSeconds

const overlaps = (a: QuantumRange, b: QuantumRange): boolean =>
  a.firstQuantum < b.firstQuantum + b.quantumCount &&
  b.firstQuantum < a.firstQuantum + a.quantumCount

/** The quanta that are not free now: all that is taken, less what only lapsed holds take. */
export function occupiedQuanta(day: LedgerDay, nowEpochSeconds: number): ReadonlySet<number> {
  const lapsed = day.holds.filter((hold) => hasLapsed(hold, nowEpochSeconds))
  if (lapsed.length === 0) return day.taken
  const occupied = new Set(day.taken)
  for (const hold of lapsed) {
    const end = hold.firstQuantum + hold.quantumCount
    for (let quantum = hold.firstQuantum; quantum < end; quantum += 1) occupied.delete(quantum)
  }
  return occupied
}

/** A change of one ledger day: what is given back, what is taken, and under which mark. */
export interface DayChange {
  readonly release?: QuantumRange
  /** The mark that goes with what is released. */
  readonly releaseMark?: { readonly holdOf: string } | { readonly blockId: string }
  readonly claim?: QuantumRange
  readonly hold?: HoldMark
  readonly block?: BlockMark
}

/** Why a day cannot take a claim: a quantum that somebody else holds. */
export interface QuantumTaken {
  readonly firstTakenQuantum: number
}

/**
 * Decides a change on the content of a day and returns the new content, or the first quantum that
 * stands in the way. Lapsed holds in the way of the claim are taken over: they lose all their
 * quanta of that day, not only those that are claimed. The result is to be committed on condition
 * that the day is still as it was read.
 */
export function changeDay(
  day: LedgerDay,
  change: DayChange,
  nowEpochSeconds: number,
): Result<LedgerDay, QuantumTaken> {
  const taken = new Set(day.taken)
  let holds = day.holds
  let blocks = day.blocks
  if (change.release) removeRange(taken, change.release)
  const mark = change.releaseMark
  if (mark && 'holdOf' in mark) holds = holds.filter((hold) => hold.bookingId !== mark.holdOf)
  if (mark && 'blockId' in mark) blocks = blocks.filter((block) => block.blockId !== mark.blockId)
  const { claim } = change
  if (claim) {
    const inTheWay = holds.filter(
      (hold) => hasLapsed(hold, nowEpochSeconds) && overlaps(hold, claim),
    )
    for (const hold of inTheWay) removeRange(taken, hold)
    holds = holds.filter((hold) => !inTheWay.includes(hold))
    const end = claim.firstQuantum + claim.quantumCount
    for (let quantum = claim.firstQuantum; quantum < end; quantum += 1) {
      if (taken.has(quantum)) return refuse({ firstTakenQuantum: quantum })
      taken.add(quantum)
    }
    if (change.hold) holds = [...holds, change.hold]
    if (change.block) blocks = [...blocks, change.block]
  }
  return ok({ taken, holds, blocks })
}

function removeRange(quanta: Set<number>, range: QuantumRange): void {
  const end = range.firstQuantum + range.quantumCount
  for (let quantum = range.firstQuantum; quantum < end; quantum += 1) {
    invariant(quanta.delete(quantum), `quantum ${quantum} was to be given back but is not taken`)
  }
}
