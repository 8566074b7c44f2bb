import { expandRecurrence, formatDate, parseRecurrenceRule, wallSecondsOf } from '@holdfast/engine'
import type { CalendarFileEvent } from '../../kernel/ports/calendar-parser.ts'
import { instantsOfDays } from './calendar-event.ts'
import type { EventTime } from './event-content.ts'
import { SUPPORTED_TIMES } from './event-recurrence.ts'
import type { FileEventInput } from './file-events.ts'

const SECONDS_PER_DAY = 86_400

/**
 * Moves the start of a series that started before 1970, such as a birthday, to its first occurrence since
 * then, and adds a warning. A series with COUNT stays unchanged, because its COUNT would be different.
 */
export function startingSince1970(
  { uid, line }: CalendarFileEvent,
  read: FileEventInput,
  calendarZone: string,
): FileEventInput {
  const { time, recurrence } = read.input
  const start = startOf(time, calendarZone)
  if (recurrence === undefined || start >= SUPPORTED_TIMES.fromEpochSeconds) return read
  const rule = parseRecurrenceRule(recurrence.rrule)
  if (!rule.ok || rule.value.count !== undefined) return read
  const timeZone = recurrence.timeZone ?? calendarZone
  const originalStart =
    'startDay' in time
      ? { day: time.startDay, timeZone }
      : { wallSeconds: wallSecondsOf(timeZone, start), timeZone }
  const expanded = expandRecurrence({ start: originalStart, rule: rule.value }, SUPPORTED_TIMES, 1)
  const first = expanded.ok ? expanded.value.occurrences[0] : undefined
  if (first === undefined) return read
  const firstDay = Math.floor(first.wallSeconds / SECONDS_PER_DAY)
  const detail = `It started before 1970. Its first occurrence here is on ${formatDate(firstDay)}.`
  return {
    input: { ...read.input, time: movedTo(time, firstDay, first.startEpochSeconds) },
    warnings: [...read.warnings, { uid: uid ?? null, line, detail }],
  }
}

const startOf = (time: EventTime, timeZone: string): number =>
  'startDay' in time
    ? instantsOfDays(time.startDay, time.endDay, timeZone).startEpochSeconds
    : time.startEpochSeconds

const movedTo = (time: EventTime, startDay: number, startEpochSeconds: number): EventTime =>
  'startDay' in time
    ? { startDay, endDay: startDay + time.endDay - time.startDay }
    : {
        startEpochSeconds,
        endEpochSeconds: startEpochSeconds + time.endEpochSeconds - time.startEpochSeconds,
      }
