import { localDayOf, ok, type Result, refuse } from '@holdfast/engine'
import type { CalendarFileEvent, CalendarTime } from '../../kernel/ports/calendar-parser.ts'
import { resolveTime, resolveWallTime, wallTimeAt } from '../calendar-files/resolve-time.ts'
import type { Calendar } from './calendar.ts'
import type { ExtendedProps } from './calendar-event.ts'
import type { RecurrenceDate, RecurrenceInput } from './event-recurrence.ts'
import type { CalendarEventInput, EventTime } from './events.ts'
import { type ImportWarning, type Skipped, skip } from './import-report.ts'

/** The input of an event from its part of a calendar file, and what could not be kept of it. */
export interface FileEventInput {
  readonly input: CalendarEventInput
  readonly warnings: readonly ImportWarning[]
}

const SECONDS_PER_DAY = 86_400
const TITLE_LENGTH = 200
const DESCRIPTION_LENGTH = 2000
const PROP_LENGTH = 500

/** Cuts a text without splitting a character of two units. */
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
    // Of the controls, line feed and tab alone are text.
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')

/** The own values of an event that a file tells of; empty where it tells of none. */
function propsOf({ location, url }: CalendarFileEvent): ExtendedProps {
  const place = manyLines(location ?? '').trim()
  const link = oneLine(url ?? '')
  return {
    ...(place !== '' && { location: cut(place, PROP_LENGTH) }),
    ...(link !== '' && { url: cut(link, PROP_LENGTH) }),
  }
}

/** Reads an event of a file as one of a calendar, or says why it cannot be one. */
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
  const warn = (what: string, length: number) => {
    const detail = `The ${what} was cut to ${length} characters.`
    warnings.push({ uid: event.uid ?? null, line: event.line, detail })
  }
  if (title.length > TITLE_LENGTH) warn('title', TITLE_LENGTH)
  if (description.length > DESCRIPTION_LENGTH) warn('description', DESCRIPTION_LENGTH)
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
  refuse(skip(event, 'unknown_time_zone', 'Its time zone is neither known nor in the file.'))

function timeOf(
  event: CalendarFileEvent,
  { timeZone, exclusive }: Pick<Calendar, 'timeZone' | 'exclusive'>,
): Result<EventTime, Skipped> {
  const { start } = event
  if (start.kind === 'date') return ok({ startDay: start.day, endDay: endDayOf(event, start.day) })
  if (exclusive === 'nights') {
    return refuse(skip(event, 'not_dates', 'A stay is from a date to a date.'))
  }
  const startEpochSeconds = resolveTime(start, timeZone)
  const endEpochSeconds = endOf(event, timeZone)
  if (startEpochSeconds === undefined || endEpochSeconds === undefined) return unknownZone(event)
  return endEpochSeconds > startEpochSeconds
    ? ok({ startEpochSeconds, endEpochSeconds })
    : refuse(skip(event, 'no_length', 'It ends no later than it starts.'))
}

// An end that is not after the start means the one day: some programs write the last day itself.
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
  // Whole days are days of the wall clock.
  const zone =
    start.kind === 'zoned' && start.zone.kind !== 'unknown'
      ? start.zone
      : ({ kind: 'iana', name: timeZone } as const)
  return resolveWallTime(zone, wallTimeAt(zone, at) + days * SECONDS_PER_DAY) + seconds
}

const notSupported = (event: CalendarFileEvent, detail: string) =>
  refuse(skip(event, 'recurrence_not_supported', detail))

/** The zone whose wall clock a recurring event keeps; undefined: one that only the file knows. */
function zoneOf(start: CalendarTime, timeZone: string): string | undefined {
  if (start.kind === 'utc') return 'UTC'
  if (start.kind !== 'zoned') return timeZone
  return start.zone.kind === 'iana' ? start.zone.name : undefined
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
    return notSupported(event, 'It has an RDATE with a length of its own.')
  }
  const zone = zoneOf(start, timeZone)
  if (zone === undefined) return notSupported(event, 'It recurs in a zone that only the file has.')
  const rdates = extraTimes.map((each) => recurrenceDate(each.start, start, timeZone))
  const exdates = excludedTimes.map((each) => recurrenceDate(each, start, timeZone))
  if (rdates.includes(undefined) || exdates.includes(undefined)) return unknownZone(event)
  return ok({
    // Programs show a start that the rule does not give as one more occurrence.
    allowsStartOffRule: true,
    // Dates alone recur without a rule: the start, and no more by rule.
    rrule: rrule ?? 'FREQ=DAILY;COUNT=1',
    ...(start.kind === 'date' ? {} : { timeZone: zone }),
    exdates: exdates as readonly RecurrenceDate[],
    rdates: rdates as readonly RecurrenceDate[],
  })
}

/**
 * A date of a set as one of the kind of its start: a date beside a time is at the start's time of
 * day, a time beside a date is its local day. Undefined where a zone is unknown.
 */
export function recurrenceDate(
  time: CalendarTime,
  start: CalendarTime,
  timeZone: string,
): RecurrenceDate | undefined {
  const at = resolveTime(time, timeZone)
  if (start.kind === 'date') {
    if (time.kind === 'date') return { day: time.day }
    return at === undefined ? undefined : { day: localDayOf(timeZone, Math.floor(at / 60)) }
  }
  if (time.kind !== 'date') return at === undefined ? undefined : { epochSeconds: at }
  const zone = zoneOf(start, timeZone)
  const startsAt = resolveTime(start, timeZone)
  if (zone === undefined || startsAt === undefined) return undefined
  const known = { kind: 'iana', name: zone } as const
  const wall = wallTimeAt(known, startsAt)
  const secondOfDay = wall - Math.floor(wall / SECONDS_PER_DAY) * SECONDS_PER_DAY
  return { epochSeconds: resolveWallTime(known, time.day * SECONDS_PER_DAY + secondOfDay) }
}
