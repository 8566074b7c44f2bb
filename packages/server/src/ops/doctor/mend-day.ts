import type { BlockMark, HoldMark, LedgerDay } from '@holdfast/engine'
import {
  type DayFacts,
  isLapsed,
  isRightMark,
  markOf,
  quantaOf,
  Standing,
  strayMarks,
} from './ledger-day.ts'
import type { Owner } from './ledger-owners.ts'

/** A day as it should be, and the owners that were given something: they must still be as they were. */
export interface MendedDay {
  readonly next: LedgerDay
  readonly given: readonly Owner[]
}

/**
 * Makes a day right as far as that is safe: what nobody owns is released, marks without an owner go,
 * and owners get back what they lack where nobody else stands. What somebody stands on is never
 * released, and where two stand nothing changes. Undefined: there is nothing to mend.
 */
export function mendDay(day: DayFacts, nowEpochSeconds: number): MendedDay | undefined {
  const given = new Set<Owner>()
  let next = mendOnce(day, nowEpochSeconds, given)
  if (next === undefined) return undefined
  // A mark that was made smaller may have stood in somebody's way. It ends: each round but the last
  // gives an owner what it lacked.
  for (let last: LedgerDay | undefined = next; last; ) {
    next = last
    last = mendOnce({ ...day, state: { ...next, rev: day.state.rev } }, nowEpochSeconds, given)
  }
  return { next, given: [...given] }
}

function mendOnce(
  day: DayFacts,
  nowEpochSeconds: number,
  given: Set<Owner>,
): LedgerDay | undefined {
  const { state, owners } = day
  const standing = new Standing(day)
  const marks = mendMarks(day, nowEpochSeconds, standing, given)
  const claimed = new Set([...marks.values()].flatMap(quantaOf))
  const taken = new Set<number>()
  for (const owner of owners) {
    const mark = marks.get(owner)
    // A lapsed hold without a mark has lost what it had.
    const isOver = owner.standing === 'held' && !mark && isLapsed(owner, nowEpochSeconds)
    if (!isOver) for (const quantum of quantaOf(owner)) claimed.add(quantum)
    // Quanta without their mark could not be given back by their owner.
    const isSettled = owner.standing === 'firm' || (mark && isRightMark(mark, owner))
    if (!isSettled) continue
    for (const quantum of quantaOf(owner)) {
      if (state.taken.has(quantum) || !standing.isFreeFor(owner, quantum)) continue
      taken.add(quantum)
      given.add(owner)
    }
  }
  for (const quantum of state.taken) if (claimed.has(quantum)) taken.add(quantum)

  const isSameTaken =
    taken.size === state.taken.size && [...taken].every((quantum) => state.taken.has(quantum))
  const isSameMarks =
    strayMarks(day).size === 0 && owners.every((owner) => marks.get(owner) === markOf(state, owner))
  if (isSameTaken && isSameMarks) return undefined
  const kept = [...marks.values()]
  return {
    taken,
    holds: kept.filter((mark) => 'bookingId' in mark),
    blocks: kept.filter((mark) => 'blockId' in mark),
  }
}

/** The marks that the day should have: right ones, and wrong ones that cannot be made right. */
function mendMarks(
  { state, owners }: DayFacts,
  nowEpochSeconds: number,
  standing: Standing,
  given: Set<Owner>,
): ReadonlyMap<Owner, HoldMark | BlockMark> {
  const marks = new Map<Owner, HoldMark | BlockMark>()
  for (const owner of owners) {
    if (owner.standing === 'firm') continue
    const mark = markOf(state, owner)
    const isFree = quantaOf(owner).every((quantum) => standing.isFreeFor(owner, quantum))
    // Nothing is given back to a hold that has lapsed: its time is free.
    const isOver = mark === undefined && isLapsed(owner, nowEpochSeconds)
    if (mark && (isRightMark(mark, owner) || !isFree)) marks.set(owner, mark)
    else if (!isOver && isFree) {
      marks.set(owner, newMark(owner))
      standing.add(owner, owner)
      given.add(owner)
    }
  }
  return marks
}

const newMark = ({ standing, id, firstQuantum, quantumCount, ...owner }: Owner) =>
  standing === 'block'
    ? { blockId: id, firstQuantum, quantumCount }
    : {
        bookingId: id,
        firstQuantum,
        quantumCount,
        expiresAtEpochSeconds: owner.expiresAtEpochSeconds as number,
      }
