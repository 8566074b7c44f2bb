import { CalendarEvent, CalendarEventWrite, startOrDateText } from '@holdfast/contracts'
import { noContent, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { calendarEventParams } from '../../kernel/http/paths.ts'
import { calendarEventRepresentation } from '../calendars/calendar-event-representation.ts'
import {
  cancelOccurrence,
  getOccurrence,
  type OccurrenceAddress,
  replaceOccurrence,
} from '../calendars/occurrences.ts'
import { eventInput, originalStartOf } from './bodies.ts'

const endpoint = accountEndpointOf('Calendar event occurrences')
const path = '/v1/calendars/{id}/events/{eventId}/occurrences/{originalStart}'

const params = calendarEventParams.extend({
  originalStart: startOrDateText().openapi({
    description:
      'The `originalStart` of the occurrence: an instant, or a date for an all-day event.',
  }),
})

const nameOf = (named: {
  readonly id: string
  readonly eventId: string
  readonly originalStart: string
}): OccurrenceAddress => ({
  calendarId: named.id,
  eventId: named.eventId,
  originalStart: originalStartOf(named.originalStart),
})

/** Endpoints for one occurrence of a recurring event, identified by its original start. */
export const occurrenceEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'getCalendarEventOccurrence',
    summary: 'Read one occurrence of a recurring event',
    description: 'Its version is the version of the event. A cancelled occurrence returns 404.',
    params,
    answers: { 200: { description: 'The occurrence.', schema: CalendarEvent } },
    perform: ({ caller, params: named }) => getOccurrence(deps, caller, nameOf(named)),
    answer: (occurrence) => resource(calendarEventRepresentation(occurrence)),
  }),
  endpoint({
    method: 'put',
    path,
    operationId: 'replaceCalendarEventOccurrence',
    summary: 'Change one occurrence of a recurring event',
    description:
      'Other occurrences are unchanged. The occurrence keeps its `originalStart`. Values equal to those of the event follow later changes of the event. A change of the event keeps changed occurrences whose `originalStart` still exists.',
    params,
    body: CalendarEventWrite,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated occurrence.', schema: CalendarEvent } },
    perform: ({ caller, params: named, body }) =>
      replaceOccurrence(deps, caller, nameOf(named), eventInput(body)),
    answer: (occurrence) => resource(calendarEventRepresentation(occurrence)),
  }),
  endpoint({
    method: 'delete',
    path,
    operationId: 'cancelCalendarEventOccurrence',
    summary: 'Cancel one occurrence of a recurring event',
    description:
      "Adds its start to the event's `exdates`. Remove it from `exdates` to restore the occurrence.",
    params,
    honoursIfMatch: true,
    answers: { 204: { description: 'The occurrence is cancelled.' } },
    perform: ({ caller, params: named }) => cancelOccurrence(deps, caller, nameOf(named)),
    answer: noContent,
  }),
]
