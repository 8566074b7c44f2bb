import type { Property } from './content-lines.ts'
import type { Problems } from './problems.ts'

/** A component with its relevant properties. */
export interface Component {
  readonly name: string
  readonly line: number
  readonly properties: Property[]
  readonly children: Component[]
}

/** The relevant components, by their parent. */
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  VCALENDAR: ['VEVENT', 'VFREEBUSY', 'VTIMEZONE'],
  VTIMEZONE: ['STANDARD', 'DAYLIGHT'],
}

/** Where these components belong. If one begins elsewhere, the END of what is open there is missing. */
const PLACES: Readonly<Record<string, string>> = {
  VEVENT: 'VCALENDAR',
  VFREEBUSY: 'VCALENDAR',
  VTIMEZONE: 'VCALENDAR',
  VTODO: 'VCALENDAR',
  VJOURNAL: 'VCALENDAR',
  VAVAILABILITY: 'VCALENDAR',
  STANDARD: 'VTIMEZONE',
  DAYLIGHT: 'VTIMEZONE',
}

// An alarm has none of these. If one follows, the END of the alarm is missing. Apple's alarms have a DTSTART.
const NOT_OF_ALARMS: ReadonlySet<string> = new Set(
  'DTEND RECURRENCE-ID RRULE RDATE EXDATE TRANSP'.split(' '),
)

const NAME_LENGTH = 40

interface Open {
  readonly name: string
  readonly line: number
  /** Undefined if the component and its contents are skipped. */
  readonly component: Component | undefined
}

/** Builds the components of a file from its lines. It reports each BEGIN and END that is missing. */
export interface Assembly {
  readonly calendars: readonly Component[]
  /** The number of open components. */
  depth(): number
  isOpen(name: string): boolean
  /** Begins a component; undefined if it is skipped. */
  begin(name: string, line: number): Component | undefined
  /** Ends a component and all open ones inside it. */
  end(name: string, line: number): void
  /** The component that a property belongs to; undefined if it is skipped. */
  ownerOf(propertyName: string | undefined): Component | undefined
}

/** Creates an assembly without components. */
export function createAssembly(problems: Problems): Assembly {
  const calendars: Component[] = []
  const stack: Open[] = []
  let isOutsideReported = false

  const report = (line: number, detail: string) =>
    problems.add({ code: 'unbalanced', line, detail })
  const indexOf = (name: string | undefined) => stack.findLastIndex((open) => open.name === name)
  const closeAbove = (index: number) => {
    for (const { name, line } of stack.splice(index + 1)) {
      report(line, `this ${name.slice(0, NAME_LENGTH)} has no END`)
    }
  }

  /** The calendar of a component outside of all calendars: the last one, or a new one. */
  const calendarFor = (name: string, line: number): Component => {
    closeAbove(-1)
    if (!isOutsideReported) report(line, `this ${name} is outside of a calendar, but counts`)
    isOutsideReported = true
    const last = calendars.at(-1)
    if (last !== undefined) return last
    const first = { name: 'VCALENDAR', line, properties: [], children: [] }
    calendars.push(first)
    return first
  }

  const parentOf = (name: string, line: number): Component | undefined => {
    const place = PLACES[name]
    const index = indexOf(place)
    if (index !== -1) closeAbove(index)
    else if (place === 'VCALENDAR') return calendarFor(name, line)
    return stack.at(-1)?.component
  }

  return {
    calendars,
    depth: () => stack.length,
    isOpen: (name) => indexOf(name) !== -1,
    begin(name, line) {
      const parent = parentOf(name, line)
      const isRelevant =
        parent === undefined
          ? stack.length === 0 && name === 'VCALENDAR'
          : CHILDREN[parent.name]?.includes(name)
      const component = isRelevant ? { name, line, properties: [], children: [] } : undefined
      if (component !== undefined) (parent?.children ?? calendars).push(component)
      stack.push({ name, line, component })
      return component
    },
    end(name, line) {
      const index = indexOf(name)
      if (index === -1) {
        // What is outside of a calendar is reported where it begins.
        if (name === 'VCALENDAR') return
        report(line, `this END:${name.slice(0, NAME_LENGTH)} has no BEGIN; events may be missing`)
        return
      }
      closeAbove(index)
      stack.length = index
    },
    ownerOf(propertyName) {
      const innermost = stack.at(-1)
      // Most lines of a file come here.
      if (innermost?.name !== 'VALARM') return innermost?.component
      const index = stack.findLastIndex(({ component }) => component !== undefined)
      const owner = stack[index]?.component
      if (owner?.name === 'VEVENT' && stack[index + 1]?.name === 'VALARM') {
        const isOfEvent =
          propertyName === 'DTSTART'
            ? !owner.properties.some(({ name }) => name === 'DTSTART')
            : NOT_OF_ALARMS.has(propertyName ?? '')
        if (isOfEvent) closeAbove(index)
      }
      return stack.at(-1)?.component
    },
  }
}
