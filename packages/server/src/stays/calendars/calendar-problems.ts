import { LONGEST_EVENT_SECONDS, parseRecurrenceRule } from '@holdfast/engine'
import { emptyMembers, hashProblems, zoneProblems } from '../../kernel/items/value-problems.ts'
import type { Calendar } from './calendar.ts'
import type { CalendarEvent } from './calendar-event.ts'

/** The rules for single calendars and events. Every function returns the problems as sentences. */

/** The problems of a calendar. */
export function calendarProblems(calendar: Calendar): readonly string[] {
  const { accountId, timeZone, exclusive, stayPolicy } = calendar
  const isForStays = exclusive === 'nights'
  return [
    ...emptyMembers({ accountId }),
    ...zoneProblems(timeZone),
    ...(isForStays && stayPolicy === undefined
      ? ['The nights are exclusive, but there are no rules for stays.']
      : []),
    ...(!isForStays && stayPolicy !== undefined
      ? ['There are rules for stays, but the nights are not exclusive.']
      : []),
    ...hashProblems('feedTokenHash', calendar.feedTokenHash),
    ...hashProblems('availabilityFeedTokenHash', calendar.availabilityFeedTokenHash),
  ]
}

/** The problems of either copy of an event. Both keys contain its id; the one by time, its calendar. */
export function calendarEventProblems(
  event: CalendarEvent,
  idInKey: string,
  calendarIdInKey = event.calendarId,
): readonly string[] {
  const { id, accountId, calendarId } = event
  return [
    ...emptyMembers({ accountId, calendarId }),
    ...(id === idInKey && calendarId === calendarIdInKey
      ? []
      : ['The id or the calendar differs from the one in the key.']),
    ...timeProblems(event),
    ...guestProblems(event),
    ...recurrenceProblems(event),
  ]
}

function timeProblems({
  startEpochSeconds: start,
  endEpochSeconds: end,
  days,
  isStay,
}: CalendarEvent) {
  const problems: string[] = []
  if (start < 0) problems.push('The start is before 1970.')
  if (end <= start) problems.push('The end is not after the start.')
  if (end - start > LONGEST_EVENT_SECONDS) problems.push('The event is longer than allowed.')
  if (days === undefined && isStay) problems.push('The stay has no dates.')
  if (days !== undefined && days.endDay <= days.startDay) {
    problems.push('The end date is not after the start date.')
  }
  return problems
}

/** A guest and the hash of the guest's manage token exist together, and only for stays. */
function guestProblems({ guest, manageTokenHash, isStay }: CalendarEvent): readonly string[] {
  if (guest === undefined && manageTokenHash === undefined) return []
  return [
    ...(isStay ? [] : ['The event has a guest, but it is not a stay.']),
    ...(guest === undefined ? ['The event has a manage token, but no guest.'] : []),
    ...(manageTokenHash === undefined ? ['The event has a guest, but no manage token.'] : []),
    ...emptyMembers({ 'guest.name': guest?.name, 'guest.email': guest?.email }),
    ...hashProblems('manageTokenHash', manageTokenHash),
  ]
}

/** The problems of a recurrence, by which an event could be listed wrongly or not at all. */
function recurrenceProblems({ recurrence, startEpochSeconds }: CalendarEvent): readonly string[] {
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
