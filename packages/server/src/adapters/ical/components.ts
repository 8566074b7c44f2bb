import { ok, type Result, refuse } from '@holdfast/engine'
import type {
  CalendarFileLimits,
  CalendarFileProblem,
  CalendarFileRefusal,
} from '../../kernel/ports/calendar-parser.ts'
import { contentLines, nameOf, type Property, readProperty } from './content-lines.ts'

/** A component with its relevant properties. */
export interface Component {
  readonly name: string
  readonly line: number
  readonly properties: Property[]
  readonly children: Component[]
}

/** The problems of a file: the first ones, and their total number. */
export interface Problems {
  add(problem: CalendarFileProblem): void
  readonly list: readonly CalendarFileProblem[]
  readonly count: number
}

/** Creates an empty collection that keeps the first `limit` problems. */
export function collectProblems(limit: number): Problems {
  const list: CalendarFileProblem[] = []
  let count = 0
  return {
    add(problem) {
      count += 1
      if (list.length < limit) list.push(problem)
    },
    list,
    get count() {
      return count
    },
  }
}

/** The relevant components, by their parent. */
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  VCALENDAR: ['VEVENT', 'VFREEBUSY', 'VTIMEZONE'],
  VTIMEZONE: ['STANDARD', 'DAYLIGHT'],
}

const PROPERTIES: Readonly<Record<string, ReadonlySet<string>>> = {
  VCALENDAR: new Set(['NAME', 'METHOD', 'X-WR-CALNAME', 'X-WR-TIMEZONE']),
  VEVENT: new Set(
    'UID SEQUENCE RECURRENCE-ID DTSTART DTEND DURATION RRULE RDATE EXDATE STATUS TRANSP'.split(' '),
  ),
  VFREEBUSY: new Set(['FREEBUSY']),
  VTIMEZONE: new Set(['TZID', 'X-LIC-LOCATION']),
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

interface Open {
  readonly name: string
  /** Undefined if the component and its contents are skipped. */
  readonly component: Component | undefined
}

/**
 * Splits a file into its calendars, and these into components. An invalid line, or an END that is missing
 * or has no BEGIN, affects only itself. A file that ends inside a calendar is refused: it was cut, and the
 * missing part may contain busy times.
 */
export function readComponents(
  text: string,
  limits: CalendarFileLimits,
  depth: Depth,
  problems: Problems,
): Result<readonly Component[], CalendarFileRefusal> {
  const calendars: Component[] = []
  const stack: Open[] = []
  let eventCount = 0
  for (const line of contentLines(text)) {
    const name = nameOf(line.text)
    if (name === 'BEGIN') {
      const begun = line.text
        .slice(line.text.indexOf(':') + 1)
        .trim()
        .toUpperCase()
      if (begun === 'VEVENT') closeOpen(stack, 'VEVENT')
      if (stack.length >= NESTING) {
        return refuse({
          code: 'calendar_too_large',
          detail: `its components are nested more than ${NESTING} deep`,
        })
      }
      const component = begin(begun, line.line, stack, calendars)
      if (component?.name === 'VEVENT') eventCount += 1
      if (eventCount > limits.events) {
        const detail = `it has more than ${limits.events} events`
        return refuse({ code: 'calendar_too_large', detail })
      }
    } else if (name === 'END') {
      closeOpen(
        stack,
        line.text
          .slice(line.text.indexOf(':') + 1)
          .trim()
          .toUpperCase(),
      )
    } else {
      const component = stack.at(-1)?.component
      if (component === undefined) continue
      if (name === undefined || isRead(component, name, line.text.length, depth)) {
        readLine(component, name, line, problems)
      }
    }
  }
  if (calendars.length === 0) {
    return refuse({ code: 'not_a_calendar', detail: 'it has no BEGIN:VCALENDAR' })
  }
  if (stack.length > 0) {
    return refuse({ code: 'not_a_calendar', detail: 'it ends before its END:VCALENDAR' })
  }
  return ok(calendars)
}

function begin(
  name: string,
  line: number,
  stack: Open[],
  calendars: Component[],
): Component | undefined {
  const parent = stack.at(-1)?.component
  const isRelevant =
    parent === undefined
      ? stack.length === 0 && name === 'VCALENDAR'
      : CHILDREN[parent.name]?.includes(name)
  const component: Component | undefined = isRelevant
    ? { name, line, properties: [], children: [] }
    : undefined
  if (component !== undefined) (parent?.children ?? calendars).push(component)
  stack.push({ name, component })
  return component
}

/** Closes a component and all open components inside it. Does nothing if it is not open. */
function closeOpen(stack: Open[], name: string): void {
  const index = stack.findLastIndex((open) => open.name === name)
  if (index !== -1) stack.length = index
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
