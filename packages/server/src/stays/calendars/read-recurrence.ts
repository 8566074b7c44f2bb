import {
  expandRecurrence,
  formatRecurrenceRule,
  instantOfWallTime,
  isTimeZone,
  normalizeUntil,
  ok,
  parseRecurrenceRule,
  type RecurrenceRule,
  type RecurrenceStart,
  type Result,
  recurrenceEnd,
  startMatchesRule,
  wallSecondsOf,
} from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import {
  type EventRecurrence,
  isSupportedTime,
  MAX_OCCURRENCE_SECONDS,
  type OccurrenceTime,
  recurrenceSetOf,
  recurrenceStart,
  SUPPORTED_TIMES,
  SUPPORTED_TIMES_TEXT,
} from './event-recurrence.ts'

/** One of the `exdates` or `rdates` of a caller: an instant, or a day since 1970-01-01. */
export type RecurrenceDateInput = { readonly epochSeconds: number } | { readonly day: number }

/** The recurrence that a caller asks for. */
export interface RecurrenceInput {
  readonly rrule: string
  /** The IANA zone whose wall clock the event follows. Default: the calendar's zone. */
  readonly timeZone?: string | undefined
  /** True to accept a start that does not match the rule, as an additional occurrence. Default: false. */
  readonly allowsStartOffRule?: boolean
  readonly exdates?: readonly RecurrenceDateInput[] | undefined
  readonly rdates?: readonly RecurrenceDateInput[] | undefined
}

/** The maximum COUNT of a rule. */
const MAX_COUNT = 2000
/** The maximum number of occurrences on one day. */
const MAX_PER_DAY = 24
/** The maximum size of all changes as JSON, in UTF-16 units. The whole event then fits into an item. */
const MAX_CHANGES_LENGTH = 100_000

const SECONDS_PER_DAY = 86_400

/**
 * Validates the recurrence that a caller asks for. Refused if the rule is invalid, does not match the
 * start, or takes too much work to expand.
 */
export function readRecurrence(
  input: RecurrenceInput,
  time: OccurrenceTime,
  calendarZone: string,
): Result<EventRecurrence, Refusal> {
  const isAllDay = time.days !== undefined
  const timeZone = input.timeZone ?? calendarZone
  if (!isTimeZone(timeZone)) {
    return invalid(
      '/recurrence/timeZone',
      `must be an IANA time zone name, such as Europe/Berlin; got "${timeZone}"`,
    )
  }
  if (isAllDay && timeZone !== calendarZone) {
    return invalid(
      '/recurrence/timeZone',
      `must be the calendar's time zone, "${calendarZone}", for an all-day event`,
    )
  }
  if (time.endEpochSeconds - time.startEpochSeconds > MAX_OCCURRENCE_SECONDS) {
    return invalid('/end', 'must be at most 31 days after `start` for a recurring event')
  }
  const startWallSeconds = time.days
    ? time.days.startDay * SECONDS_PER_DAY
    : wallSecondsOf(timeZone, time.startEpochSeconds)
  const start = recurrenceStart({ startWallSeconds, timeZone }, isAllDay)
  if (!isAllDay && instantOfWallTime(start, startWallSeconds) !== time.startEpochSeconds) {
    return invalid('/start', repeatedWallTime(timeZone))
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

const repeatedWallTime = (timeZone: string): string =>
  `must be the earlier of two equal wall times: clocks in ${timeZone} go back, and this is the later one`

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
    return invalid(at, 'FREQ: must be HOURLY or less frequent')
  }
  if ('day' in start && frequency === 'HOURLY') {
    return invalid(at, 'FREQ: must be DAILY or less frequent for an all-day event')
  }
  if ('day' in start && byHour.length + byMinute.length + bySecond.length > 0) {
    return invalid(at, 'BYHOUR, BYMINUTE and BYSECOND are not allowed for an all-day event')
  }
  const hours = frequency === 'HOURLY' ? MAX_PER_DAY : Math.max(1, byHour.length)
  if (hours * Math.max(1, byMinute.length) * Math.max(1, bySecond.length) > MAX_PER_DAY) {
    return invalid(at, `must give at most ${MAX_PER_DAY} occurrences a day`)
  }
  if (count !== undefined && count > MAX_COUNT) {
    return invalid(at, `COUNT: must be at most ${MAX_COUNT}; omit it for a rule without an end`)
  }
  if (!allowsStartOffRule && !startMatchesRule(start, rule)) {
    return invalid(at, 'must include the start of the event, which is its first occurrence')
  }
  return ok(rule)
}

/** Converts dates to sorted wall times. Each must be of the same kind as the start. */
function readDates(
  pointer: string,
  dates: readonly RecurrenceDateInput[],
  start: RecurrenceStart,
): Result<readonly number[], Refusal> {
  const walls = new Set<number>()
  for (const [index, date] of dates.entries()) {
    const at = `${pointer}/${index}`
    if ('day' in date !== 'day' in start) {
      return invalid(
        at,
        'must be a date if `start` is a date, and an instant if `start` is an instant',
      )
    }
    if ('day' in date) {
      walls.add(date.day * SECONDS_PER_DAY)
      continue
    }
    const wallSeconds = wallSecondsOf(start.timeZone, date.epochSeconds)
    if (instantOfWallTime(start, wallSeconds) !== date.epochSeconds) {
      return invalid(at, repeatedWallTime(start.timeZone))
    }
    walls.add(wallSeconds)
  }
  return ok([...walls].sort((a, b) => a - b))
}

/**
 * Computes the start of the earliest and the end of the latest occurrence. Refused if that takes too
 * much work, or if the changes are too large for one item.
 */
export function withBounds(
  recurrence: EventRecurrence,
  time: OccurrenceTime,
): Result<EventRecurrence, Refusal> {
  const { lastEndEpochSeconds: _before, ...rest } = recurrence
  if (JSON.stringify(rest.changes).length > MAX_CHANGES_LENGTH) {
    return invalid(
      '/recurrence',
      'the changed occurrences of an event must have at most 100,000 characters in total',
    )
  }
  const isAllDay = time.days !== undefined
  const end = recurrenceEnd(recurrenceSetOf(rest, isAllDay))
  const probe = end.ok ? expandRecurrence(recurrenceSetOf(rest, isAllDay), SUPPORTED_TIMES, 2) : end
  if (!end.ok || !probe.ok) {
    return invalid('/recurrence/rrule', 'takes too much work to expand; use a simpler rule')
  }
  const { lastStartEpochSeconds, lastWallSeconds } = end.value
  const added = rest.rdates.map((wall) => instantOfWallTime(recurrenceStart(rest, isAllDay), wall))
  const moved = rest.changes.flatMap((change) => (change.time ? [change.time] : []))
  // A local day lasts up to 25 hours, so an occurrence between dates may last an hour longer than the first.
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
