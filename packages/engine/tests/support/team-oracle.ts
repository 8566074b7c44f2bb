import { type OpenRules, parseDate, type SlotPolicy, weekdayOf } from '../../src/index.ts'
import { literalGrid } from './oracle.ts'
import { Temporal } from './temporal.ts'

/**
 * A slow computation of the slots of a team that follows the rules literally: sets of single minutes,
 * Temporal for every conversion, and every combination of candidates tried. It shares only `parseDate`
 * and `weekdayOf` with the engine, as the oracle of one provider does.
 */

const EPOCH = Temporal.PlainDate.from('1970-01-01')

/** A stretch of minutes `[from, to)`, in epoch minutes. */
export type Minutes = readonly [from: number, to: number]

/** What is known of a candidate: its schedule, if it has one, its time off and when it is busy. */
export interface LiteralCandidate {
  readonly schedule: OpenRules | undefined
  readonly timeOff: readonly Minutes[]
  readonly busy: readonly Minutes[]
}

/** A team and what is asked: a policy with a grid of its own, or none and each schedule has one. */
export interface LiteralTeam {
  readonly policy: SlotPolicy
  readonly hasOwnGrid: boolean
  readonly candidates: readonly LiteralCandidate[]
  readonly needs: readonly { readonly candidates: readonly number[]; readonly count: number }[]
  /** The UTC day number in the middle of the range. */
  readonly day: number
}

/** The policies of the grids: the event type's own, or its numbers with each candidate's schedule. */
export const gridsOf = ({ policy, hasOwnGrid, candidates }: LiteralTeam): readonly SlotPolicy[] =>
  hasOwnGrid
    ? [policy]
    : candidates.flatMap(({ schedule }) => (schedule ? [{ ...policy, ...schedule }] : []))

const addMinutes = (set: Set<number>, [from, to]: Minutes): void => {
  for (let minute = from; minute < to; minute += 1) set.add(minute)
}

/** Every open minute of rules from four days before a day to four days after it. */
function openMinutes(rules: OpenRules, day: number): ReadonlySet<number> {
  const open = new Set<number>()
  for (let dayNumber = day - 4; dayNumber <= day + 4; dayNumber += 1) {
    const override = rules.dateOverrides.find(({ date }) => parseDate(date) === dayNumber)
    const weekly = rules.availabilityRules.find(({ weekday }) => weekday === weekdayOf(dayNumber))
    const at = (minute: number) =>
      EPOCH.add({ days: dayNumber })
        .toPlainDateTime()
        .add({ minutes: minute })
        .toZonedDateTime(rules.timeZone, { disambiguation: 'compatible' }).epochMilliseconds /
      60_000
    for (const { startMinute, endMinute } of override?.windows ?? weekly?.windows ?? []) {
      const end = endMinute > startMinute ? endMinute : endMinute + 1440
      addMinutes(open, [at(startMinute), at(end)])
    }
  }
  return open
}

/** Answers whether a candidate works all of a slot and nothing shares five minutes with its claim. */
function freeAt(
  { schedule, timeOff, busy }: LiteralCandidate,
  { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes }: SlotPolicy,
  day: number,
): (start: number) => boolean {
  const open = schedule && openMinutes(schedule, day)
  const off = new Set<number>()
  for (const stretch of timeOff) addMinutes(off, stretch)
  const busyMinutes = new Set<number>()
  for (const stretch of busy) addMinutes(busyMinutes, stretch)
  const busyQuanta = new Set([...busyMinutes].map((minute) => Math.floor(minute / 5)))
  return (start) => {
    for (let minute = start; minute < start + durationMinutes; minute += 1) {
      if (open?.has(minute) === false || off.has(minute)) return false
    }
    const claimEnd = start + durationMinutes + bufferAfterMinutes
    for (let minute = start - bufferBeforeMinutes; minute < claimEnd; minute += 1) {
      if (busyQuanta.has(Math.floor(minute / 5))) return false
    }
    return true
  }
}

/** Tries every way to give each need one candidate a place, nobody twice. */
function canBeServed(
  places: readonly (readonly number[])[],
  isFree: (candidate: number) => boolean,
): boolean {
  const [place, ...others] = places
  if (place === undefined) return true
  return place.some(
    (candidate) =>
      isFree(candidate) && canBeServed(others, (other) => other !== candidate && isFree(other)),
  )
}

/** A start of a grid and what the oracle says of it. */
export interface LiteralStart {
  readonly start: number
  /** Whether notice and advance of some grid with this start allow it. */
  readonly isInTime: boolean
  /** Whether every need finds its people. */
  readonly isServed: boolean
  /** Who is free for the whole slot. */
  readonly free: readonly number[]
}

/** Every start of every grid on the dates around the middle day, ascending, each once. */
export function literalTeamStarts(
  team: LiteralTeam,
  nowEpochSeconds: number,
): readonly LiteralStart[] {
  const { policy, candidates, needs, day } = team
  const inTime = new Map<number, boolean>()
  for (const grid of gridsOf(team)) {
    const dateOf = (epochMinutes: number) =>
      Temporal.Instant.fromEpochMilliseconds(epochMinutes * 60_000)
        .toZonedDateTimeISO(grid.timeZone)
        .toPlainDate()
    const lastDate = dateOf(Math.floor(nowEpochSeconds / 60)).add({ days: grid.maxAdvanceDays })
    for (const start of literalGrid(grid, day - 1, day + 1)) {
      const isInTime =
        start * 60 >= nowEpochSeconds + grid.minNoticeMinutes * 60 &&
        Temporal.PlainDate.compare(dateOf(start), lastDate) <= 0
      inTime.set(start, isInTime || inTime.get(start) === true)
    }
  }
  const areFree = candidates.map((candidate) => freeAt(candidate, policy, day))
  const places = needs.flatMap((need) => Array.from({ length: need.count }, () => need.candidates))
  return [...inTime]
    .sort(([a], [b]) => a - b)
    .map(([start, isInTime]) => {
      const free = candidates.flatMap((_, index) => (areFree[index]?.(start) ? [index] : []))
      const isServed = canBeServed(places, (candidate) => free.includes(candidate))
      return { start, isInTime, isServed, free }
    })
}
