import { parseRecurrenceRule } from '@holdfast/engine'
import { zoneProblems } from '../../kernel/items/value-problems.ts'
import type { CalendarEvent } from './calendar-event.ts'

/** The problems of a recurrence, by which an event could be listed wrongly or not at all. */
export function recurrenceProblems({
  recurrence,
  startEpochSeconds,
}: CalendarEvent): readonly string[] {
  if (recurrence === undefined) return []
  const { rrule, timeZone, changes } = recurrence
  const { firstStartEpochSeconds: first, lastEndEpochSeconds: last } = recurrence
  const isChangeWrong = changes.some(
    ({ time }) => time !== undefined && time.startEpochSeconds >= time.endEpochSeconds,
  )
  const isStartWithin =
    first <= startEpochSeconds && (last === undefined || startEpochSeconds < last)
  return [
    ...(parseRecurrenceRule(rrule).ok ? [] : [`The recurrence rule "${rrule}" is not valid.`]),
    ...zoneProblems(timeZone),
    ...(isChangeWrong ? ['A changed occurrence does not end after its start.'] : []),
    ...(isStartWithin ? [] : ['The start is not between the first and the last occurrence.']),
  ]
}
