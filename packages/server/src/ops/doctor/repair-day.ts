import { type BookingMark, invariant, type LedgerDay } from '@holdfast/engine'
import { type Mark, quantaOf } from '../../ledger/read-day.ts'
import {
  type DayFacts,
  isLapsed,
  isRightMark,
  keptMarks,
  markOf,
  Occupancy,
  strayMarks,
} from './ledger-day.ts'
import type { Owner } from './ledger-owners.ts'

/** A repaired day, and the owners whose claims were restored. These must not change before the write. */
export interface RepairedDay {
  readonly next: LedgerDay
  readonly restored: readonly Owner[]
}

/**
 * Repairs a day as far as that is safe. It releases quanta without an owner, removes marks without an
 * owner, and restores the claims and marks of owners where no other owner is. It never releases occupied
 * quanta, and changes nothing where two owners collide. Undefined if there is nothing to repair.
 */
export function repairDay(day: DayFacts, nowEpochSeconds: number): RepairedDay | undefined {
  const restored = new Set<Owner>()
  let next = repairOnce(day, nowEpochSeconds, restored)
  if (next === undefined) return undefined
  // A mark that was shortened may have blocked another owner, so repeat. This terminates: each round but
  // the last restores something of an owner.
  for (let last: LedgerDay | undefined = next; last; ) {
    next = last
    last = repairOnce({ ...day, state: { ...next, rev: day.state.rev } }, nowEpochSeconds, restored)
  }
  return { next, restored: [...restored] }
}

function repairOnce(
  day: DayFacts,
  nowEpochSeconds: number,
  restored: Set<Owner>,
): LedgerDay | undefined {
  const { state, owners } = day
  const occupancy = new Occupancy(day)
  const marks = repairMarks(day, nowEpochSeconds, occupancy, restored)
  const kept = keptMarks(day)
  const claimed = new Set([...marks.values(), ...kept].flatMap(quantaOf))
  const taken = new Set<number>()
  for (const owner of owners) {
    const mark = marks.get(owner)
    // A lapsed hold without a mark has lost its quanta.
    const isLost = owner.claim === 'held' && !mark && isLapsed(owner, nowEpochSeconds)
    if (!isLost) for (const quantum of quantaOf(owner)) claimed.add(quantum)
    // Without its mark, an owner could not release its quanta later.
    const canRelease = owner.claim === 'firm' || (mark && isRightMark(mark, owner))
    if (!canRelease) continue
    for (const quantum of quantaOf(owner)) {
      if (state.taken.has(quantum) || !occupancy.isFreeFor(owner, quantum)) continue
      taken.add(quantum)
      restored.add(owner)
    }
  }
  for (const quantum of state.taken) if (claimed.has(quantum)) taken.add(quantum)

  const isSameTaken =
    taken.size === state.taken.size && [...taken].every((quantum) => state.taken.has(quantum))
  const isSameMarks =
    strayMarks(day).size === 0 && owners.every((owner) => marks.get(owner) === markOf(state, owner))
  if (isSameTaken && isSameMarks) return undefined
  const all = [...marks.values()]
  const bookings = all.filter(
    (mark): mark is BookingMark => 'bookingId' in mark && !('expiresAtEpochSeconds' in mark),
  )
  return {
    taken,
    holds: [...all.filter((mark) => 'expiresAtEpochSeconds' in mark), ...kept],
    blocks: all.filter((mark) => 'blockId' in mark),
    ...(bookings.length > 0 && { bookings }),
  }
}

/** The marks of the repaired day: right ones, and wrong ones that cannot be repaired. */
function repairMarks(
  { state, owners }: DayFacts,
  nowEpochSeconds: number,
  occupancy: Occupancy,
  restored: Set<Owner>,
): ReadonlyMap<Owner, Mark> {
  const marks = new Map<Owner, Mark>()
  for (const owner of owners) {
    if (owner.claim === 'firm') continue
    const mark = markOf(state, owner)
    const isFree = quantaOf(owner).every((quantum) => occupancy.isFreeFor(owner, quantum))
    // A lapsed hold gets nothing back: its time is free.
    const isLost = mark === undefined && isLapsed(owner, nowEpochSeconds)
    if (mark && (isRightMark(mark, owner) || !isFree)) marks.set(owner, mark)
    else if (!isLost && isFree) {
      marks.set(owner, newMark(owner))
      occupancy.add(owner, owner)
      restored.add(owner)
    }
  }
  return marks
}

function newMark({ claim, id, firstQuantum, quantumCount, expiresAtEpochSeconds }: Owner): Mark {
  if (claim === 'block') return { blockId: id, firstQuantum, quantumCount }
  if (claim === 'shared') return { bookingId: id, firstQuantum, quantumCount }
  invariant(expiresAtEpochSeconds !== undefined, 'a pending booking has no expiry')
  return { bookingId: id, firstQuantum, quantumCount, expiresAtEpochSeconds }
}
