import {
  expandRecurrence,
  invariant,
  type Occurrence,
  parseRecurrenceRule,
  type Recurrence,
  type RecurrenceStart,
  startMatchesRule,
} from '@holdfast/engine'
import { z } from 'zod'
import type { AttributesOf } from '../../kernel/entity.ts'
import { extendedPropsAttribute } from './extended-props.ts'

/** The schema of dates: days since 1970-01-01, the end exclusive. */
export const daysAttributes = z.object({ startDay: z.int(), endDay: z.int() })

const occurrenceTimeAttributes = z.object({
  days: z.exactOptional(daysAttributes),
  startEpochSeconds: z.int(),
  endEpochSeconds: z.int(),
})

/** The time of one occurrence. */
export type OccurrenceTime = AttributesOf<typeof occurrenceTimeAttributes>

const occurrenceChangeAttributes = z.object({
  originalWallSeconds: z.int(),
  originalStartEpochSeconds: z.int(),
  title: z.exactOptional(z.string()),
  /** Null if the occurrence has none although the event has one. */
  description: z.exactOptional(z.string().nullable()),
  extendedProps: z.exactOptional(extendedPropsAttribute.nullable()),
  /** Set if the occurrence was moved or has another duration. */
  time: z.exactOptional(occurrenceTimeAttributes),
})

/** The change of one occurrence, with only those members that differ from the event. */
export type OccurrenceChange = AttributesOf<typeof occurrenceChangeAttributes>

/** The schema of a recurrence. */
export const recurrenceAttributes = z.object({
  /** The value of an RRULE (RFC 5545 §3.3.10) in normalized form. */
  rrule: z.string(),
  timeZone: z.string(),
  startWallSeconds: z.int(),
  /** The last wall time of a rule with COUNT. */
  lastWallSeconds: z.exactOptional(z.int()),
  /** Excluded occurrences. */
  exdates: z.array(z.int()),
  /** Additional occurrences. */
  rdates: z.array(z.int()),
  changes: z.array(occurrenceChangeAttributes),
  /** The start of the earliest occurrence, including moved ones. */
  firstStartEpochSeconds: z.int(),
  /** The end of the latest occurrence, including moved ones. Absent: the recurrence never ends. */
  lastEndEpochSeconds: z.exactOptional(z.int()),
})

/**
 * How an event recurs. Wall seconds are wall times in the zone of the recurrence, read as if they were
 * UTC, in epoch seconds.
 */
export type EventRecurrence = AttributesOf<typeof recurrenceAttributes>

/** The longest duration of one occurrence. An occurrence that overlaps a range starts at most this long before it. */
export const MAX_OCCURRENCE_SECONDS = 31 * 86_400
/** The maximum number of changed occurrences of one event. Cancelled ones are `exdates`. */
export const MAX_CHANGED_OCCURRENCES = 100

const SECONDS_PER_DAY = 86_400

/** The supported times of events and of queries, half-open: from 1970 to 2199. */
export const SUPPORTED_TIMES = { fromEpochSeconds: 0, toEpochSeconds: 7_258_118_400 }
/** The supported times in words, to follow "must be". */
export const SUPPORTED_TIMES_TEXT =
  'at or after 1970-01-01T00:00:00Z and before 2200-01-01T00:00:00Z'
/** Whether an event may start at an instant. */
export const isSupportedTime = (epochSeconds: number): boolean =>
  epochSeconds >= SUPPORTED_TIMES.fromEpochSeconds && epochSeconds < SUPPORTED_TIMES.toEpochSeconds

/** Converts the recurrence of an event to the engine's form, to be expanded. */
export function recurrenceSetOf(recurrence: EventRecurrence, isAllDay: boolean): Recurrence {
  const rule = parseRecurrenceRule(recurrence.rrule)
  invariant(rule.ok, 'a stored recurrence rule is not valid')
  const dates = (walls: readonly number[]) =>
    walls.map((wallSeconds) =>
      isAllDay ? { day: wallSeconds / SECONDS_PER_DAY } : { wallSeconds },
    )
  return {
    start: recurrenceStart(recurrence, isAllDay),
    rule: rule.value,
    added: dates(recurrence.rdates),
    excluded: dates(recurrence.exdates),
    ...(recurrence.lastWallSeconds === undefined
      ? {}
      : { lastWallSeconds: recurrence.lastWallSeconds }),
  }
}

/** The start of a recurrence in the engine's form. */
export const recurrenceStart = (
  { startWallSeconds, timeZone }: Pick<EventRecurrence, 'startWallSeconds' | 'timeZone'>,
  isAllDay: boolean,
): RecurrenceStart =>
  isAllDay
    ? { day: startWallSeconds / SECONDS_PER_DAY, timeZone }
    : { wallSeconds: startWallSeconds, timeZone }

/** Whether the first occurrence of an event does not match its rule. Calendar files may contain such events. */
export function isStartOffRule({
  days,
  recurrence,
}: {
  readonly days?: OccurrenceTime['days']
  readonly recurrence?: EventRecurrence
}): boolean {
  if (recurrence === undefined) return false
  const { start, rule } = recurrenceSetOf(recurrence, days !== undefined)
  return rule !== undefined && !startMatchesRule(start, rule)
}

/** Finds the occurrence whose start by the rule is an instant; undefined if there is none. */
export function occurrenceAt(
  recurrence: EventRecurrence,
  isAllDay: boolean,
  startEpochSeconds: number,
): Occurrence | undefined {
  const range = { fromEpochSeconds: startEpochSeconds, toEpochSeconds: startEpochSeconds + 1 }
  const found = expandRecurrence(recurrenceSetOf(recurrence, isAllDay), range, 1)
  return found.ok ? found.value.occurrences[0] : undefined
}
