import { ok, type Result, refuse } from '@holdfast/engine'
import type { CalendarFileLimits, CalendarFileRefusal } from '../../kernel/ports/calendar-parser.ts'
import { type Component, createAssembly } from './assembly.ts'
import { contentLines, nameOf, readProperty } from './content-lines.ts'
import type { Problems } from './problems.ts'

const PROPERTIES: Readonly<Record<string, ReadonlySet<string>>> = {
  VCALENDAR: new Set(['PRODID', 'NAME', 'METHOD', 'X-WR-CALNAME', 'X-WR-TIMEZONE']),
  VEVENT: new Set(
    'UID SEQUENCE RECURRENCE-ID DTSTART DTEND DURATION RRULE RDATE EXDATE STATUS TRANSP'.split(' '),
  ),
  VFREEBUSY: new Set(['FREEBUSY']),
  VTIMEZONE: new Set(['TZID', 'X-LIC-LOCATION', 'LAST-MODIFIED']),
  STANDARD: new Set(['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE']),
  DAYLIGHT: new Set(['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE']),
}

// The texts of events: most of the bytes of a file, but irrelevant for busy times.
const TEXTS: ReadonlySet<string> = new Set(['SUMMARY', 'DESCRIPTION', 'LOCATION', 'URL'])
const BUSY_STATUS = 'X-MICROSOFT-CDO-BUSYSTATUS'

/** Whether a file is read in full, or only its busy times. */
export type Depth = 'all' | 'times'

// Longer extensions are skipped. Some contain a whole page.
const EXTENSION_LENGTH = 1_000
const NESTING = 16

const componentName = (text: string): string =>
  text
    .slice(text.indexOf(':') + 1)
    .trim()
    .toUpperCase()

const notCalendar = (detail: string) => refuse({ code: 'not_a_calendar', detail } as const)
const tooLarge = (detail: string) => refuse({ code: 'calendar_too_large', detail } as const)

/**
 * Splits a file into its calendars, and these into components. An invalid line, or a BEGIN or END that is
 * missing, affects only itself and is reported. A file with a calendar that ends before its END:VCALENDAR
 * is refused: it was cut, and the missing part may contain busy times.
 */
export function readComponents(
  text: string,
  limits: CalendarFileLimits,
  depth: Depth,
  problems: Problems,
): Result<readonly Component[], CalendarFileRefusal> {
  const assembly = createAssembly(problems)
  let hasCalendar = false
  let eventCount = 0
  for (const line of contentLines(text)) {
    const name = nameOf(line.text)
    if (name === 'BEGIN') {
      const begun = componentName(line.text)
      if (begun === 'VCALENDAR') {
        if (assembly.isOpen(begun)) return notCalendar('a calendar in it has no END:VCALENDAR')
        hasCalendar = true
      }
      const component = assembly.begin(begun, line.line)
      if (assembly.depth() > NESTING) {
        return tooLarge(`its components are nested more than ${NESTING} deep`)
      }
      if (component?.name === 'VEVENT') eventCount += 1
      if (eventCount > limits.events) return tooLarge(`it has more than ${limits.events} events`)
    } else if (name === 'END') {
      assembly.end(componentName(line.text), line.line)
    } else {
      const component = assembly.ownerOf(name)
      if (component === undefined) continue
      if (name === undefined || isRead(component, name, line.text.length, depth)) {
        readLine(component, name, line, problems)
      }
    }
  }
  if (!hasCalendar) return notCalendar('it has no BEGIN:VCALENDAR')
  if (assembly.depth() > 0) return notCalendar('it ends before its END:VCALENDAR')
  return ok(assembly.calendars)
}

function isRead(component: Component, name: string, length: number, depth: Depth): boolean {
  if (PROPERTIES[component.name]?.has(name)) return true
  if (component.name !== 'VEVENT') return false
  if (depth === 'times') return name === BUSY_STATUS
  return TEXTS.has(name) || (name.startsWith('X-') && length <= EXTENSION_LENGTH)
}

function readLine(
  component: Component,
  name: string | undefined,
  line: { readonly line: number; readonly text: string },
  problems: Problems,
): void {
  if (name === undefined) {
    problems.add({
      code: 'unreadable_line',
      line: line.line,
      detail: 'this line is not a property',
    })
    return
  }
  const property = readProperty(line)
  if (property !== undefined) {
    component.properties.push(property)
    return
  }
  const detail = `this ${name} cannot be read`
  problems.add({ code: 'unreadable_line', line: line.line, detail })
  // A lost RRULE would free busy time. It stays as an invalid rule.
  if (name === 'RRULE') {
    const { line: number } = line
    component.properties.push({
      line: number,
      name,
      parameters: {},
      valueType: 'unknown',
      value: '',
    })
  }
}
