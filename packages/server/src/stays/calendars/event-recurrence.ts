import {
  expandRecurrence,
  formatRecurrenceRule,
  instantOfWallTime,
  invariant,
  isTimeZone,
  normalizeUntil,
  type Occurrence,
  ok,
  parseRecurrenceRule,
  type Recurrence,
  type RecurrenceRule,
  type RecurrenceStart,
  type Result,
  recurrenceEnd,
  startMatchesRule,
  wallSecondsOf,
} from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { ExtendedProps } from './extended-props.ts'

/** What was changed of one occurrence: only what differs from the event is there. */
export interface OccurrenceChange {
  readonly originalWallSeconds: number
  readonly originalStartEpochSeconds: number
  readonly title?: string
  /** Null: it has none, though the event has. */
  readonly description?: string | null
  readonly extendedProps?: ExtendedProps | null
  /** Set if it was moved or its length changed. */
  readonly time?: {
    readonly days?: { readonly startDay: number; readonly endDay: number }
    readonly startEpochSeconds: number
    readonly endEpochSeconds: number
  }
}

/** How an event recurs. Times of the set are wall times in its zone, as seconds as if it were UTC. */
export interface EventRecurrence {
  /** The value of an RRULE (RFC 5545 §3.3.10), in one spelling. */
  readonly rrule: string
  readonly timeZone: string
  readonly startWallSeconds: number
  /** Of a rule with COUNT: the last wall time that it gives. */
  readonly lastWallSeconds?: number
  /** Occurrences that there are not, and that there are besides. */
  readonly exdates: readonly number[]
  readonly rdates: readonly number[]
  readonly changes: readonly OccurrenceChange[]
  /** All occurrences lie between these, moved ones included; no last end: it never ends. */
  readonly firstStartEpochSeconds: number
  readonly lastEndEpochSeconds?: number
}

/** One date of a set as a caller names it. */
export type RecurrenceDate = { readonly epochSeconds: number } | { readonly day: number }

/** How an event is to recur. */
export interface RecurrenceInput {
  readonly rrule: string
  /** IANA zone that keeps its wall time; the calendar's if not given. */
  readonly timeZone?: string | undefined
  /** Whether the start is an occurrence also where the rule does not give it; else that is refused. */
  readonly allowsStartOffRule?: boolean
  readonly exdates?: readonly RecurrenceDate[] | undefined
  readonly rdates?: readonly RecurrenceDate[] | undefined
}

/** When the first occurrence is. */
export interface FirstOccurrenceTime {
  readonly days?: { readonly startDay: number; readonly endDay: number }
  readonly startEpochSeconds: number
  readonly endEpochSeconds: number
}

/** The longest that one occurrence lasts: what overlaps a range began at most so long before it. */
export const MAX_OCCURRENCE_SECONDS = 31 * 86_400
/** The most occurrences of a rule with COUNT, and the most on one day. */
const MOST_COUNTED = 2000
const MOST_A_DAY = 24
/** The most occurrences of one event that are changed; cancelled ones are dates of the set. */
export const MAX_CHANGED_OCCURRENCES = 100
/** UTF-16 units of all changes as JSON: with the event well within what an item may hold. */
const MOST_CHANGES_LENGTH = 100_000

const SECONDS_PER_DAY = 86_400

/** All times that an event can be at, and an answer asked for: from 1970 to 2199. */
export const SUPPORTED_TIMES = { fromEpochSeconds: 0, toEpochSeconds: 7_258_118_400 }
/** Where an event can be, in words. */
export const SUPPORTED_TIMES_TEXT =
  'at or after 1970-01-01T00:00:00Z and before 2200-01-01T00:00:00Z'
/** Whether an event can be at an instant. */
export const isSupportedTime = (epochSeconds: number): boolean =>
  epochSeconds >= SUPPORTED_TIMES.fromEpochSeconds && epochSeconds < SUPPORTED_TIMES.toEpochSeconds

/** The recurrence set of an event, as the engine expands it. */
export function recurrenceSetOf(recurrence: EventRecurrence, isAllDay: boolean): Recurrence {
  const rule = parseRecurrenceRule(recurrence.rrule)
  invariant(rule.ok, 'a stored recurrence rule is not one')
  const dates = (walls: readonly number[]) =>
    walls.map((wallSeconds) =>
      isAllDay ? { day: wallSeconds / SECONDS_PER_DAY } : { wallSeconds },
    )
  return {
    start: startOf(recurrence, isAllDay),
    rule: rule.value,
    added: dates(recurrence.rdates),
    excluded: dates(recurrence.exdates),
    ...(recurrence.lastWallSeconds === undefined
      ? {}
      : { lastWallSeconds: recurrence.lastWallSeconds }),
  }
}

/** Whether an event has a first occurrence that its rule does not give, as events of files may. */
export function isStartOffRule({
  days,
  recurrence,
}: {
  readonly days?: FirstOccurrenceTime['days']
  readonly recurrence?: EventRecurrence
}): boolean {
  if (recurrence === undefined) return false
  const { start, rule } = recurrenceSetOf(recurrence, days !== undefined)
  return rule !== undefined && !startMatchesRule(start, rule)
}

/** The occurrence of a set that starts, by its rule, at an instant. */
export function occurrenceAt(
  recurrence: EventRecurrence,
  isAllDay: boolean,
  startEpochSeconds: number,
): Occurrence | undefined {
  const range = { fromEpochSeconds: startEpochSeconds, toEpochSeconds: startEpochSeconds + 1 }
  const found = expandRecurrence(recurrenceSetOf(recurrence, isAllDay), range, 1)
  return found.ok ? found.value.occurrences[0] : undefined
}

const startOf = (
  { startWallSeconds, timeZone }: Pick<EventRecurrence, 'startWallSeconds' | 'timeZone'>,
  isAllDay: boolean,
): RecurrenceStart =>
  isAllDay
    ? { day: startWallSeconds / SECONDS_PER_DAY, timeZone }
    : { wallSeconds: startWallSeconds, timeZone }

/**
 * Reads how an event is to recur, from its first time on: refused where a rule is not sound, does not
 * give its own start, or would be much work to expand.
 */
export function readRecurrence(
  input: RecurrenceInput,
  time: FirstOccurrenceTime,
  calendarZone: string,
): Result<EventRecurrence, Refusal> {
  const isAllDay = time.days !== undefined
  const timeZone = input.timeZone ?? calendarZone
  if (!isTimeZone(timeZone)) {
    return invalid('/recurrence/timeZone', `"${timeZone}" is not an IANA time zone`)
  }
  if (isAllDay && timeZone !== calendarZone) {
    return invalid('/recurrence/timeZone', `dates are those of the calendar: "${calendarZone}"`)
  }
  if (time.endEpochSeconds - time.startEpochSeconds > MAX_OCCURRENCE_SECONDS) {
    return invalid('/end', 'a recurring event lasts at most 31 days each time')
  }
  const startWallSeconds = time.days
    ? time.days.startDay * SECONDS_PER_DAY
    : wallSecondsOf(timeZone, time.startEpochSeconds)
  const start = startOf({ startWallSeconds, timeZone }, isAllDay)
  if (!isAllDay && instantOfWallTime(start, startWallSeconds) !== time.startEpochSeconds) {
    return invalid(
      '/start',
      `the clock of ${timeZone} shows this time twice, and this is the second: a recurring event can have only the first`,
    )
  }
  const rule = readRule(input.rrule, start, input.allowsStartOffRule === true)
  if (!rule.ok) return rule
  const exdates = readDates('/recurrence/exdates', input.exdates ?? [], start)
  if (!exdates.ok) return exdates
  const rdates = readDates('/recurrence/rdates', input.rdates ?? [], start)
  if (!rdates.ok) return rdates
  if (!rdates.value.every((wall) => isSupportedTime(instantOfWallTime(start, wall)))) {
    return invalid('/recurrence/rdates', `each must be ${SUPPORTED_TIMES_TEXT}`)
  }
  return withBounds(
    {
      rrule: formatRecurrenceRule(rule.value),
      timeZone,
      startWallSeconds,
      exdates: exdates.value,
      rdates: rdates.value,
      changes: [],
      firstStartEpochSeconds: time.startEpochSeconds,
    },
    time,
  )
}

function readRule(
  text: string,
  start: RecurrenceStart,
  allowsStartOffRule: boolean,
): Result<RecurrenceRule, Refusal> {
  const at = '/recurrence/rrule'
  const parsed = parseRecurrenceRule(text)
  if (!parsed.ok) return invalid(at, `${parsed.refusal.part}: ${parsed.refusal.message}`)
  const rule = normalizeUntil(start, parsed.value)
  const { frequency, count, byHour, byMinute, bySecond } = rule
  if (frequency === 'SECONDLY' || frequency === 'MINUTELY') {
    return invalid(at, 'FREQ: an event recurs at most hourly')
  }
  if ('day' in start && frequency === 'HOURLY') {
    return invalid(at, 'FREQ: an all-day event recurs at most daily')
  }
  if ('day' in start && byHour.length + byMinute.length + bySecond.length > 0) {
    return invalid(at, 'BYHOUR, BYMINUTE and BYSECOND are not for an all-day event')
  }
  const hours = frequency === 'HOURLY' ? MOST_A_DAY : Math.max(1, byHour.length)
  if (hours * Math.max(1, byMinute.length) * Math.max(1, bySecond.length) > MOST_A_DAY) {
    return invalid(at, `an event recurs at most ${MOST_A_DAY} times a day`)
  }
  if (count !== undefined && count > MOST_COUNTED) {
    return invalid(at, `COUNT: must be at most ${MOST_COUNTED}; without an end, leave it out`)
  }
  if (!allowsStartOffRule && !startMatchesRule(start, rule)) {
    return invalid(
      at,
      'the rule does not give the start of the event, which is its first occurrence',
    )
  }
  return ok(rule)
}

/** Dates of a set as wall times, sorted; each must be of the kind of the start. */
function readDates(
  pointer: string,
  dates: readonly RecurrenceDate[],
  start: RecurrenceStart,
): Result<readonly number[], Refusal> {
  const walls = new Set<number>()
  for (const [index, date] of dates.entries()) {
    const at = `${pointer}/${index}`
    if ('day' in date !== 'day' in start) {
      return invalid(at, 'must be a date where the start is one, an instant where the start is one')
    }
    if ('day' in date) {
      walls.add(date.day * SECONDS_PER_DAY)
      continue
    }
    const wallSeconds = wallSecondsOf(start.timeZone, date.epochSeconds)
    if (instantOfWallTime(start, wallSeconds) !== date.epochSeconds) {
      return invalid(
        at,
        `the clock of ${start.timeZone} shows this time twice: only the first can be meant`,
      )
    }
    walls.add(wallSeconds)
  }
  return ok([...walls].sort((a, b) => a - b))
}

/**
 * Finds between which instants all occurrences lie; refused where that takes too much work, or where
 * the changes are too much for one item.
 */
export function withBounds(
  recurrence: EventRecurrence,
  time: FirstOccurrenceTime,
): Result<EventRecurrence, Refusal> {
  const { lastEndEpochSeconds: _before, ...rest } = recurrence
  if (JSON.stringify(rest.changes).length > MOST_CHANGES_LENGTH) {
    return invalid(
      '/recurrence',
      'the changed occurrences of an event hold at most 100,000 characters together',
    )
  }
  const isAllDay = time.days !== undefined
  const end = recurrenceEnd(recurrenceSetOf(rest, isAllDay))
  const probe = end.ok ? expandRecurrence(recurrenceSetOf(rest, isAllDay), SUPPORTED_TIMES, 2) : end
  if (!end.ok || !probe.ok) {
    return invalid('/recurrence/rrule', 'the rule takes too much work to expand')
  }
  const { lastStartEpochSeconds, lastWallSeconds } = end.value
  const added = rest.rdates.map((wall) => instantOfWallTime(startOf(rest, isAllDay), wall))
  const moved = rest.changes.flatMap((change) => (change.time ? [change.time] : []))
  // A day in its zone lasts up to 25 hours, so one of dates may end an hour later than the first did.
  const duration = time.endEpochSeconds - time.startEpochSeconds + (isAllDay ? 3600 : 0)
  return ok({
    ...rest,
    ...(lastWallSeconds === undefined ? {} : { lastWallSeconds }),
    firstStartEpochSeconds: Math.min(
      time.startEpochSeconds,
      ...added,
      ...moved.map((each) => each.startEpochSeconds),
    ),
    ...(lastStartEpochSeconds === undefined
      ? {}
      : {
          lastEndEpochSeconds: Math.max(
            lastStartEpochSeconds + duration,
            ...moved.map((each) => each.endEpochSeconds),
          ),
        }),
  })
}
