import { parseRecurrenceRule } from '@holdfast/engine'
import type { CalendarFileEvent, CalendarTime } from '../../kernel/ports/calendar-parser.ts'
import { dayMeant, wallTimeAt } from '../../stays/calendar-files/resolve-time.ts'
import {
  type Clock,
  clockOf,
  dayOn,
  instantOn,
  intervalOf,
  type Length,
  lengthOf,
  SECONDS_PER_DAY,
  wallOf,
  type Zones,
} from './clock.ts'
import { expandRule, lastPossible } from './expand-rule.ts'
import { type ReadRule, readRule } from './rules.ts'

/** An event with the zones of its dates and floating times. */
export interface ZonedEvent {
  readonly event: CalendarFileEvent
  readonly zones: Zones
}

/** The parameters and results of an expansion. */
export interface Expansion {
  /** Epoch seconds, `[from, to)`. */
  readonly from: number
  readonly to: number
  /** The maximum number of occurrences of a rule. With more, all time until the rule ends is busy. */
  readonly occurrencesPerRule: number
  /** Adds a busy interval in epoch seconds, which may be outside the range. */
  readonly addBusy: (startEpochSeconds: number, endEpochSeconds: number) => void
  readonly warn: (line: number, text: string) => void
}

// The difference between wall seconds and epoch seconds is smaller.
const MARGIN = 2 * SECONDS_PER_DAY
const END_OF_TIME = Number.MAX_SAFE_INTEGER

const timeOfDay = (wallSeconds: number): number =>
  wallSeconds - Math.floor(wallSeconds / SECONDS_PER_DAY) * SECONDS_PER_DAY

/** The excluded or changed times of a series, by instant and by day. */
interface Excluded {
  readonly instants: ReadonlySet<number>
  readonly days: ReadonlySet<number>
}

/**
 * The exclusions of an event. A date excludes all occurrences that start on it, even of a timed event. For
 * an event of dates, a time excludes its day. Programs write both forms.
 */
function excludedOf(clock: Clock, times: readonly CalendarTime[], zones: Zones): Excluded {
  const instants = new Set<number>()
  const days = new Set<number>()
  for (const time of times) {
    if (time.kind === 'date') {
      days.add(time.day)
      continue
    }
    if (clock.isDate) {
      days.add(dayMeant(time, zones.floating, zones.dates))
      continue
    }
    // A floating time is on the clock of its event.
    const own = time.kind === 'floating' ? clock : clockOf(time, zones)
    instants.add(instantOn(own, wallOf(time)))
  }
  return { instants, days }
}

/** A change of one occurrence and all later ones (`RANGE=THISANDFUTURE`). */
interface Shift {
  readonly from: number
  readonly clock: Clock
  readonly wallDelta: number
  readonly length: Length
  readonly isBusy: boolean
}

/** The instant of the first occurrence that a change refers to. */
function firstShifted(
  id: CalendarTime,
  { clock, first, zones }: { readonly clock: Clock; readonly first: number; readonly zones: Zones },
): number {
  if (clock.isDate)
    return instantOn(clock, dayMeant(id, zones.floating, zones.dates) * SECONDS_PER_DAY)
  if (id.kind === 'date') return instantOn(clock, wallOf(id) + timeOfDay(first))
  return instantOn(id.kind === 'floating' ? clock : clockOf(id, zones), wallOf(id))
}

function shiftsOf(clock: Clock, first: number, changes: readonly ZonedEvent[]): readonly Shift[] {
  return changes
    .flatMap(({ event, zones }) => {
      if (!event.recurrence?.thisAndFuture) return []
      const from = firstShifted(event.recurrence.id, { clock, first, zones })
      const to = clockOf(event.start, zones)
      const wallDelta = wallOf(event.start) - wallTimeAt(clock.zone, from)
      const isBusy = !event.isCancelled && !event.isTransparent
      return [{ from, clock: to, wallDelta, length: lengthOf(event, zones), isBusy }]
    })
    .sort((a, b) => a.from - b.from)
}

/**
 * Adds the busy time of an event and its occurrences in the range, except for excluded occurrences and
 * those that `changes`, events of the same uid with a RECURRENCE-ID, replace.
 */
export function addSeries(
  { event, zones }: ZonedEvent,
  changes: readonly ZonedEvent[],
  expansion: Expansion,
): void {
  const clock = clockOf(event.start, zones)
  const first = wallOf(event.start)
  const length = lengthOf(event, zones)
  const isBusy = !event.isCancelled && !event.isTransparent
  const shifts = shiftsOf(clock, first, changes)
  if (!isBusy && !shifts.some((shift) => shift.isBusy)) return
  const single = changes.flatMap(({ event: { recurrence } }) =>
    recurrence && !recurrence.thisAndFuture ? [recurrence.id] : [],
  )
  const excluded = excludedOf(clock, [...event.excludedTimes, ...single], zones)
  const addAt = (wallSeconds: number, ownLength = length, ownClock = clock) => {
    const at = instantOn(ownClock, wallSeconds)
    if (excluded.instants.has(at)) return
    if (excluded.days.size > 0 && excluded.days.has(dayOn(clock, at))) return
    const shift = shifts.findLast(({ from }) => from <= at)
    if (shift === undefined) {
      if (isBusy) addIfInRange(intervalOf(ownClock, wallSeconds, ownLength), expansion)
    } else if (shift.isBusy) {
      const wall = wallTimeAt(clock.zone, at) + shift.wallDelta
      addIfInRange(intervalOf(shift.clock, wall, shift.length), expansion)
    }
  }
  addAt(first)
  const reach = reachOf([{ length, wallDelta: 0 }, ...shifts])
  for (const text of event.rules) {
    const rule = readRule(text, { isDate: clock.isDate })
    addRule({ event, zones, clock, length }, rule, reach, addAt, expansion)
  }
  addExtraTimes({ event, zones }, clock, addAt)
}

function addIfInRange(
  { start, end }: { readonly start: number; readonly end: number },
  { from, to, addBusy }: Expansion,
): void {
  if (end > start && start < to && end > from) addBusy(start, end)
}

/** How far before and after the range an occurrence that overlaps it can start, in seconds. */
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

interface Series extends ZonedEvent {
  readonly clock: Clock
  readonly length: Length
}

type AddAt = (wallSeconds: number) => void

const DAILY = parseRecurrenceRule('FREQ=DAILY')

/**
 * Adds the occurrences of one rule. It is expanded on the wall clock of the event. A time in a gap moves
 * forward by the length of the gap (RFC 5545, section 3.3.5), as calendar programs show it. An invalid rule
 * counts as a daily one, and a rule with too many occurrences makes all time until its end busy. So no
 * busy time is lost, and a rule that ends does not block for ever.
 */
function addRule(
  { event, zones, clock, length }: Series,
  { rule, until, skip, countedDays }: ReadRule,
  reach: { readonly before: number; readonly after: number },
  addAt: AddAt,
  expansion: Expansion,
): void {
  const first = wallOf(event.start)
  const endOfCount = countedDays === undefined ? END_OF_TIME : first + countedDays * SECONDS_PER_DAY
  const last = Math.min(lastInstant(until, clock, zones), endOfCount)
  if (last < expansion.from - reach.before) return
  if (rule === undefined)
    expansion.warn(event.line, 'the RRULE is invalid; every day counts as busy')
  const counted = rule ?? (DAILY.ok ? DAILY.value : undefined)
  const expanded = expandRule(counted, skip, first, {
    from: expansion.from - reach.before,
    to: Math.min(expansion.to + reach.after, last + MARGIN),
    limit: expansion.occurrencesPerRule,
  })
  if (expanded === undefined) {
    const lastWall = counted && lastPossible(counted, first)
    const end = lastWall === undefined ? last : Math.min(last, instantOn(clock, lastWall))
    addAllUntil({ event, zones, clock, length }, end, reach, expansion)
    return
  }
  for (const wallSeconds of expanded) {
    if (instantOn(clock, wallSeconds) <= last) addAt(wallSeconds)
  }
}

/** Adds all time from the start of a rule to the end of its last possible occurrence. */
function addAllUntil(
  { event, clock, length }: Series,
  last: number,
  reach: { readonly before: number },
  expansion: Expansion,
): void {
  if (last < expansion.from - reach.before) return
  expansion.warn(
    event.line,
    'the RRULE has too many occurrences; all time until its end counts as busy',
  )
  const end = last >= END_OF_TIME ? expansion.to : last + reach.before - MARGIN
  const { start } = intervalOf(clock, wallOf(event.start), length)
  addIfInRange({ start, end: Math.max(end, start) }, expansion)
}

/** The last instant that UNTIL allows. A date includes its whole day (RFC 5545, section 3.3.10). */
function lastInstant(until: ReadRule['until'], clock: Clock, zones: Zones): number {
  if (until === undefined) return END_OF_TIME
  const endOf = (day: number) =>
    instantOn({ ...clock, isDate: true }, (day + 1) * SECONDS_PER_DAY) - 1
  if (until.kind === 'date') return endOf(until.day)
  // For an event of dates, a time in UTC means its day in UTC or in one of the zones, whichever is last.
  if (clock.isDate) {
    const day = Math.floor(until.wallSeconds / SECONDS_PER_DAY)
    const floating = clockOf({ kind: 'floating', wallSeconds: 0 }, zones)
    const inZones = [clock, floating].map((one) => dayOn(one, until.wallSeconds))
    return endOf(until.isUtc ? Math.max(day, ...inZones) : day)
  }
  return until.isUtc ? until.wallSeconds : instantOn(clock, until.wallSeconds)
}

function addExtraTimes(
  { event, zones }: ZonedEvent,
  clock: Clock,
  addAt: (wallSeconds: number, length?: Length, clock?: Clock) => void,
): void {
  for (const { start, extent } of event.extraTimes) {
    const own = clockOf(start, zones)
    const length = extent && lengthOf({ start, extent }, zones)
    if (start.kind === 'date' && !clock.isDate) {
      // For a timed event, a date gets the time of day of the start.
      addAt(wallOf(start) + timeOfDay(wallOf(event.start)), length)
    } else if (start.kind === 'floating') {
      addAt(wallOf(start), length)
    } else {
      addAt(wallOf(start), length, own)
    }
  }
}
