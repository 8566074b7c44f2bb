import {
  EMPTY_SET,
  firstEndingAfter,
  firstOverlap,
  type IntervalSet,
} from '../availability/interval-set.ts'
import type { Occupied } from '../availability/occupied.ts'
import type { SlotPolicy } from '../availability/policy.ts'
import { computeGrid, type GridStarts, slotClaim } from '../availability/slots.ts'
import { indexesWithin } from '../availability/working-hours.ts'
import { QUANTUM_MINUTES } from '../claims/claim.ts'
import { invariant } from '../kernel/invariant.ts'
import { areDisjoint, CANDIDATES_MAX, canServe, type IsFree, type Need } from './matching.ts'

/** The time of one candidate. */
export interface CandidateTime {
  /** When it takes bookings: working hours less time off. Undefined: always. */
  readonly bookable: IntervalSet | undefined
  /** Its claims and busy times; complete within `claimReach` of the range. */
  readonly occupied: Occupied
}

/** A query for the slots of a team that start in `[fromEpochMinutes, toEpochMinutes)`, at most 400 days. */
export interface TeamQuery {
  /**
   * The policies whose grids offer the starts: one of the event type if it has hours of its own, else one
   * for each candidate with a schedule. They differ in their rules and zones only.
   */
  readonly grids: readonly SlotPolicy[]
  /** Who and what a slot needs. Candidates are indexes of `candidates`. */
  readonly needs: readonly Need[]
  readonly candidates: readonly CandidateTime[]
  readonly fromEpochMinutes: number
  readonly toEpochMinutes: number
  readonly nowEpochSeconds: number
}

/**
 * The starts of all open slots of a team, ascending, and whether each can be booked: whether every need
 * finds its count of candidates, all different, each working and free for the whole slot with its buffers.
 */
export function computeTeamGrid(query: TeamQuery): GridStarts {
  const { starts, available } = openStarts(query)
  const isServed = servedStarts(query, starts)
  return { starts, available: available.map((isOpen, index) => isOpen && isServed(index)) }
}

/** The starts of a team that can be booked, ascending, in epoch minutes. */
export function computeTeamSlots(query: TeamQuery): readonly number[] {
  const { starts, available } = openStarts(query)
  const open = starts.filter((_, index) => available[index])
  const isServed = servedStarts(query, open)
  return open.filter((_, index) => isServed(index))
}

/** Reports whether a candidate works and is free for the whole slot that starts at an instant. */
export function isCandidateFree(
  { bookable, occupied }: CandidateTime,
  policy: SlotPolicy,
  startEpochMinutes: number,
): boolean {
  const claim = slotClaim(policy, startEpochMinutes)
  if (firstOverlap(occupied, claim.startEpochMinutes, claim.endEpochMinutes)) return false
  const { durationMinutes } = policy
  return (
    bookable === undefined ||
    indexesWithin([startEpochMinutes], durationMinutes, bookable).length > 0
  )
}

/** The starts of all grids, each once, and whether notice and advance allow them. */
function openStarts({ grids, ...range }: TeamQuery): GridStarts {
  const { fromEpochMinutes, toEpochMinutes, nowEpochSeconds } = range
  const all = grids.map((policy) =>
    computeGrid({ policy, fromEpochMinutes, toEpochMinutes, nowEpochSeconds, occupied: EMPTY_SET }),
  )
  const [first] = all
  if (first === undefined) return { starts: [], available: [] }
  if (all.length === 1) return first
  const isAvailable = new Map<number, boolean>()
  for (const { starts, available } of all) {
    for (const [index, start] of starts.entries()) {
      isAvailable.set(start, isAvailable.get(start) === true || available[index] === true)
    }
  }
  const starts = [...isAvailable.keys()].sort((a, b) => a - b)
  return { starts, available: starts.map((start) => isAvailable.get(start) === true) }
}

/** Answers for each of ascending starts whether its needs are served. */
function servedStarts(
  { grids, needs, candidates }: TeamQuery,
  starts: readonly number[],
): (index: number) => boolean {
  const [policy] = grids
  invariant(candidates.length <= CANDIDATES_MAX, 'a team has too many candidates')
  if (policy === undefined) return () => false
  const free = candidates.map((candidate) => freeStarts(candidate, policy, starts))
  if (areDisjoint(needs)) return (index) => needs.every((need) => hasEnough(need, free, index))
  // The same candidates are free at most starts, so each set of them is matched once.
  const known = new Map<number, boolean>()
  return (index) => {
    let set = 0
    // Candidates are fewer than 53 bits, which a number holds exactly.
    for (let each = 0; each < free.length; each += 1) if (free[each]?.[index]) set += 2 ** each
    const before = known.get(set)
    if (before !== undefined) return before
    const isFree: IsFree = (candidate) => free[candidate]?.[index] === 1
    const isServed = canServe(needs, isFree)
    known.set(set, isServed)
    return isServed
  }
}

function hasEnough(
  { candidates, count }: Need,
  free: readonly Uint8Array[],
  index: number,
): boolean {
  let found = 0
  for (const candidate of candidates) {
    if (found >= count) return true
    found += free[candidate]?.[index] ?? 0
  }
  return found >= count
}

/** For each of ascending starts 1 if the candidate works and is free for the whole slot, else 0. */
function freeStarts(
  { bookable, occupied }: CandidateTime,
  policy: SlotPolicy,
  starts: readonly number[],
): Uint8Array {
  const free = new Uint8Array(starts.length)
  const { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes } = policy
  if (bookable === undefined) free.fill(1)
  else for (const index of indexesWithin(starts, durationMinutes, bookable)) free[index] = 1
  let next = firstEndingAfter(occupied, quantumFloor((starts[0] ?? 0) - bufferBeforeMinutes))
  for (let index = 0; index < starts.length; index += 1) {
    const start = starts[index] as number
    // As in `scanGrid`: rounding the occupied time outward equals rounding the claim.
    while (
      next < occupied.length &&
      quantumCeil(occupied[next + 1] as number) <= start - bufferBeforeMinutes
    ) {
      next += 2
    }
    if (next >= occupied.length) break
    const end = start + durationMinutes + bufferAfterMinutes
    if (quantumFloor(occupied[next] as number) < end) free[index] = 0
  }
  return free
}

const quantumFloor = (epochMinutes: number): number =>
  Math.floor(epochMinutes / QUANTUM_MINUTES) * QUANTUM_MINUTES
const quantumCeil = (epochMinutes: number): number =>
  Math.ceil(epochMinutes / QUANTUM_MINUTES) * QUANTUM_MINUTES
