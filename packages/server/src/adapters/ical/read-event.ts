import type {
  CalendarBusyPeriod,
  CalendarExtent,
  CalendarExtraTime,
  CalendarFileEvent,
  CalendarTime,
  CalendarZone,
} from '../../kernel/ports/calendar-parser.ts'
import type { Component } from './assembly.ts'
import { firstValue, type Property, parameterOf, unescapeText } from './content-lines.ts'
import type { Problems } from './problems.ts'
import { readDuration, readTime } from './values.ts'

const SECONDS_PER_DAY = 86_400

/** The context of the components of one calendar. */
export interface CalendarContext {
  readonly zoneOf: (tzid: string) => CalendarZone
  readonly datesPerEvent: number
  readonly problems: Problems
}

/** Thrown if an event has more dates than the limit. */
export class TooManyDates extends Error {
  override readonly name = 'TooManyDates'
}

function timeOf(
  property: Property,
  text: string,
  { zoneOf }: CalendarContext,
): CalendarTime | undefined {
  const written = readTime(text.trim())
  if (written === undefined || written.kind === 'date') return written
  const { wallSeconds, isUtc } = written
  // With `VALUE=DATE` a time of day is ignored.
  if (property.valueType === 'date') {
    return { kind: 'date', day: Math.floor(wallSeconds / SECONDS_PER_DAY) }
  }
  if (isUtc) return { kind: 'utc', epochSeconds: wallSeconds }
  const tzid = parameterOf(property, 'tzid')
  return tzid === undefined || tzid === ''
    ? { kind: 'floating', wallSeconds }
    : { kind: 'zoned', wallSeconds, zone: zoneOf(tzid) }
}

/** Parses a period, `start/end` or `start/duration` (RFC 5545, section 3.3.9). */
function periodOf(
  property: Property,
  text: string,
  context: CalendarContext,
): { readonly start: CalendarTime; readonly extent: CalendarExtent } | undefined {
  const [from, to] = text.split('/')
  const start = timeOf(property, from ?? '', context)
  if (start === undefined || to === undefined) return undefined
  const end = timeOf(property, to, context)
  const duration = end === undefined ? readDuration(to.trim()) : undefined
  if (end !== undefined) return { start, extent: { end } }
  return duration === undefined ? undefined : { start, extent: { duration } }
}

/** Reads a `VEVENT`. Undefined, with a problem, if its start cannot be read. */
export function readEvent(
  component: Component,
  context: CalendarContext,
): CalendarFileEvent | undefined {
  const { problems } = context
  const named = (name: string) => component.properties.find((property) => property.name === name)
  const text = (name: string) => {
    const value = named(name)?.value
    return value === undefined || value.trim() === '' ? undefined : unescapeText(value)
  }
  const uid = text('UID')?.trim()
  const owner = uid === undefined ? {} : { uid }
  const report = (line: number, detail: string) =>
    problems.add({ code: 'unreadable_value', line, ...owner, detail })

  const startProperty = named('DTSTART')
  const start = startProperty && timeOf(startProperty, startProperty.value, context)
  if (start === undefined) {
    const detail = startProperty ? 'the DTSTART cannot be read' : 'the event has no DTSTART'
    problems.add({ code: 'unreadable_event', line: component.line, ...owner, detail })
    return undefined
  }
  const [, second] = component.properties.filter(({ name }) => name === 'DTSTART')
  if (second) report(second.line, 'the event has a second DTSTART; another event may be missing')
  const recurrence = recurrenceOf(named('RECURRENCE-ID'), context, report)
  const extent = extentOf(named('DTEND'), named('DURATION'), context, report)
  const [summary, description, location, url] = ['SUMMARY', 'DESCRIPTION', 'LOCATION', 'URL'].map(
    text,
  )
  return {
    ...owner,
    line: component.line,
    sequence: sequenceOf(named('SEQUENCE')),
    ...(recurrence && { recurrence }),
    start,
    ...(extent && { extent }),
    rules: component.properties
      .filter(({ name }) => name === 'RRULE')
      .map(({ value }) => value.trim().toUpperCase()),
    ...datesOf(component, context, report),
    isCancelled: firstValue(component.properties, 'STATUS')?.toUpperCase() === 'CANCELLED',
    isTransparent: isTransparent(component),
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(location !== undefined && { location }),
    ...(url !== undefined && { url }),
    extensions: Object.fromEntries(
      component.properties
        .filter(({ name }) => name.startsWith('X-'))
        .map(({ name, value }) => [name, unescapeText(value)]),
    ),
  }
}

type Report = (line: number, detail: string) => void

function sequenceOf(property: Property | undefined): number {
  const value = property?.value.trim() ?? ''
  return /^\d{1,9}$/.test(value) ? Number(value) : 0
}

/** Whether an event takes no time. Outlook has its own property, and does not always write `TRANSP`. */
function isTransparent({ properties }: Component): boolean {
  const transparency = firstValue(properties, 'TRANSP')?.toUpperCase()
  return transparency === undefined
    ? firstValue(properties, 'X-MICROSOFT-CDO-BUSYSTATUS')?.toUpperCase() === 'FREE'
    : transparency === 'TRANSPARENT'
}

function recurrenceOf(
  property: Property | undefined,
  context: CalendarContext,
  report: Report,
): CalendarFileEvent['recurrence'] | undefined {
  if (property === undefined) return undefined
  const id = timeOf(property, property.value, context)
  if (id !== undefined) {
    const range = parameterOf(property, 'range')?.toUpperCase()
    return { id, thisAndFuture: range === 'THISANDFUTURE' }
  }
  report(property.line, 'this RECURRENCE-ID cannot be read; it counts as a separate event')
  return undefined
}

// Without a readable end, an event counts as one day, so that no busy time is lost.
const A_DAY: CalendarExtent = { duration: { days: 1, seconds: 0 } }

function extentOf(
  endProperty: Property | undefined,
  durationProperty: Property | undefined,
  context: CalendarContext,
  report: Report,
): CalendarExtent | undefined {
  const end = endProperty && timeOf(endProperty, endProperty.value, context)
  if (end !== undefined) return { end }
  const duration = durationProperty && readDuration(durationProperty.value.trim())
  if (duration !== undefined) return { duration }
  const unread = endProperty ?? durationProperty
  if (unread === undefined) return undefined
  report(unread.line, `this ${unread.name} cannot be read; the event counts as one day`)
  return A_DAY
}

function datesOf(
  { properties }: Component,
  context: CalendarContext,
  report: Report,
): Pick<CalendarFileEvent, 'extraTimes' | 'excludedTimes'> {
  const extraTimes: CalendarExtraTime[] = []
  const excludedTimes: CalendarTime[] = []
  for (const property of properties) {
    if (property.name !== 'RDATE' && property.name !== 'EXDATE') continue
    for (const text of property.value.split(',')) {
      if (text.trim() === '') continue
      if (extraTimes.length + excludedTimes.length >= context.datesPerEvent)
        throw new TooManyDates()
      if (property.name === 'EXDATE') {
        const time = timeOf(property, text, context)
        if (time) excludedTimes.push(time)
        else report(property.line, 'a date of this EXDATE cannot be read')
      } else {
        const start = timeOf(property, text, context)
        const extra = start ? { start } : periodOf(property, text, context)
        if (extra) extraTimes.push(extra)
        else report(property.line, 'a date of this RDATE cannot be read')
      }
    }
  }
  return { extraTimes, excludedTimes }
}

/** Reads the busy periods of a `VFREEBUSY`. Periods with `FBTYPE=FREE` are skipped. */
export function readBusyPeriods(
  { properties }: Component,
  context: CalendarContext,
): readonly CalendarBusyPeriod[] {
  const periods: CalendarBusyPeriod[] = []
  for (const property of properties) {
    if (parameterOf(property, 'fbtype')?.toUpperCase() === 'FREE') continue
    for (const text of property.value.split(',')) {
      if (text.trim() === '') continue
      if (periods.length >= context.datesPerEvent) throw new TooManyDates()
      const period = periodOf(property, text, context)
      if (period) periods.push({ line: property.line, ...period })
      else {
        const detail = 'a period of this FREEBUSY cannot be read'
        context.problems.add({ code: 'unreadable_value', line: property.line, detail })
      }
    }
  }
  return periods
}
