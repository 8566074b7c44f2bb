import {
  contains,
  EMPTY_SET,
  firstEndingAfter,
  firstOverlap,
  type IntervalSet,
} from '../availability/interval-set.ts'
import type { Occupied } from '../availability/occupied.ts'
import type { SlotPolicy } from '../availability/policy.ts'
import { computeGrid, endsWithin, type GridStarts } from '../availability/slots.ts'
import { indexesWithin } from '../availability/working-hours.ts'
import { quantumCeil, quantumFloor } from '../claims/claim.ts'
import {
  type BufferedDuration,
  buffersOf,
  claimsOfNeed,
  hasDays,
  lengthAt,
  type NeededTime,
  type Stretch,
  spansAt,
  stretchesOf,
} from '../claims/spans.ts'
import { invariant } from '../kernel/invariant.ts'
import { areDisjoint, CANDIDATES_MAX, canServe, type IsFree, type Need } from './matching.ts'

/** The time of one candidate. */
export interface CandidateTime {
  /** When it takes bookings: working hours less time off. Undefined: always. */
  readonly bookable: IntervalSet | undefined
  /** When a booking of it may start and end, if the hours apply to these: see `slotHours`. Absent: no bound. */
  readonly endsIn?: IntervalSet
  /** Its claims and busy times; complete within `claimReach` of the range. */
  readonly occupied: Occupied
  /** Whether its limits leave room for another booking at a start, in epoch minutes. Absent: always. */
  readonly hasRoomAt?: (startEpochMinutes: number, needed: NeededTime) => boolean
  /** The last start for which it is offered, in epoch minutes: it is kept back from later ones. Absent: no last one. */
  readonly lastStartEpochMinutes?: number
}

/** A need, and when it needs its candidates. */
export interface TimedNeed extends Need {
  /** Absent: as the policy says. Needs at the same time share the same object. */
  readonly time?: NeededTime
}

/** The time of the booking itself. */
const AS_BOOKED: NeededTime = {}

/** A query for the slots of a team that start in `[fromEpochMinutes, toEpochMinutes)`, at most 400 days. */
export interface TeamQuery {
  /**
   * The policies whose grids offer the starts: one of the event type if it has hours of its own, else one
   * for each candidate with a schedule. They differ in their rules and zones only.
   */
  readonly grids: readonly SlotPolicy[]
  /** Who and what a slot needs. Candidates are indexes of `candidates`. */
  readonly needs: readonly TimedNeed[]
  readonly candidates: readonly CandidateTime[]
  readonly fromEpochMinutes: number
  readonly toEpochMinutes: number
  readonly nowEpochSeconds: number
  /** The zone of the event type: the days of spans begin at the wall time of a start there. */
  readonly timeZone: string
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

/**
 * Reports whether a candidate works and is free for a slot that starts at an instant, whenever it needs the candidate, has
 * room, and is not kept back.
 */
export function isCandidateFree(
  { bookable, endsIn, occupied, hasRoomAt, lastStartEpochMinutes = Infinity }: CandidateTime,
  policy: BufferedDuration,
  startEpochMinutes: number,
  needed: NeededTime = AS_BOOKED,
): boolean {
  if (startEpochMinutes > lastStartEpochMinutes) return false
  if (endsIn && !endsWithin(endsIn, policy.durationMinutes)(startEpochMinutes)) return false
  if (hasRoomAt?.(startEpochMinutes, needed) === false) return false
  for (const claim of claimsOfNeed(needed, policy, startEpochMinutes)) {
    if (firstOverlap(occupied, claim.startEpochMinutes, claim.endEpochMinutes)) return false
  }
  return stretchesOf(needed, policy).every(({ offsetMinutes, durationMinutes }) => {
    const from = startEpochMinutes + offsetMinutes
    return bookable === undefined || contains(bookable, from, from + durationMinutes)
  })
}

/** The starts of all grids, each once, and whether notice and advance allow them. */
function openStarts({ grids, ...range }: TeamQuery): GridStarts {
  const { fromEpochMinutes, toEpochMinutes, nowEpochSeconds } = range
  const all = grids.map((policy) =>
    computeGrid({ policy, fromEpochMinutes, toEpochMinutes, nowEpochSeconds, occupied: EMPTY_SET }),
  )
  return all.reduce(mergeGrids, { starts: [], available: [] })
}

/** The starts of two grids, each once; available if either says so. */
function mergeGrids(a: GridStarts, b: GridStarts): GridStarts {
  if (a.starts.length === 0) return b
  const starts: number[] = []
  const available: boolean[] = []
  let i = 0
  let j = 0
  while (i < a.starts.length || j < b.starts.length) {
    const ofA = a.starts[i] ?? Number.POSITIVE_INFINITY
    const ofB = b.starts[j] ?? Number.POSITIVE_INFINITY
    starts.push(Math.min(ofA, ofB))
    available.push(
      (ofA <= ofB && a.available[i] === true) || (ofB <= ofA && b.available[j] === true),
    )
    if (ofA <= ofB) i += 1
    if (ofB <= ofA) j += 1
  }
  return { starts, available }
}

/** What decides whether the needs of starts are served. */
type Serving = Pick<TeamQuery, 'needs' | 'candidates'> & { readonly policy: SlotPolicy | undefined }

/** Answers for each of ascending starts whether its needs are served. */
function servedStarts(
  { grids, needs, candidates, timeZone }: TeamQuery,
  starts: readonly number[],
): (index: number) => boolean {
  const [policy] = grids
  const times = needs.map(({ time = AS_BOOKED }) => time)
  if (policy === undefined || !times.some(hasDays)) {
    return servedAlike({ needs, candidates, policy }, starts)
  }
  const isServed = stretchesAlike(times, timeZone, starts).map(({ from, to }) => {
    const at = { timeZone, startEpochMinutes: starts[from] as number }
    const durationMinutes = lengthAt(times, policy.durationMinutes, at)
    const whole = [{ offsetMinutes: 0, durationMinutes }]
    const there = new Map(
      times.map((time) => [time, time.spans ? spansAt(time, at) : { ...time, spans: whole }]),
    )
    const timed = needs.map((need, index) => ({
      ...need,
      time: there.get(times[index] as NeededTime) as NeededTime,
    }))
    const own = starts.slice(from, to)
    const served = servedAlike({ needs: timed, candidates, policy }, own)
    return own.map((_, index) => served(index))
  })
  const all = isServed.flat()
  return (index) => all[index] === true
}

/** Splits ascending starts where clocks change for a day of the spans: within a part, all spans are equally far from the start. */
function stretchesAlike(
  times: readonly NeededTime[],
  timeZone: string,
  starts: readonly number[],
): readonly { readonly from: number; readonly to: number }[] {
  const parts: { from: number; to: number }[] = []
  let last: string | undefined
  for (const [index, startEpochMinutes] of starts.entries()) {
    const at = { timeZone, startEpochMinutes }
    const shifts = times.flatMap((time) =>
      (spansAt(time, at).spans ?? []).map(({ clockShiftMinutes = 0 }) => clockShiftMinutes),
    )
    const name = shifts.join()
    const part = parts.at(-1)
    if (part && name === last) part.to = index + 1
    else parts.push({ from: index, to: index + 1 })
    last = name
  }
  return parts
}

/** Answers for each of ascending starts whether its needs are served, if all spans are equally far from each of them. */
function servedAlike(
  { policy, needs, candidates }: Serving,
  starts: readonly number[],
): (index: number) => boolean {
  const isBounded = needs.every((need) => need.candidates.length <= CANDIDATES_MAX)
  invariant(isBounded, 'a requirement has too many candidates')
  if (policy === undefined) return () => false
  const times = [...new Set(needs.map(({ time = AS_BOOKED }) => time))]
  // The candidates at the first time, then at the next one.
  const free = times.flatMap((time) =>
    candidates.map((candidate) => freeStarts(candidate, policy, starts, time)),
  )
  const firstOf = needs.map(({ time = AS_BOOKED }) => times.indexOf(time) * candidates.length)
  if (areDisjoint(needs)) return withEnough(needs, free, firstOf, starts.length)
  const sets = freeSets(free, starts.length)
  // Often the same candidates are free at many starts, so each set of them is matched once.
  const known = new Map<number, boolean>()
  return (index) => {
    const set = sets[index] as number
    const before = known.get(set)
    if (before !== undefined) return before
    const isFree: IsFree = (candidate, need) =>
      free[(firstOf[need] as number) + candidate]?.[index] === 1
    const isServed = canServe(needs, isFree)
    known.set(set, isServed)
    return isServed
  }
}

/** For each start a number of the set of candidates who are free, at each time, the same for the same set. */
function freeSets(free: readonly Uint8Array[], count: number): Float64Array {
  const sets = new Float64Array(count)
  for (const [candidate, flags] of free.entries()) {
    const place = candidate % CANDIDATES_AT_ONCE
    if (place === 0 && candidate > 0) renumber(sets)
    const bit = 2 ** place
    for (let index = 0; index < count; index += 1) {
      if (flags[index] === 1) sets[index] = (sets[index] as number) + bit
    }
  }
  return sets
}

/** The bits of so many candidates fit below the number of a set: 2^35 times 115,200 starts is exact. */
const CANDIDATES_AT_ONCE = 35

/** Numbers sets from 0 and moves their numbers above the bits of the next candidates. */
function renumber(sets: Float64Array): void {
  const numbers = new Map<number, number>()
  for (const [index, set] of sets.entries()) {
    const number = numbers.get(set) ?? numbers.size
    numbers.set(set, number)
    sets[index] = number * 2 ** CANDIDATES_AT_ONCE
  }
}

/** Answers for each start whether every need has its count of free candidates, if no two needs share any. */
function withEnough(
  needs: readonly Need[],
  free: readonly Uint8Array[],
  firstOf: readonly number[],
  starts: number,
): (index: number) => boolean {
  const isServed = new Uint8Array(starts).fill(1)
  const found = new Uint8Array(starts)
  for (const [need, { candidates, count }] of needs.entries()) {
    found.fill(0)
    for (const candidate of candidates) {
      const flags = free[(firstOf[need] as number) + candidate]
      if (flags === undefined) continue
      for (let index = 0; index < starts; index += 1) {
        found[index] = (found[index] as number) + (flags[index] as number)
      }
    }
    for (let index = 0; index < starts; index += 1) {
      if ((found[index] as number) < count) isServed[index] = 0
    }
  }
  return (index) => isServed[index] === 1
}

/** For each of ascending starts 1 if the candidate works, is free whenever it is needed, has room, and is offered, else 0. */
function freeStarts(
  { bookable, endsIn, occupied, hasRoomAt, lastStartEpochMinutes }: CandidateTime,
  policy: SlotPolicy,
  starts: readonly number[],
  needed: NeededTime,
): Uint8Array {
  const free = new Uint8Array(starts.length).fill(1)
  if (lastStartEpochMinutes !== undefined) {
    const kept = starts.findIndex((start) => start > lastStartEpochMinutes)
    if (kept !== -1) free.fill(0, kept)
  }
  const buffers = buffersOf(needed, policy)
  for (const stretch of stretchesOf(needed, policy)) {
    if (bookable) clearClosed(free, starts, stretch, bookable)
    clearOccupied(free, starts, { ...stretch, ...buffers }, occupied)
  }
  if (endsIn) {
    const canEnd = endsWithin(endsIn, policy.durationMinutes)
    for (let index = 0; index < starts.length; index += 1) {
      if (free[index] === 1 && !canEnd(starts[index] as number)) free[index] = 0
    }
  }
  if (hasRoomAt) {
    for (let index = 0; index < starts.length; index += 1) {
      if (free[index] === 1 && !hasRoomAt(starts[index] as number, needed)) free[index] = 0
    }
  }
  return free
}

/** Sets 0 for the starts at which a stretch does not lie within the bookable time. */
function clearClosed(
  free: Uint8Array,
  starts: readonly number[],
  { offsetMinutes, durationMinutes }: Stretch,
  bookable: IntervalSet,
): void {
  let next = 0
  for (const index of indexesWithin(starts, durationMinutes, bookable, offsetMinutes)) {
    free.fill(0, next, index)
    next = index + 1
  }
  free.fill(0, next)
}

/** Sets 0 for the starts at which a stretch with its buffers shares a quantum with occupied time. */
function clearOccupied(
  free: Uint8Array,
  starts: readonly number[],
  { offsetMinutes, durationMinutes, bufferBeforeMinutes, bufferAfterMinutes }: BufferedStretch,
  occupied: Occupied,
): void {
  const before = bufferBeforeMinutes - offsetMinutes
  const after = offsetMinutes + durationMinutes + bufferAfterMinutes
  // As in `scanGrid`: rounding the occupied time outward equals rounding the claim.
  let next = firstEndingAfter(occupied, quantumFloor((starts[0] ?? 0) - before))
  let busyStart = quantumFloor(occupied[next] ?? Number.POSITIVE_INFINITY)
  let busyEnd = quantumCeil(occupied[next + 1] ?? Number.POSITIVE_INFINITY)
  for (let index = 0; index < starts.length; index += 1) {
    const start = starts[index] as number
    while (busyEnd <= start - before) {
      next += 2
      busyStart = quantumFloor(occupied[next] ?? Number.POSITIVE_INFINITY)
      busyEnd = quantumCeil(occupied[next + 1] ?? Number.POSITIVE_INFINITY)
    }
    if (busyStart < start + after) free[index] = 0
  }
}

type BufferedStretch = Stretch & ReturnType<typeof buffersOf>
