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
 * A slow computation of the slots of a team that follows the rules literally: a flag for every minute,
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
  if (time?.spans) return time.spans.map(from)
  if (!hasDays(team)) return [[0, durationMinutes]]
  return [[0, Math.max(...spansOfNeeds(team).map((span) => from(span)[1]))]]
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

/** Days before and after the middle one that flags are for: more than any window or stretch reaches. */
const [FLAGGED_BEFORE, FLAGGED_AFTER] = [8, 24]

/** A set of minutes around a day: a flag for each, which costs much less than a set of numbers. */
class MinuteSet {
  readonly #first: number
  readonly #flags: Uint8Array

  constructor(day: number, stretches: readonly Minutes[] = []) {
    this.#first = (day - FLAGGED_BEFORE) * 1440
    this.#flags = new Uint8Array((FLAGGED_BEFORE + FLAGGED_AFTER) * 1440)
    for (const stretch of stretches) this.add(stretch)
  }

  add([from, to]: Minutes): void {
    const [first, end] = [from - this.#first, to - this.#first]
    if (first < 0 || end > this.#flags.length) throw new RangeError(`no flags for ${from} to ${to}`)
    if (first < end) this.#flags.fill(1, first, end)
  }

  has(minute: number): boolean {
    return this.#flags[minute - this.#first] === 1
  }
}

/** The quanta of five minutes, counted from 1970, that some stretches share. */
function quantaOf(stretches: readonly Minutes[]): ReadonlySet<number> {
  const quanta = new Set<number>()
  for (const [from, to] of stretches) {
    for (let minute = from; minute < to; minute += 1) quanta.add(Math.floor(minute / 5))
  }
  return quanta
}

/** Every open minute of rules from four days before a day to four days after it, and as many as a booking takes. */
function openMinutes(rules: OpenRules, day: number, daysAhead: number): MinuteSet {
  const open = new MinuteSet(day)
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
      open.add([at(startMinute), at(end)])
    }
  }
  return open
}

/** Answers whether a candidate works all spans of a slot and nothing shares five minutes with its claims. */
function freeAt(
  { schedule, timeOff, busy }: LiteralCandidate,
  team: LiteralTeam,
): (start: number, need: LiteralNeed, spans: readonly Minutes[]) => boolean {
  const { policy, day } = team
  const open = schedule && openMinutes(schedule, day, daysAheadOf(spansOfNeeds(team)))
  const off = new MinuteSet(day, timeOff)
  const busyQuanta = quantaOf(busy)
  return (start, need, spans) => {
    const before = need.time?.bufferBeforeMinutes ?? policy.bufferBeforeMinutes
    const after = need.time?.bufferAfterMinutes ?? policy.bufferAfterMinutes
    return spans.every(([from, to]) => {
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
      const end = start + from + span.durationMinutes
      for (let minute = start + from; minute < end; minute += 1) {
        if (!open.has(minute)) return false
      }
      return true
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
    return (start: number, need: LiteralNeed, spans: readonly Minutes[]) =>
      start * 60 - nowEpochSeconds <= keptBackMinutes * 60 && isFree(start, need, spans)
  })
  return [...inTime]
    .sort(([a], [b]) => a - b)
    .map(([start, isInTime]) => {
      const free = needs.map((need) => {
        const spans = spansOf(start, need, team)
        return need.candidates.filter((candidate) => areFree[candidate]?.(start, need, spans))
      })
      const places = needs.flatMap(({ count }, index) =>
        Array.from({ length: count }, () => free[index] ?? []),
      )
      return { start, isInTime, isServed: canBeServed(places, []), free }
    })
}
