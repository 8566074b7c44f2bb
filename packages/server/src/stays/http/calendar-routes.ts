import {
  Calendar,
  CalendarEvent,
  CalendarEventList,
  CalendarEventsQuery,
  CalendarEventWrite,
  CalendarList,
  CalendarPatch,
  CalendarWrite,
  FullCalendarEvent,
  pageQuery,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { created, json, noContent, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { calendarEventOrOccurrenceParams, idParam } from '../../kernel/http/paths.ts'
import { MAY_LACK_RECENT } from '../../kernel/http/recent-items.ts'
import { calendarEventRepresentation } from '../calendars/calendar-event-representation.ts'
import { calendarRepresentation } from '../calendars/calendar-representation.ts'
import {
  createCalendar,
  deleteCalendar,
  getCalendar,
  listCalendars,
  replaceCalendar,
  updateCalendar,
} from '../calendars/calendars.ts'
import {
  createCalendarEvent,
  deleteCalendarEvent,
  getCalendarEvent,
  replaceCalendarEvent,
} from '../calendars/events.ts'
import { cancelOccurrence, getOccurrence, replaceOccurrence } from '../calendars/occurrences.ts'
import {
  calendarChange,
  calendarInput,
  eventInput,
  fullCalendarRepresentation,
  occurrenceNamed,
} from './bodies.ts'
import { findEvents } from './events-query.ts'
import { nightEndpoints } from './night-routes.ts'
import { occurrenceEndpoints } from './occurrence-routes.ts'

const endpoint = accountEndpointOf('Calendars')
const eventEndpoint = accountEndpointOf('Calendar events')
const collection = '/v1/calendars'
const path = `${collection}/{id}`
const params = idParam('calendar')
const events = `${path}/events`

/** Endpoints for calendars, their events and stays. */
export const calendarEndpoints = (context: HttpContext): readonly AnyEndpoint[] => [
  ...collectionEndpoints(context),
  ...resourceEndpoints(context),
  ...changeEndpoints(context),
  ...nightEndpoints(context),
  ...eventsEndpoints(context),
  ...eventEndpoints(context),
  ...occurrenceEndpoints(context),
]

const collectionEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: collection,
    operationId: 'createCalendar',
    summary: 'Create a calendar of events or stays',
    description:
      'With `exclusive: nights`, every event is a stay and no night belongs to two stays.',
    body: CalendarWrite,
    answers: { 201: { description: 'The calendar.', schema: Calendar } },
    perform: ({ caller, body }) => createCalendar(deps, caller, calendarInput(body)),
    answer: (calendar) => created(calendarRepresentation(calendar), `${collection}/${calendar.id}`),
  }),
  endpoint({
    method: 'get',
    path: collection,
    operationId: 'listCalendars',
    summary: 'List calendars, oldest first',
    description: `Without calendars that are being deleted. ${MAY_LACK_RECENT}`,
    query: z.strictObject(pageQuery),
    answers: { 200: { description: 'A page of calendars.', schema: CalendarList } },
    perform: async ({ caller, query }) => ok(await listCalendars(deps, caller, pageOf(query))),
    answer: (listed) => page(listed, calendarRepresentation),
  }),
]

const resourceEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'getCalendar',
    summary: 'Read a calendar, including one that is being deleted',
    description: '`removal` is set while the calendar is being deleted.',
    params,
    answers: { 200: { description: 'The calendar.', schema: Calendar } },
    perform: ({ caller, params: { id } }) => getCalendar(deps, caller, id),
    answer: (calendar) => resource(calendarRepresentation(calendar)),
  }),
]

const changeEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'put',
    path,
    operationId: 'replaceCalendar',
    summary: 'Replace the name, stay policy, email and public page of a calendar',
    description:
      'What the body omits gets its default: without `stayPolicy` every rule is reset, and without `publicStays` the public page is closed. Use PATCH to change single fields. Existing stays remain, even if they break the new policy.',
    params,
    body: CalendarWrite,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated calendar.', schema: Calendar } },
    perform: ({ caller, params: { id }, body }) =>
      replaceCalendar(deps, caller, id, calendarInput(body)),
    answer: (calendar) => resource(calendarRepresentation(calendar)),
  }),
  endpoint({
    method: 'patch',
    path,
    operationId: 'updateCalendar',
    summary: 'Change some fields of a calendar',
    description:
      'Omitted fields keep their values, and so do omitted rules of `stayPolicy`. Existing stays remain, even if they break the new policy.',
    params,
    body: CalendarPatch,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated calendar.', schema: Calendar } },
    perform: ({ caller, params: { id }, body }) =>
      updateCalendar(deps, caller, id, calendarChange(body)),
    answer: (calendar) => resource(calendarRepresentation(calendar)),
  }),
  endpoint({
    method: 'delete',
    path,
    operationId: 'deleteCalendar',
    summary: 'Delete a calendar and its contents',
    description:
      'The calendar accepts no further events, and its contents are deleted in the background. Read the calendar to see the progress. It returns 404 when the deletion is complete.',
    params,
    honoursIfMatch: true,
    answers: {
      202: { description: 'The calendar with the progress of its deletion.', schema: Calendar },
    },
    problems: ['unit_has_bookings', 'calendar_in_use'],
    perform: ({ caller, params: { id } }) => deleteCalendar(deps, caller, id),
    answer: (calendar) =>
      created(calendarRepresentation(calendar), `${collection}/${calendar.id}`, 202),
  }),
]

const eventsEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  eventEndpoint({
    method: 'post',
    path: events,
    operationId: 'createCalendarEvent',
    summary: 'Create an event or a stay',
    description:
      'An event is between two instants, or between two dates if it is all-day. On a calendar with `exclusive: nights`, it is a stay between two dates, and no two stays share a night.',
    params,
    body: CalendarEventWrite,
    answers: { 201: { description: 'The event.', schema: CalendarEvent } },
    problems: ['night_taken', 'stay_not_bookable'],
    perform: ({ caller, params: { id }, body }) =>
      createCalendarEvent(deps, caller, id, eventInput(body)),
    answer: (event) =>
      created(
        calendarEventRepresentation(event),
        `${collection}/${event.calendarId}/events/${event.id}`,
      ),
  }),
  eventEndpoint({
    method: 'get',
    path: events,
    operationId: 'listCalendarEvents',
    summary: 'List all events that overlap a range, by start',
    description:
      'Includes events that started before the range, and each occurrence of a recurring event with its own `id`. The bookings of a unit are stays of its calendar, with their own `id`; they are changed by the calls of bookings. With `format=fullcalendar`, `start` and `end`, the response is a bare array of at most 5,000 events.',
    params,
    query: CalendarEventsQuery,
    answers: {
      200: {
        description: 'A page of events, or an array of all events with `format=fullcalendar`.',
        schema: z.union([CalendarEventList, z.array(FullCalendarEvent)]),
      },
    },
    perform: ({ caller, params: { id }, query }) => findEvents(deps, caller, id, query),
    answer: ({ events: listed, fullCalendarZone: zone }) =>
      zone === undefined
        ? page(listed, calendarEventRepresentation)
        : json(listed.data.map((event) => fullCalendarRepresentation(event, zone))),
  }),
]

const eventEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  eventEndpoint({
    method: 'get',
    path: `${events}/{eventId}`,
    operationId: 'getCalendarEvent',
    summary: 'Read an event or an occurrence',
    description:
      'An occurrence, or a booking of the unit, is identified as in lists, by its own id.',
    params: calendarEventOrOccurrenceParams,
    answers: { 200: { description: 'The event.', schema: CalendarEvent } },
    perform: async ({ caller, params: named }) => {
      const occurrence = occurrenceNamed(named)
      if (occurrence) return getOccurrence(deps, caller, occurrence)
      const found = await getCalendarEvent(deps, caller, named.id, named.eventId)
      return found.ok ? ok(found.value.event) : found
    },
    answer: (event) => resource(calendarEventRepresentation(event)),
  }),
  eventEndpoint({
    method: 'put',
    path: `${events}/{eventId}`,
    operationId: 'replaceCalendarEvent',
    summary: 'Replace an event, or change a stay',
    description:
      'Takes effect in one step. If the new nights are not available, the stay is unchanged. The stay policy applies only to what changes. With the id of an occurrence, only this occurrence changes.',
    params: calendarEventOrOccurrenceParams,
    body: CalendarEventWrite,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated event.', schema: CalendarEvent } },
    problems: ['managed_by_booking', 'night_taken', 'stay_not_bookable'],
    perform: ({ caller, params: named, body }) => {
      const occurrence = occurrenceNamed(named)
      return occurrence
        ? replaceOccurrence(deps, caller, occurrence, eventInput(body))
        : replaceCalendarEvent(deps, caller, named.id, named.eventId, eventInput(body))
    },
    answer: (event) => resource(calendarEventRepresentation(event)),
  }),
  eventEndpoint({
    method: 'delete',
    path: `${events}/{eventId}`,
    operationId: 'deleteCalendarEvent',
    summary: 'Delete an event, or a stay and release its nights',
    description: 'With the id of an occurrence, only this occurrence is cancelled.',
    params: calendarEventOrOccurrenceParams,
    honoursIfMatch: true,
    answers: { 204: { description: 'The event is deleted.' } },
    problems: ['managed_by_booking'],
    perform: ({ caller, params: named }) => {
      const occurrence = occurrenceNamed(named)
      return occurrence
        ? cancelOccurrence(deps, caller, occurrence)
        : deleteCalendarEvent(deps, caller, named.id, named.eventId)
    },
    answer: noContent,
  }),
]
