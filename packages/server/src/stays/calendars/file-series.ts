import { ok, type Result, refuse } from '@holdfast/engine'
import type { CalendarFileEvent } from '../../kernel/ports/calendar-parser.ts'
import type { Calendar } from './calendar.ts'
import type { CalendarEvent } from './calendar-event.ts'
import { contentOf, type EventContent } from './event-content.ts'
import {
  type EventRecurrence,
  MAX_CHANGED_OCCURRENCES,
  type OccurrenceChange,
} from './event-recurrence.ts'
import type { ExtendedProps } from './extended-props.ts'
import { type FileEventInput, fileEventInput, recurrenceDate } from './file-events.ts'
import { type ImportWarning, type Skipped, skip, skipRefused } from './import-report.ts'
import { findOccurrence, occurrenceOf, type RecurringEvent } from './occurrence-times.ts'
import { differences, hasDifferences, occurrenceTime } from './occurrences.ts'
import { withBounds } from './read-recurrence.ts'
import { startingSince1970 } from './start-since-1970.ts'

/** The parts of a file with one UID: an event, and the changes of single occurrences. */
export interface FileSeries {
  /** The UID, or a text that stands for it if the file has none. */
  readonly name: string
  readonly master: CalendarFileEvent
  readonly overrides: readonly CalendarFileEvent[]
}

/** The content of an event after an import, and what the import leaves out. */
export interface ImportedEvent {
  readonly content: EventContent
  readonly skipped: readonly Skipped[]
  readonly warnings: readonly ImportWarning[]
}

/** The UID of an event of a file, or a text that stands for it. */
export const uidNameOf = (event: CalendarFileEvent): string => event.uid ?? nameWithoutUid(event)

const nameWithoutUid = ({ start, extent, summary }: CalendarFileEvent): string =>
  JSON.stringify([start, extent ?? null, summary ?? ''])

/**
 * Groups the events of a file by UID. Of several versions of an event, the last one with the highest
 * SEQUENCE counts. An occurrence whose event is not in the file becomes an event of its own.
 */
export function groupByUid(events: readonly CalendarFileEvent[]): {
  readonly series: readonly FileSeries[]
  readonly superseded: readonly Skipped[]
} {
  const byName = new Map<string, { master?: CalendarFileEvent; overrides: CalendarFileEvent[] }>()
  const superseded: Skipped[] = []
  const replaces = (event: CalendarFileEvent, other: CalendarFileEvent | undefined): boolean => {
    if (other === undefined) return true
    const isLater = event.sequence >= other.sequence
    superseded.push(
      skip(isLater ? other : event, 'superseded', 'The file has a newer version of this event.'),
    )
    return isLater
  }
  for (const event of events) {
    const name = uidNameOf(event)
    const known = byName.get(name) ?? { overrides: [] }
    byName.set(name, known)
    if (event.recurrence === undefined) {
      if (replaces(event, known.master)) known.master = event
      continue
    }
    const id = JSON.stringify(event.recurrence.id)
    const at = known.overrides.findIndex((each) => JSON.stringify(each.recurrence?.id) === id)
    if (!replaces(event, known.overrides[at])) continue
    if (at >= 0) known.overrides.splice(at, 1)
    known.overrides.push(event)
  }
  const series = [...byName].flatMap(([name, { master, overrides }]): FileSeries[] =>
    master
      ? [{ name, master, overrides }]
      : overrides.map((each) => ({
          name: JSON.stringify([name, each.recurrence?.id]),
          master: each,
          overrides: [],
        })),
  )
  return { series, superseded }
}

/** The maximum size of the custom values of an event as JSON. */
const MAX_PROPS_BYTES = 4096
const encoder = new TextEncoder()

/** Adds the custom values of the file to the existing ones, if the result is not too large. */
function withProps(
  { input, warnings }: FileEventInput,
  { uid, line }: CalendarFileEvent,
  existing: ExtendedProps | null | undefined,
): FileEventInput {
  const all = { ...existing, ...input.extendedProps }
  const hasRoom = encoder.encode(JSON.stringify(all)).byteLength <= MAX_PROPS_BYTES
  const props = hasRoom ? all : { ...existing }
  const { extendedProps: _, ...rest } = input
  const detail = `Location and URL were left out: custom values have at most ${MAX_PROPS_BYTES} bytes.`
  return {
    input: Object.keys(props).length === 0 ? rest : { ...rest, extendedProps: props },
    warnings: hasRoom ? warnings : [...warnings, { uid: uid ?? null, line, detail }],
  }
}

/** The event that a file describes. `before` is the event in the calendar; its custom values remain. */
export function importedEvent(
  calendar: Calendar,
  { master, overrides }: FileSeries,
  before: CalendarEvent | undefined,
): Result<ImportedEvent, Skipped> {
  const read = fileEventInput(master, calendar)
  if (!read.ok) return read
  if (calendar.exclusive === 'nights' && (read.value.input.recurrence || overrides.length > 0)) {
    return refuse(skip(master, 'recurrence_not_supported', 'A stay cannot recur.'))
  }
  const started = startingSince1970(master, read.value, calendar.timeZone)
  const { input, warnings } = withProps(started, master, before?.extendedProps)
  const made = contentOf(calendar, input)
  if (!made.ok) return refuse(skipRefused(master, made.refusal))
  const content = made.value
  const { recurrence } = content
  if (recurrence === undefined) {
    const detail = 'The event of this occurrence does not recur.'
    const skipped = overrides.map((each) => skip(each, 'no_such_occurrence', detail))
    return ok({ content, skipped, warnings })
  }
  const known = { ...content, recurrence, ...NO_IDENTITY }
  const changed = readOverrides(calendar, known, overrides, before?.recurrence)
  const bounded = withBounds({ ...recurrence, ...changed.set }, content)
  if (!bounded.ok) return refuse(skipRefused(master, bounded.refusal))
  return ok({
    content: { ...content, recurrence: bounded.value },
    skipped: changed.skipped,
    warnings: [...warnings, ...changed.warnings],
  })
}

/** The identity of an event that only serves to compute occurrences. */
const NO_IDENTITY = { id: '', version: 0, createdAtEpochSeconds: 0, updatedAtEpochSeconds: 0 }

interface ReadOverrides {
  readonly set: Pick<EventRecurrence, 'changes' | 'exdates'>
  readonly skipped: readonly Skipped[]
  readonly warnings: readonly ImportWarning[]
}

type ReadOverride = Result<
  { readonly change: OccurrenceChange | undefined; readonly exdate?: number } & {
    readonly warnings: readonly ImportWarning[]
  },
  Skipped
>

function readOverrides(
  calendar: Calendar,
  event: RecurringEvent,
  overrides: readonly CalendarFileEvent[],
  before: EventRecurrence | undefined,
): ReadOverrides {
  const changes: OccurrenceChange[] = []
  const exdates = new Set(event.recurrence.exdates)
  const skipped: Skipped[] = []
  const warnings: ImportWarning[] = []
  for (const override of overrides) {
    const read = readOverride(calendar, event, override, before)
    if (!read.ok) {
      skipped.push(read.refusal)
      continue
    }
    const { change, exdate } = read.value
    warnings.push(...read.value.warnings)
    if (exdate !== undefined) exdates.add(exdate)
    if (change === undefined) continue
    if (changes.length < MAX_CHANGED_OCCURRENCES) {
      changes.push(change)
    } else {
      const detail = `An event can have at most ${MAX_CHANGED_OCCURRENCES} changed occurrences.`
      skipped.push(skip(override, 'invalid', detail))
    }
  }
  changes.sort((a, b) => a.originalStartEpochSeconds - b.originalStartEpochSeconds)
  const set = { changes, exdates: [...exdates].sort((a, b) => a - b) }
  return { set, skipped, warnings }
}

function readOverride(
  calendar: Calendar,
  event: RecurringEvent,
  override: CalendarFileEvent,
  before: EventRecurrence | undefined,
): ReadOverride {
  if (override.recurrence === undefined || override.recurrence.thisAndFuture) {
    const detail = 'Changes of an occurrence and all later ones are not supported.'
    return refuse(skip(override, 'this_and_future', detail))
  }
  const start = event.days
    ? ({ kind: 'date', day: event.days.startDay } as const)
    : ({ kind: 'utc', epochSeconds: event.startEpochSeconds } as const)
  const original = recurrenceDate(override.recurrence.id, start, calendar.timeZone)
  const found = original && findOccurrence(event, original)
  if (found === undefined) {
    return refuse(skip(override, 'no_such_occurrence', 'The event has no such occurrence.'))
  }
  if (override.isCancelled) {
    return ok({ change: undefined, exdate: found.wallSeconds, warnings: [] })
  }
  const read = fileEventInput(override, calendar)
  if (!read.ok) return read
  const existing = before?.changes.find((each) => each.originalWallSeconds === found.wallSeconds)
  const props = existing?.extendedProps === undefined ? event.extendedProps : existing.extendedProps
  const { input, warnings } = withProps(read.value, override, props)
  const time = occurrenceTime({ event, timeZone: calendar.timeZone }, input)
  if (!time.ok) return refuse(skipRefused(override, time.refusal))
  const change = differences({ event, occurrence: occurrenceOf(event, found) }, input, time.value)
  return ok({ change: hasDifferences(change) ? change : undefined, warnings })
}
