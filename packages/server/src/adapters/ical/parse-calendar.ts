import { ok, type Result, refuse } from '@holdfast/engine'
import type {
  CalendarFile,
  CalendarFileCalendar,
  CalendarFileLimits,
  CalendarFileRefusal,
  CalendarZone,
} from '../../kernel/ports/calendar-parser.ts'
import type { Component } from './assembly.ts'
import { type Depth, readComponents } from './components.ts'
import { firstValue, unescapeText } from './content-lines.ts'
import { withKnownZones } from './known-zones.ts'
import { collectProblems, type Problems } from './problems.ts'
import { readBusyPeriods, readEvent, TooManyDates } from './read-event.ts'
import { readTime } from './values.ts'
import { readZoneRules } from './vtimezone.ts'
import { type DefinedZone, resolveZone, zoneByName } from './zones.ts'

/**
 * Parses a calendar file (RFC 5545). A byte order mark decides the encoding; the default is UTF-8. With the
 * depth `times`, the texts of events are left out.
 */
export function parseCalendar(
  file: Uint8Array,
  limits: CalendarFileLimits,
  depth: Depth = 'all',
): Result<CalendarFile, CalendarFileRefusal> {
  if (file.length > limits.bytes) {
    const detail = `it is larger than ${limits.bytes} bytes`
    return refuse({ code: 'calendar_too_large', detail })
  }
  const problems = collectProblems(limits.problems)
  const components = readComponents(decode(file), limits, depth, problems)
  if (!components.ok) return components
  try {
    const calendars = components.value.map((one) => readCalendar(one, { limits, problems, depth }))
    return ok({ calendars, problems: problems.list, problemCount: problems.count })
  } catch (error) {
    if (!(error instanceof TooManyDates)) throw error
    const detail = `an event has more than ${limits.datesPerEvent} dates`
    return refuse({ code: 'calendar_too_large', detail })
  }
}

function decode(file: Uint8Array): string {
  const encoding =
    file[0] === 0xff && file[1] === 0xfe
      ? 'utf-16le'
      : file[0] === 0xfe && file[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding).decode(file)
}

interface Reading {
  readonly limits: CalendarFileLimits
  readonly problems: Problems
  readonly depth: Depth
}

function readCalendar(
  component: Component,
  { limits, problems, depth }: Reading,
): CalendarFileCalendar {
  const text = (name: string) => {
    const value = firstValue(component.properties, name)
    return value ? unescapeText(value) : undefined
  }
  const product = text('PRODID')
  const name = text('X-WR-CALNAME') ?? text('NAME')
  const method = text('METHOD')?.toUpperCase()
  const written = text('X-WR-TIMEZONE')
  const timeZone = written === undefined ? undefined : zoneByName(written)
  if (written !== undefined && timeZone === undefined) {
    const detail = 'X-WR-TIMEZONE is unknown and ignored'
    problems.add({ code: 'unknown_time_zone', line: component.line, detail })
  }
  const context = {
    zoneOf: zonesOf(component, problems, depth),
    datesPerEvent: limits.datesPerEvent,
    problems,
  }
  const ofKind = (kind: string) => component.children.filter((child) => child.name === kind)
  const events = ofKind('VEVENT').flatMap((event) => readEvent(event, context) ?? [])
  return {
    ...(product && { product }),
    ...(name && { name }),
    ...(method && { method }),
    ...(timeZone && { timeZone }),
    events: depth === 'all' ? withKnownZones(events, component.line, problems) : events,
    busyPeriods: ofKind('VFREEBUSY').flatMap((one) => readBusyPeriods(one, context)),
  }
}

/** The zones of a calendar by `TZID`. Each one is resolved once, when a time first uses it. */
function zonesOf(
  calendar: Component,
  problems: Problems,
  depth: Depth,
): (tzid: string) => CalendarZone {
  const defined = new Map<string, DefinedZone>()
  for (const component of calendar.children) {
    if (component.name !== 'VTIMEZONE') continue
    const written = firstValue(component.properties, 'TZID')
    const tzid = written === undefined ? undefined : unescapeText(written)
    const location = firstValue(component.properties, 'X-LIC-LOCATION')
    if (tzid === undefined || defined.has(tzid)) continue
    const rules = () => readZoneRules(tzid, component)
    // Imported events recur in zones of the server's tz data only.
    const modified =
      depth === 'times'
        ? readTime(firstValue(component.properties, 'LAST-MODIFIED') ?? '')
        : undefined
    defined.set(tzid, {
      ...(location && { location }),
      ...(modified?.kind === 'time' && { lastModifiedEpochSeconds: modified.wallSeconds }),
      rules,
    })
  }
  const zones = new Map<string, CalendarZone>()
  return (written) => {
    const tzid = written.trim()
    const known = zones.get(tzid)
    if (known !== undefined) return known
    const zone = resolveZone(tzid, defined.get(tzid))
    if (zone.kind === 'unknown') {
      const detail = `unknown time zone ${JSON.stringify(tzid.slice(0, 100))}; its times count as busy in every zone`
      problems.add({ code: 'unknown_time_zone', line: calendar.line, detail })
    }
    zones.set(tzid, zone)
    return zone
  }
}
