import {
  type NeededTime,
  type OpenRules,
  parseDate,
  type SlotPolicy,
  type Span,
  weekdayOf,
} from '../../src/index.ts'
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

/** What is known of a candidate: its schedule, if it has one, its time off, when it is busy, and whether it is kept back. */
export interface LiteralCandidate {
  readonly schedule: OpenRules | undefined
  readonly timeOff: readonly Minutes[]
  readonly busy: readonly Minutes[]
  /** For how many minutes before a start it is offered. Absent: at any time. */
  readonly keptBackMinutes?: number
}

/** Who is needed, how many of them, and when. */
export interface LiteralNeed {
  readonly candidates: readonly number[]
  readonly count: number
  /** Absent: the whole booking. */
  readonly time?: NeededTime
}

/** A team and what is asked: a policy with a grid of its own, or none and each schedule has one. */
export interface LiteralTeam {
  readonly policy: SlotPolicy
  readonly hasOwnGrid: boolean
  readonly candidates: readonly LiteralCandidate[]
  readonly needs: readonly LiteralNeed[]
  /** The UTC day number in the middle of the range. */
  readonly day: number
}

/** Days after a start on which a booking may still take somebody. */
const daysAheadOf = (spans: readonly Span[]): number =>
  spans.some(({ day = 0 }) => day > 0) ? 15 : 0

/** When a day begins that is counted from the start of a booking: at the same wall time, in minutes from the start. */
function beginOfDay(start: number, day: number, timeZone: string): number {
  if (day === 0) return 0
  const begins = Temporal.Instant.fromEpochMilliseconds(start * 60_000)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .add({ days: day })
    .toZonedDateTime(timeZone, { disambiguation: 'compatible' })
  return begins.epochMilliseconds / 60_000 - start
}

/** A span as minutes from a start of a booking. */
function spanFrom(start: number, span: Span, timeZone: string): Minutes {
  const { day = 0, offsetMinutes, durationMinutes } = span
  const from = beginOfDay(start, day, timeZone) + offsetMinutes - day * 1440
  return [from, from + durationMinutes]
}

/** The spans of a need, as minutes from a start of a booking. */
function spansOf(start: number, { time }: LiteralNeed, team: LiteralTeam): readonly Minutes[] {
  const { timeZone, durationMinutes } = team.policy
  const from = (span: Span) => spanFrom(start, span, timeZone)
  const ends = spansOfNeeds(team).map((span) => from(span)[1])
  return time?.spans?.map(from) ?? [[0, hasDays(team) ? Math.max(...ends) : durationMinutes]]
}

/** The spans of all needs that have some. */
const spansOfNeeds = ({ needs }: LiteralTeam): readonly Span[] =>
  needs.flatMap(({ time }) => time?.spans ?? [])

/** Whether some need has spans on several days. */
const hasDays = (team: LiteralTeam): boolean => daysAheadOf(spansOfNeeds(team)) > 0

/** Whether some need has spans of its own. */
export const hasSpans = ({ needs }: LiteralTeam): boolean =>
  needs.some(({ time }) => time?.spans !== undefined)

/**
 * The policies of the grids: the event type's own, or its numbers with each candidate's schedule. With spans, the event
 * type is open in all of them, but not in the nights between several days; of a schedule, only the start must lie on the grid.
 */
export function gridsOf(team: LiteralTeam): readonly SlotPolicy[] {
  const { policy, hasOwnGrid, candidates, needs } = team
  const { durationMinutes } = policy
  const whole = hasDays(team) ? [] : [{ offsetMinutes: 0, durationMinutes }]
  const openSpans = needs.flatMap(({ time }) => time?.spans ?? whole)
  if (hasOwnGrid) return [hasSpans(team) ? { ...policy, openSpans } : policy]
  const grid = hasSpans(team) ? { ...policy, openSpans: [] } : policy
  return candidates.flatMap(({ schedule }) => (schedule ? [{ ...grid, ...schedule }] : []))
}

const addMinutes = (set: Set<number>, [from, to]: Minutes): void => {
  for (let minute = from; minute < to; minute += 1) set.add(minute)
}

/** Every open minute of rules from four days before a day to four days after it, and as many as a booking takes. */
function openMinutes(rules: OpenRules, day: number, daysAhead: number): ReadonlySet<number> {
  const open = new Set<number>()
  for (let dayNumber = day - 4; dayNumber <= day + 4 + daysAhead; dayNumber += 1) {
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

/** Answers whether a candidate works all spans of a slot and nothing shares five minutes with its claims. */
function freeAt(
  { schedule, timeOff, busy }: LiteralCandidate,
  team: LiteralTeam,
): (start: number, need: LiteralNeed) => boolean {
  const { policy, day } = team
  const open = schedule && openMinutes(schedule, day, daysAheadOf(spansOfNeeds(team)))
  const off = new Set<number>()
  for (const stretch of timeOff) addMinutes(off, stretch)
  const busyMinutes = new Set<number>()
  for (const stretch of busy) addMinutes(busyMinutes, stretch)
  const busyQuanta = new Set([...busyMinutes].map((minute) => Math.floor(minute / 5)))
  return (start, need) => {
    const before = need.time?.bufferBeforeMinutes ?? policy.bufferBeforeMinutes
    const after = need.time?.bufferAfterMinutes ?? policy.bufferAfterMinutes
    return spansOf(start, need, team).every(([from, to]) => {
      for (let minute = start + from; minute < start + to; minute += 1) {
        if (open?.has(minute) === false || off.has(minute)) return false
      }
      for (let minute = start + from - before; minute < start + to + after; minute += 1) {
        if (busyQuanta.has(Math.floor(minute / 5))) return false
      }
      return true
    })
  }
}

/** Tries every way to give each place one of who is free for it, nobody twice. */
function canBeServed(places: readonly (readonly number[])[], taken: readonly number[]): boolean {
  const [place, ...others] = places
  if (place === undefined) return true
  return place.some(
    (candidate) => !taken.includes(candidate) && canBeServed(others, [...taken, candidate]),
  )
}

/** A start of a grid and what the oracle says of it. */
export interface LiteralStart {
  readonly start: number
  /** Whether notice and advance of some grid with this start allow it. */
  readonly isInTime: boolean
  /** Whether every need finds its people. */
  readonly isServed: boolean
  /** Who is free for each need. */
  readonly free: readonly (readonly number[])[]
}

/** The starts of a grid; with spans, those at which all of them are open, minute by minute. */
function literalStartsOf(grid: SlotPolicy, day: number): readonly number[] {
  const { openSpans } = grid
  if (openSpans === undefined) return literalGrid(grid, day - 1, day + 1)
  const open = openMinutes(grid, day, daysAheadOf(openSpans))
  const starts = literalGrid({ ...grid, durationMinutes: 1 }, day - 1, day + 1)
  return starts.filter((start) =>
    openSpans.every((span) => {
      const [from] = spanFrom(start, span, grid.timeZone)
      return Array.from(
        { length: span.durationMinutes },
        (_, minute) => start + from + minute,
      ).every((minute) => open.has(minute))
    }),
  )
}

/** Every start of every grid on the dates around the middle day, ascending, each once. */
export function literalTeamStarts(
  team: LiteralTeam,
  nowEpochSeconds: number,
): readonly LiteralStart[] {
  const { candidates, needs, day } = team
  const inTime = new Map<number, boolean>()
  for (const grid of gridsOf(team)) {
    const dateOf = (epochMinutes: number) =>
      Temporal.Instant.fromEpochMilliseconds(epochMinutes * 60_000)
        .toZonedDateTimeISO(grid.timeZone)
        .toPlainDate()
    const lastDate = dateOf(Math.floor(nowEpochSeconds / 60)).add({ days: grid.maxAdvanceDays })
    for (const start of literalStartsOf(grid, day)) {
      const isInTime =
        start * 60 >= nowEpochSeconds + grid.minNoticeMinutes * 60 &&
        Temporal.PlainDate.compare(dateOf(start), lastDate) <= 0
      inTime.set(start, isInTime || inTime.get(start) === true)
    }
  }
  const areFree = candidates.map((candidate) => {
    const isFree = freeAt(candidate, team)
    const { keptBackMinutes = Infinity } = candidate
    return (start: number, need: LiteralNeed) =>
      start * 60 - nowEpochSeconds <= keptBackMinutes * 60 && isFree(start, need)
  })
  return [...inTime]
    .sort(([a], [b]) => a - b)
    .map(([start, isInTime]) => {
      const free = needs.map((need) =>
        need.candidates.filter((candidate) => areFree[candidate]?.(start, need)),
      )
      const places = needs.flatMap(({ count }, index) =>
        Array.from({ length: count }, () => free[index] ?? []),
      )
      return { start, isInTime, isServed: canBeServed(places, []), free }
    })
}
