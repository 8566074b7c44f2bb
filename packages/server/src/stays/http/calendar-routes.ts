import {
  Calendar,
  CalendarEvent,
  CalendarEventList,
  CalendarEventsQuery,
  CalendarEventWrite,
  CalendarList,
  CalendarWrite,
  FullCalendarEvent,
  Nights,
  NightsQuery,
  pageQuery,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { created, json, noContent, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { dayNumberOf } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { calendarEventOrOccurrenceParams, idParam } from '../../kernel/http/paths.ts'
import { calendarEventRepresentation } from '../calendars/calendar-event-representation.ts'
import { calendarRepresentation } from '../calendars/calendar-representation.ts'
import {
  createCalendar,
  deleteCalendar,
  getCalendar,
  listCalendars,
  replaceCalendar,
} from '../calendars/calendars.ts'
import {
  createCalendarEvent,
  deleteCalendarEvent,
  getCalendarEvent,
  replaceCalendarEvent,
} from '../calendars/events.ts'
import { listNights, nightText } from '../calendars/nights.ts'
import { cancelOccurrence, getOccurrence, replaceOccurrence } from '../calendars/occurrences.ts'
import { calendarInput, eventInput, fullCalendarRepresentation, occurrenceNamed } from './bodies.ts'
import { findEvents } from './events-query.ts'
import { occurrenceEndpoints } from './occurrence-routes.ts'

const tag = 'Calendars'
const eventsTag = 'Calendar events'
const access = 'account'
const collection = '/v1/calendars'
const path = `${collection}/{id}`
const params = idParam('calendar')
const events = `${path}/events`

/** Calendars, their events, and stays, whose nights are never in two of them. */
export const calendarEndpoints = (context: HttpContext): readonly AnyEndpoint[] => [
  ...collectionEndpoints(context),
  ...resourceEndpoints(context),
  ...eventsEndpoints(context),
  ...eventEndpoints(context),
  ...occurrenceEndpoints(context),
]

const collectionEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: collection,
    operationId: 'createCalendar',
    tag,
    summary: 'Create a calendar of events, or of stays',
    access,
    body: CalendarWrite,
    answers: { 201: { description: 'The calendar.', schema: Calendar } },
    perform: ({ caller, body }) => createCalendar(deps, caller, calendarInput(body)),
    answer: (calendar) => created(calendarRepresentation(calendar), `${collection}/${calendar.id}`),
  }),
  endpoint({
    method: 'get',
    path: collection,
    operationId: 'listCalendars',
    tag,
    summary: 'List the calendars, the oldest first',
    access,
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
    tag,
    summary: 'Read a calendar; one that was deleted, for as long as it is being removed',
    access,
    params,
    answers: { 200: { description: 'The calendar.', schema: Calendar } },
    perform: ({ caller, params: { id } }) => getCalendar(deps, caller, id),
    answer: (calendar) => resource(calendarRepresentation(calendar)),
  }),
  endpoint({
    method: 'put',
    path,
    operationId: 'replaceCalendar',
    tag,
    summary: 'Replace the name and the stay policy of a calendar',
    description: 'Stays that were taken before stand, also where they break the new policy.',
    access,
    params,
    body: CalendarWrite,
    honoursIfMatch: true,
    answers: { 200: { description: 'The calendar as it is now.', schema: Calendar } },
    perform: ({ caller, params: { id }, body }) =>
      replaceCalendar(deps, caller, id, calendarInput(body)),
    answer: (calendar) => resource(calendarRepresentation(calendar)),
  }),
  endpoint({
    method: 'delete',
    path,
    operationId: 'deleteCalendar',
    tag,
    summary: 'Delete a calendar with all that is in it',
    description:
      'It takes no events from now on; its contents are removed in the background. Read it to see how far that is; it is 404 when all is gone.',
    access,
    params,
    honoursIfMatch: true,
    answers: { 202: { description: 'The calendar with its removal.', schema: Calendar } },
    perform: ({ caller, params: { id } }) => deleteCalendar(deps, caller, id),
    answer: (calendar) =>
      created(calendarRepresentation(calendar), `${collection}/${calendar.id}`, 202),
  }),
  endpoint({
    method: 'get',
    path: `${path}/nights`,
    operationId: 'listNights',
    tag,
    summary: 'List the nights of a calendar of stays, free or not',
    access,
    params,
    query: NightsQuery,
    answers: { 200: { description: 'Every night of the range.', schema: Nights } },
    perform: ({ caller, params: { id }, query: { from, to } }) =>
      listNights(deps, caller, id, { fromDay: dayNumberOf(from), toDay: dayNumberOf(to) }),
    answer: (nights) =>
      json({ data: nights.map(({ day, status }) => ({ date: nightText(day), status })) }),
  }),
]

const eventsEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: events,
    operationId: 'createCalendarEvent',
    tag: eventsTag,
    summary: 'Create an event, or a stay',
    description:
      'Between two instants or, all day, between two dates. On a calendar of nights it is a stay: from a date to a date, and no night of it in another stay.',
    access,
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
  endpoint({
    method: 'get',
    path: events,
    operationId: 'listCalendarEvents',
    tag: eventsTag,
    summary: 'List every event that overlaps a range, by start',
    description:
      'Also one that began before the range, and each occurrence of a recurring one, with an `id` of its own. With `format=fullcalendar`, `start` and `end`: a bare array, without pages, of at most 5,000 events.',
    access,
    params,
    query: CalendarEventsQuery,
    answers: {
      200: {
        description: 'A page of events, or with `format=fullcalendar` all of them.',
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
  endpoint({
    method: 'get',
    path: `${events}/{eventId}`,
    operationId: 'getCalendarEvent',
    tag: eventsTag,
    summary: 'Read an event, or one occurrence by its id',
    access,
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
  endpoint({
    method: 'put',
    path: `${events}/{eventId}`,
    operationId: 'replaceCalendarEvent',
    tag: eventsTag,
    summary: 'Replace an event; move, shorten or extend a stay',
    description:
      'In one step: a stay that cannot have its new nights stands as it was, and is never without the nights that it keeps. Of a change only what it changes is held against the rules for stays. By the id of an occurrence, that one alone.',
    access,
    params: calendarEventOrOccurrenceParams,
    body: CalendarEventWrite,
    honoursIfMatch: true,
    answers: { 200: { description: 'The event as it is now.', schema: CalendarEvent } },
    problems: ['night_taken', 'stay_not_bookable'],
    perform: ({ caller, params: named, body }) => {
      const occurrence = occurrenceNamed(named)
      return occurrence
        ? replaceOccurrence(deps, caller, occurrence, eventInput(body))
        : replaceCalendarEvent(deps, caller, named.id, named.eventId, eventInput(body))
    },
    answer: (event) => resource(calendarEventRepresentation(event)),
  }),
  endpoint({
    method: 'delete',
    path: `${events}/{eventId}`,
    operationId: 'deleteCalendarEvent',
    tag: eventsTag,
    summary: 'Delete an event; the nights of a stay are free from then on',
    description: 'By the id of an occurrence, that one alone is cancelled.',
    access,
    params: calendarEventOrOccurrenceParams,
    honoursIfMatch: true,
    answers: { 204: { description: 'The event is gone.' } },
    perform: ({ caller, params: named }) => {
      const occurrence = occurrenceNamed(named)
      return occurrence
        ? cancelOccurrence(deps, caller, occurrence)
        : deleteCalendarEvent(deps, caller, named.id, named.eventId)
    },
    answer: noContent,
  }),
]
