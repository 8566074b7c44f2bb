import { CalendarEvent, CalendarEventWrite, startOrDateText } from '@holdfast/contracts'
import { noContent, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { calendarEventParams } from '../../kernel/http/paths.ts'
import { calendarEventRepresentation } from '../calendars/calendar-event-representation.ts'
import {
  cancelOccurrence,
  getOccurrence,
  type OccurrenceName,
  replaceOccurrence,
} from '../calendars/occurrences.ts'
import { eventInput, originalStartOf } from './bodies.ts'

const tag = 'Calendar event occurrences'
const access = 'account'
const path = '/v1/calendars/{id}/events/{eventId}/occurrences/{originalStart}'

const params = calendarEventParams.extend({
  originalStart: startOrDateText().openapi({
    description: 'As in `originalStart`: an instant or, of an all-day event, a date.',
  }),
})

const nameOf = (named: {
  readonly id: string
  readonly eventId: string
  readonly originalStart: string
}): OccurrenceName => ({
  calendarId: named.id,
  eventId: named.eventId,
  originalStart: originalStartOf(named.originalStart),
})

/** One occurrence of a recurring event, by the start that the rule gives it. */
export const occurrenceEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'getCalendarEventOccurrence',
    tag,
    summary: 'Read one occurrence of a recurring event',
    description: 'Its version is that of the event. One that was cancelled is not found.',
    access,
    params,
    answers: { 200: { description: 'The occurrence.', schema: CalendarEvent } },
    perform: ({ caller, params: named }) => getOccurrence(deps, caller, nameOf(named)),
    answer: (occurrence) => resource(calendarEventRepresentation(occurrence)),
  }),
  endpoint({
    method: 'put',
    path,
    operationId: 'replaceCalendarEventOccurrence',
    tag,
    summary: 'Change or move one occurrence of a recurring event',
    description:
      'The others stay. It keeps its original start as its name; what it has as its event has it follows later changes of the event. A change of the event keeps the changes of occurrences whose original start it still has.',
    access,
    params,
    body: CalendarEventWrite,
    honoursIfMatch: true,
    answers: { 200: { description: 'The occurrence as it is now.', schema: CalendarEvent } },
    perform: ({ caller, params: named, body }) =>
      replaceOccurrence(deps, caller, nameOf(named), eventInput(body)),
    answer: (occurrence) => resource(calendarEventRepresentation(occurrence)),
  }),
  endpoint({
    method: 'delete',
    path,
    operationId: 'cancelCalendarEventOccurrence',
    tag,
    summary: 'Cancel one occurrence of a recurring event',
    description:
      "Its start is one of the event's `exdates` from then on; taken out of them, it is there again.",
    access,
    params,
    honoursIfMatch: true,
    answers: { 204: { description: 'The occurrence is cancelled.' } },
    perform: ({ caller, params: named }) => cancelOccurrence(deps, caller, nameOf(named)),
    answer: noContent,
  }),
]
