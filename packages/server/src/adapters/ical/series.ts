import { expandRecurrence, parseRecurrenceRule, type RecurrenceRule } from '@holdfast/engine'
import type { CalendarFileEvent, CalendarTime } from '../../kernel/ports/calendar-parser.ts'
import { wallTimeAt } from '../../stays/calendar-files/resolve-time.ts'
import {
  type Clock,
  clockOf,
  dayOn,
  type Length,
  lengthOf,
  placeOn,
  SECONDS_PER_DAY,
  stretchOf,
  wallOf,
} from './clock.ts'
import { plainWallTimes, type WallRange } from './plain-rule.ts'
import { type ReadRule, readRule } from './rules.ts'

/** An event with the zone of its dates and floating times. */
export interface PlacedEvent {
  readonly event: CalendarFileEvent
  readonly timeZone: string
}

/** What the expansion of a file is done with. */
export interface Expansion {
  /** Epoch seconds, `[from, to)`. */
  readonly from: number
  readonly to: number
  /** Occurrences of one rule in the range; a rule that has more takes all of its time. */
  readonly occurrencesPerRule: number
  /** Adds a busy stretch of epoch seconds, wherever it lies. */
  readonly take: (startEpochSeconds: number, endEpochSeconds: number) => void
  readonly warn: (line: number, text: string) => void
}

// Zones and gaps move what a wall clock shows by less than that.
const MARGIN = 2 * SECONDS_PER_DAY
const END_OF_TIME = Number.MAX_SAFE_INTEGER

const timeOfDay = (wallSeconds: number): number =>
  wallSeconds - Math.floor(wallSeconds / SECONDS_PER_DAY) * SECONDS_PER_DAY

/** The times that are not, or not as the series has them: by instant, and by day. */
interface Excluded {
  readonly instants: ReadonlySet<number>
  readonly days: ReadonlySet<number>
}

/**
 * What excludes occurrences of an event. A date excludes what begins on it, beside a time as well;
 * a time excludes, beside a date, the day that it lies on: programs write either.
 */
function excludedOf(clock: Clock, times: readonly CalendarTime[], timeZone: string): Excluded {
  const instants = new Set<number>()
  const days = new Set<number>()
  for (const time of times) {
    if (time.kind === 'date') {
      days.add(time.day)
      continue
    }
    // A floating time means the clock that it is written beside.
    const own = time.kind === 'floating' ? { ...clock, isDate: false } : clockOf(time, timeZone)
    const at = placeOn(own, wallOf(time))
    if (clock.isDate) days.add(dayOn(time.kind === 'utc' ? clock : own, at))
    else instants.add(at)
  }
  return { instants, days }
}

/** A change of one occurrence and all later ones. */
interface Shift {
  readonly from: number
  readonly clock: Clock
  readonly wallDelta: number
  readonly length: Length
  readonly isBusy: boolean
}

function shiftsOf(clock: Clock, first: number, changes: readonly PlacedEvent[]): readonly Shift[] {
  return changes
    .flatMap(({ event, timeZone }) => {
      if (!event.recurrence?.thisAndFuture) return []
      const id = event.recurrence.id
      const isOwn = id.kind === 'floating' || id.kind === 'date'
      const idWall = id.kind === 'date' ? wallOf(id) + timeOfDay(first) : wallOf(id)
      const from = placeOn(isOwn ? clock : clockOf(id, timeZone), idWall)
      const to = clockOf(event.start, timeZone)
      const wallDelta = wallOf(event.start) - wallTimeAt(clock.zone, from)
      const isBusy = !event.isCancelled && !event.isTransparent
      return [{ from, clock: to, wallDelta, length: lengthOf(event, timeZone), isBusy }]
    })
    .sort((a, b) => a.from - b.from)
}

/**
 * Takes the time of an event and all its occurrences in the range, but for those that are excluded
 * or that `changes`, events of the same uid with a RECURRENCE-ID, stand for.
 */
export function takeSeries(
  { event, timeZone }: PlacedEvent,
  changes: readonly PlacedEvent[],
  expansion: Expansion,
): void {
  const clock = clockOf(event.start, timeZone)
  const first = wallOf(event.start)
  const length = lengthOf(event, timeZone)
  const isBusy = !event.isCancelled && !event.isTransparent
  const shifts = shiftsOf(clock, first, changes)
  if (!isBusy && !shifts.some((shift) => shift.isBusy)) return
  const single = changes.flatMap(({ event: { recurrence } }) =>
    recurrence && !recurrence.thisAndFuture ? [recurrence.id] : [],
  )
  const excluded = excludedOf(clock, [...event.excludedTimes, ...single], timeZone)
  const takeAt = (wallSeconds: number, ownLength = length, ownClock = clock) => {
    const at = placeOn(ownClock, wallSeconds)
    if (excluded.instants.has(at)) return
    if (excluded.days.size > 0 && excluded.days.has(dayOn(clock, at))) return
    const shift = shifts.findLast(({ from }) => from <= at)
    if (shift === undefined) {
      if (isBusy) takeStretch(stretchOf(ownClock, wallSeconds, ownLength), expansion)
    } else if (shift.isBusy) {
      const wall = wallTimeAt(clock.zone, at) + shift.wallDelta
      takeStretch(stretchOf(shift.clock, wall, shift.length), expansion)
    }
  }
  takeAt(first)
  const reach = reachOf([{ length, wallDelta: 0 }, ...shifts])
  for (const text of event.rules) {
    takeRule({ event, clock, length }, readRule(text), reach, takeAt, expansion)
  }
  takeExtraTimes({ event, timeZone }, clock, takeAt)
}

function takeStretch(
  { start, end }: { readonly start: number; readonly end: number },
  { from, to, take }: Expansion,
): void {
  if (end > start && start < to && end > from) take(start, end)
}

/** How far before and behind the range a start can lie whose occurrence reaches into it, in seconds. */
function reachOf(parts: readonly { readonly length: Length; readonly wallDelta: number }[]) {
  let before = 0
  let after = 0
  for (const { length, wallDelta } of parts) {
    const seconds = length.days * SECONDS_PER_DAY + length.seconds
    before = Math.max(before, Math.max(0, seconds) + Math.max(0, wallDelta))
    after = Math.max(after, Math.max(0, -seconds) + Math.max(0, -wallDelta))
  }
  return { before: before + MARGIN, after: after + MARGIN }
}

interface Series {
  readonly event: CalendarFileEvent
  readonly clock: Clock
  readonly length: Length
}

type TakeAt = (wallSeconds: number) => void

const DAILY = parseRecurrenceRule('FREQ=DAILY')

/**
 * Takes the occurrences of one rule. It is expanded on the wall clock of the event; what falls into a
 * gap moves forward by it (RFC 5545, section 3.3.5), as calendar programs show it. A rule that cannot
 * be read is taken for a daily one, and one that is too much to expand takes all time up to its end:
 * more than it means, never less.
 */
function takeRule(
  { event, clock, length }: Series,
  { rule, until }: ReadRule,
  reach: { readonly before: number; readonly after: number },
  takeAt: TakeAt,
  expansion: Expansion,
): void {
  const first = wallOf(event.start)
  const last = lastInstant(until, clock)
  if (last < expansion.from - reach.before) return
  if (rule === undefined) expansion.warn(event.line, 'its RRULE cannot be read: every day is taken')
  const expanded = expand(rule ?? (DAILY.ok ? DAILY.value : undefined), first, {
    from: expansion.from - reach.before,
    to: Math.min(expansion.to + reach.after, last + MARGIN),
    limit: expansion.occurrencesPerRule,
  })
  if (expanded === undefined) {
    expansion.warn(event.line, 'its RRULE is too much to expand: all time up to its end is taken')
    const end = last === END_OF_TIME ? expansion.to : last + reach.before - MARGIN
    const { start } = stretchOf(clock, first, length)
    takeStretch({ start, end: Math.max(end, start) }, expansion)
    return
  }
  for (const wallSeconds of expanded) {
    if (placeOn(clock, wallSeconds) <= last) takeAt(wallSeconds)
  }
}

/** The last instant that UNTIL lets through: a date means all of that day (RFC 5545, section 3.3.10). */
function lastInstant(until: ReadRule['until'], clock: Clock): number {
  if (until === undefined) return END_OF_TIME
  const endOf = (day: number) =>
    placeOn({ ...clock, isDate: true }, (day + 1) * SECONDS_PER_DAY) - 1
  if (until.kind === 'date') return endOf(until.day)
  // Beside dates, a time in UTC means its date, there or here, whichever is later.
  if (clock.isDate) {
    const day = Math.floor(until.wallSeconds / SECONDS_PER_DAY)
    return endOf(until.isUtc ? Math.max(day, dayOn(clock, until.wallSeconds)) : day)
  }
  return until.isUtc ? until.wallSeconds : placeOn(clock, until.wallSeconds)
}

// Every five minutes: beyond that, times are looked at one by one to find that all of it is taken.
const MOST_TIMES_A_DAY = 288

function timesADay({ frequency, byHour, byMinute, bySecond }: RecurrenceRule): number {
  if (frequency === 'SECONDLY' || frequency === 'MINUTELY') return Number.POSITIVE_INFINITY
  const hours = frequency === 'HOURLY' && byHour.length === 0 ? 24 : Math.max(1, byHour.length)
  return hours * Math.max(1, byMinute.length) * Math.max(1, bySecond.length)
}

type LimitedRange = WallRange & { readonly limit: number }

/** The wall times of a rule; undefined where it takes too much work, or has too many. */
function expand(
  rule: RecurrenceRule | undefined,
  first: number,
  range: LimitedRange,
): readonly number[] | undefined {
  if (rule === undefined || timesADay(rule) > MOST_TIMES_A_DAY) return undefined
  const plain = plainWallTimes(rule, first, range)
  if (plain !== undefined) return plain.length > range.limit ? undefined : plain
  if (rule.count !== undefined) return expandCounted(rule, first, range)
  const expanded = expandRecurrence(
    { start: { wallSeconds: first, timeZone: 'UTC' }, rule },
    { fromEpochSeconds: range.from, toEpochSeconds: range.to },
    range.limit,
  )
  if (!expanded.ok || expanded.value.hasMore) return undefined
  return expanded.value.occurrences.map(({ wallSeconds }) => wallSeconds)
}

/** Counts from the start, but no further than the range: the rest of a COUNT is nobody's business. */
function expandCounted(
  { count = 0, ...endless }: RecurrenceRule,
  first: number,
  range: LimitedRange,
): readonly number[] | undefined {
  const most = Math.min(count, range.limit)
  const expanded = expandRecurrence(
    { start: { wallSeconds: first, timeZone: 'UTC' }, rule: endless },
    { fromEpochSeconds: first, toEpochSeconds: Math.max(range.to, first + 1) },
    most,
  )
  if (!expanded.ok || (expanded.value.hasMore && most < count)) return undefined
  return expanded.value.occurrences
    .map(({ wallSeconds }) => wallSeconds)
    .filter((wallSeconds) => wallSeconds >= range.from)
}

function takeExtraTimes(
  { event, timeZone }: PlacedEvent,
  clock: Clock,
  takeAt: (wallSeconds: number, length?: Length, clock?: Clock) => void,
): void {
  for (const { start, extent } of event.extraTimes) {
    const own = clockOf(start, timeZone)
    const length = extent && lengthOf({ start, extent }, timeZone)
    if (start.kind === 'date' && !clock.isDate) {
      // A date beside a time: that day, at the same time.
      takeAt(wallOf(start) + timeOfDay(wallOf(event.start)), length)
    } else if (start.kind === 'floating') {
      takeAt(wallOf(start), length)
    } else {
      takeAt(wallOf(start), length, own)
    }
  }
}
