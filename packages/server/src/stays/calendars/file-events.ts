import { ok, type Result, refuse } from '@holdfast/engine'
import type { CalendarFileEvent, CalendarTime } from '../../kernel/ports/calendar-parser.ts'
import {
  dayMeant,
  type KnownZone,
  resolveTime,
  resolveWallTime,
  wallTimeAt,
} from '../calendar-files/resolve-time.ts'
import type { Calendar } from './calendar.ts'
import type { CalendarEventInput, EventTime } from './event-content.ts'
import type { ExtendedProps } from './extended-props.ts'
import { type ImportWarning, type Skipped, skip } from './import-report.ts'
import type { RecurrenceDateInput, RecurrenceInput } from './read-recurrence.ts'
import { singleDates } from './single-dates.ts'

/** The input for an event of a calendar file, with warnings about the parts that were cut. */
export interface FileEventInput {
  readonly input: CalendarEventInput
  readonly warnings: readonly ImportWarning[]
}

const SECONDS_PER_DAY = 86_400
const TITLE_LENGTH = 200
const DESCRIPTION_LENGTH = 2000
const PROP_LENGTH = 500

/** Cuts a text without splitting a surrogate pair. */
const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed()

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()

const manyLines = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    // Line feed and tab are the only control characters in a text.
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')

/** The custom values of an event that the file gives: its location and URL, if any. */
function propsOf({ location, url }: CalendarFileEvent): ExtendedProps {
  const place = manyLines(location ?? '').trim()
  const link = oneLine(url ?? '')
  return {
    ...(place !== '' && { location: cut(place, PROP_LENGTH) }),
    ...(link !== '' && { url: cut(link, PROP_LENGTH) }),
  }
}

/** Converts an event of a file to an input, or says why it is skipped. */
export function fileEventInput(
  event: CalendarFileEvent,
  calendar: Pick<Calendar, 'timeZone' | 'exclusive'>,
): Result<FileEventInput, Skipped> {
  const time = timeOf(event, calendar)
  if (!time.ok) return time
  const recurrence = event.recurrence ? ok(undefined) : recurrenceOf(event, calendar.timeZone)
  if (!recurrence.ok) return recurrence
  const title = oneLine(event.summary ?? '') || 'Untitled'
  const description = manyLines(event.description ?? '')
  const props = propsOf(event)
  const warnings: ImportWarning[] = []
  const warnCut = (what: string, length: number) => {
    const detail = `The ${what} was cut to ${length} characters.`
    warnings.push({ uid: event.uid ?? null, line: event.line, detail })
  }
  if (title.length > TITLE_LENGTH) warnCut('title', TITLE_LENGTH)
  if (description.length > DESCRIPTION_LENGTH) warnCut('description', DESCRIPTION_LENGTH)
  return ok({
    input: {
      title: cut(title, TITLE_LENGTH).trim(),
      time: time.value,
      ...(description !== '' && { description: cut(description, DESCRIPTION_LENGTH) }),
      ...(Object.keys(props).length > 0 && { extendedProps: props }),
      ...(recurrence.value && { recurrence: recurrence.value }),
    },
    warnings,
  })
}

const unknownZone = (event: CalendarFileEvent) =>
  refuse(
    skip(event, 'unknown_time_zone', 'Its time zone is neither known nor defined in the file.'),
  )

function timeOf(
  event: CalendarFileEvent,
  { timeZone, exclusive }: Pick<Calendar, 'timeZone' | 'exclusive'>,
): Result<EventTime, Skipped> {
  const { start } = event
  if (exclusive === 'nights') return ok(nightsOf(event, timeZone))
  if (start.kind === 'date') return ok({ startDay: start.day, endDay: endDayOf(event, start.day) })
  const startEpochSeconds = resolveTime(start, timeZone)
  const endEpochSeconds = endOf(event, timeZone)
  if (startEpochSeconds === undefined || endEpochSeconds === undefined) return unknownZone(event)
  return endEpochSeconds > startEpochSeconds
    ? ok({ startEpochSeconds, endEpochSeconds })
    : refuse(skip(event, 'no_length', 'Its end is not after its start.'))
}

/**
 * The nights of a stay. One with times is from the date of its arrival to that of its departure, and has at
 * least one night.
 */
function nightsOf(event: CalendarFileEvent, timeZone: string) {
  const { start, extent } = event
  const startDay = dayMeant(start, timeZone)
  if (start.kind === 'date') return { startDay, endDay: endDayOf(event, startDay) }
  const endDay =
    extent && 'end' in extent ? dayMeant(extent.end, timeZone) : lastDay(event, timeZone)
  return { startDay, endDay: Math.max(endDay, startDay + 1) }
}

/** The day on which a stay with a duration ends. Its times in an unknown zone are read in the calendar's. */
function lastDay(event: CalendarFileEvent, timeZone: string): number {
  const { start } = event
  const isUnknown = start.kind === 'zoned' && start.zone.kind === 'unknown'
  const known: CalendarTime = isUnknown
    ? { kind: 'floating', wallSeconds: start.wallSeconds }
    : start
  const at = endOf({ ...event, start: known }, timeZone) ?? 0
  return Math.floor(wallTimeAt(zoneOf(known, timeZone), at) / SECONDS_PER_DAY)
}

// Some programs write the last day itself as the end. An end that is not after the start means one day.
function endDayOf({ extent }: CalendarFileEvent, startDay: number): number {
  if (extent === undefined) return startDay + 1
  if ('end' in extent) {
    return extent.end.kind === 'date' ? Math.max(extent.end.day, startDay + 1) : startDay + 1
  }
  return startDay + Math.max(1, extent.duration.days)
}

function endOf({ start, extent }: CalendarFileEvent, timeZone: string): number | undefined {
  const at = resolveTime(start, timeZone)
  if (at === undefined || extent === undefined) return at
  if ('end' in extent) return resolveTime(extent.end, timeZone)
  const { days, seconds } = extent.duration
  if (days === 0) return at + seconds
  if (start.kind === 'utc') return at + days * SECONDS_PER_DAY + seconds
  // Whole days are added on the wall clock.
  const zone =
    start.kind === 'zoned' && start.zone.kind !== 'unknown'
      ? start.zone
      : ({ kind: 'iana', name: timeZone } as const)
  return resolveWallTime(zone, wallTimeAt(zone, at) + days * SECONDS_PER_DAY) + seconds
}

const notSupported = (event: CalendarFileEvent, detail: string) =>
  refuse(skip(event, 'recurrence_not_supported', detail))

/** The zone that a recurring event follows. A zone that only the file defines is of the kind `rules`. */
function zoneOf(start: CalendarTime, timeZone: string): KnownZone {
  const name = start.kind === 'utc' ? 'UTC' : timeZone
  return start.kind === 'zoned' && start.zone.kind !== 'unknown'
    ? start.zone
    : { kind: 'iana', name }
}

function recurrenceOf(
  event: CalendarFileEvent,
  timeZone: string,
): Result<RecurrenceInput | undefined, Skipped> {
  const { rules, extraTimes, excludedTimes, start } = event
  const [rrule, ...others] = rules
  if (rrule === undefined && extraTimes.length === 0) return ok(undefined)
  if (others.length > 0) return notSupported(event, 'It has more than one RRULE.')
  if (extraTimes.some(({ extent }) => extent !== undefined)) {
    return notSupported(event, 'It has an RDATE with its own duration.')
  }
  const zone = zoneOf(start, timeZone)
  const rule = rrule === undefined ? undefined : effectiveRule(rrule, start.kind === 'date')
  const dates = zone.kind === 'iana' || rule === undefined ? [] : singleDates(rule, start)
  if (dates === undefined) {
    const detail =
      'It recurs without an end in a time zone that only the file defines, and no known zone has the same times.'
    return notSupported(event, detail)
  }
  const dateOf = (time: CalendarTime) => recurrenceDate(time, start, timeZone)
  const rdates = allDefined(extraTimes.map((each) => dateOf(each.start)))
  const exdates = allDefined(excludedTimes.map(dateOf))
  if (rdates === undefined || exdates === undefined) return unknownZone(event)
  return ok({
    // Programs show a start that does not match the rule as an additional occurrence.
    allowsStartOffRule: true,
    // An event with only single dates: the rule gives the start and nothing else.
    rrule: zone.kind === 'iana' && rule !== undefined ? rule : 'FREQ=DAILY;COUNT=1',
    ...(start.kind === 'date' ? {} : { timeZone: zone.kind === 'iana' ? zone.name : 'UTC' }),
    exdates,
    rdates: [...rdates, ...dates.map((epochSeconds) => ({ epochSeconds }))],
  })
}

const NO_EFFECT = /^(?:X-.*|RSCALE=GREGOR(?:IAN|Y)|SKIP=OMIT|)$/
const TIME_PART = /^BY(?:HOUR|MINUTE|SECOND)=/

/** A rule without parts that have no effect. Dates ignore parts for times (RFC 5545, section 3.3.10). */
const effectiveRule = (rule: string, isDate: boolean): string =>
  rule
    .split(';')
    .filter((part) => !NO_EFFECT.test(part) && !(isDate && TIME_PART.test(part)))
    .join(';')

/** The list if it has no undefined members; undefined otherwise. */
const allDefined = <Value>(list: readonly (Value | undefined)[]): readonly Value[] | undefined => {
  const defined = list.filter((each) => each !== undefined)
  return defined.length === list.length ? defined : undefined
}

/**
 * Converts an RDATE, EXDATE or RECURRENCE-ID to the kind of the start. With a timed start, a date gets
 * the start's time of day. With a date as start, a time becomes the day that it means. Undefined if a zone
 * is unknown.
 */
export function recurrenceDate(
  time: CalendarTime,
  start: CalendarTime,
  timeZone: string,
): RecurrenceDateInput | undefined {
  if (start.kind === 'date') return { day: dayMeant(time, timeZone) }
  const at = resolveTime(time, timeZone)
  if (time.kind !== 'date') return at === undefined ? undefined : { epochSeconds: at }
  const zone = zoneOf(start, timeZone)
  const startsAt = resolveTime(start, timeZone)
  if (startsAt === undefined) return undefined
  const wall = wallTimeAt(zone, startsAt)
  const secondOfDay = wall - Math.floor(wall / SECONDS_PER_DAY) * SECONDS_PER_DAY
  return { epochSeconds: resolveWallTime(zone, time.day * SECONDS_PER_DAY + secondOfDay) }
}
