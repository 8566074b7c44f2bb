import { type HoldfastClient, unwrap } from '@holdfast/client'
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { answerOf } from './answer.ts'
import * as inputs from './inputs.ts'
import {
  bookingAnswer,
  eventTypeAnswer,
  foundStayAnswer,
  propertyAnswer,
  providerAnswer,
  slotAnswer,
} from './representations.ts'

const READS = { readOnlyHint: true, openWorldHint: false } as const

/** Registers the tools that change nothing. */
export function registerReadingTools(server: McpServer, holdfast: HoldfastClient): void {
  registerLists(server, holdfast)
  registerAvailability(server, holdfast)
  registerStays(server, holdfast)
  registerBookings(server, holdfast)
}

function registerLists(server: McpServer, holdfast: HoldfastClient): void {
  server.registerTool(
    'list_providers',
    {
      title: 'List providers',
      description: 'Lists the people, rooms, things and teams that can be booked.',
      inputSchema: inputs.knownOnly({
        specialty: z
          .string()
          .exactOptional()
          .describe('Only those of this specialty, such as dentist.'),
        limit: inputs.limit(100, 50),
        cursor: inputs.cursor(),
      }),
      annotations: READS,
    },
    (query) =>
      answerOf(async () => {
        const page = await unwrap(holdfast.GET('/v1/providers', { params: { query } }))
        return { providers: page.data.map(providerAnswer), nextCursor: page.nextCursor }
      }),
  )
  server.registerTool(
    'list_event_types',
    {
      title: 'List event types',
      description:
        'Lists what can be booked: title, duration, provider, price, questions to ask the booker, and `confirmation`, which decides between `hold_time` and `book_time`. With `grain` `nights`, lists what can be booked by the night; `search_stays` says what is free.',
      inputSchema: inputs.knownOnly({
        providerId: inputs.providerId().exactOptional(),
        grain: z
          .enum(['time', 'nights'])
          .exactOptional()
          .describe('By time or by the night. Default: `time`.'),
        limit: inputs.limit(100, 50),
        cursor: inputs.cursor(),
      }),
      annotations: READS,
    },
    (query) =>
      answerOf(async () => {
        const active = { ...query, status: 'active' } as const
        const page = await unwrap(holdfast.GET('/v1/event-types', { params: { query: active } }))
        return { eventTypes: page.data.map(eventTypeAnswer), nextCursor: page.nextCursor }
      }),
  )
}

function registerAvailability(server: McpServer, holdfast: HoldfastClient): void {
  server.registerTool(
    'search_availability',
    {
      title: 'Search availability',
      description:
        'Lists free times of an event type, the earliest first. A listed time can be gone a moment later: hold it before you promise it.',
      inputSchema: inputs.knownOnly({
        eventTypeId: inputs.eventTypeId(),
        ...inputs.range,
        durationMinutes: inputs.booking.durationMinutes,
        seats: inputs.booking.seats,
        timeZone: inputs.timeZone(),
        limit: inputs.limit(200, 30),
      }),
      annotations: READS,
    },
    ({ eventTypeId: id, timeZone, limit, ...query }) =>
      answerOf(async () => {
        const params = { path: { id }, query }
        const { data } = await unwrap(holdfast.GET('/v1/event-types/{id}/slots', { params }))
        const slots = data.slice(0, limit).map((slot) => slotAnswer(slot, timeZone))
        return { slots, more: Math.max(0, data.length - limit) }
      }),
  )
  server.registerTool(
    'explain_time',
    {
      title: 'Explain a time',
      description:
        'Says whether a time can be booked, and names every rule that forbids it if not.',
      inputSchema: inputs.knownOnly({
        eventTypeId: inputs.eventTypeId(),
        start: inputs.start(),
        durationMinutes: inputs.booking.durationMinutes,
        seats: inputs.booking.seats,
      }),
      annotations: READS,
    },
    ({ eventTypeId: id, ...query }) =>
      answerOf(() =>
        unwrap(
          holdfast.GET('/v1/event-types/{id}/slots/explain', { params: { path: { id }, query } }),
        ),
      ),
  )
}

function registerStays(server: McpServer, holdfast: HoldfastClient): void {
  server.registerTool(
    'list_properties',
    {
      title: 'List properties',
      description: 'Lists the houses whose rooms or other units are booked by the night.',
      inputSchema: inputs.knownOnly({ limit: inputs.limit(100, 50), cursor: inputs.cursor() }),
      annotations: READS,
    },
    (query) =>
      answerOf(async () => {
        const page = await unwrap(holdfast.GET('/v1/properties', { params: { query } }))
        return { properties: page.data.map(propertyAnswer), nextCursor: page.nextCursor }
      }),
  )
  server.registerTool(
    'search_stays',
    {
      title: 'Search stays',
      description:
        'Lists what can be booked in a property for some dates and people, with its price by each rate plan, and `confirmation`, which decides between `hold_stay` and `book_stay`. What is listed can be gone a moment later: hold it before you promise it.',
      inputSchema: inputs.knownOnly({
        propertyId: z.string().describe('The property, from `list_properties`.'),
        ...inputs.dates,
        ...inputs.occupants,
        adults: inputs.occupants.adults.exactOptional(),
        code: inputs.code(),
        limit: inputs.limit(100, 20),
        cursor: inputs.cursor(),
      }),
      annotations: READS,
    },
    ({ arrival: from, departure: to, childAges, ...others }) =>
      answerOf(async () => {
        const ages = childAges && { childAges: childAges.map(String) }
        const params = { query: { from, to, ...others, ...ages } }
        const page = await unwrap(holdfast.GET('/v1/stays/search', { params }))
        return { stays: page.data.map(foundStayAnswer), nextCursor: page.nextCursor }
      }),
  )
  server.registerTool(
    'explain_stay',
    {
      title: 'Explain a stay',
      description:
        'Says whether some nights can be booked, and names every rule that forbids it and every taken night if not.',
      inputSchema: inputs.knownOnly(inputs.nights),
      annotations: READS,
    },
    ({ eventTypeId: id, ...query }) =>
      answerOf(() =>
        unwrap(
          holdfast.GET('/v1/event-types/{id}/nights/explain', { params: { path: { id }, query } }),
        ),
      ),
  )
}

const STATUSES = ['pending', 'confirmed', 'completed', 'cancelled', 'no_show', 'expired'] as const

function registerBookings(server: McpServer, holdfast: HoldfastClient): void {
  server.registerTool(
    'find_bookings',
    {
      title: 'Find bookings',
      description: 'Lists bookings by start, of one provider, event type or booker, or all.',
      inputSchema: inputs.knownOnly({
        providerId: inputs.providerId().exactOptional(),
        eventTypeId: inputs.eventTypeId().exactOptional(),
        bookerEmail: z.string().exactOptional().describe('The email address of the booker.'),
        status: z.array(z.enum(STATUSES)).exactOptional().describe('Any of these. Default: all.'),
        from: inputs.range.from.exactOptional(),
        to: inputs.range.to.exactOptional(),
        order: z.enum(['asc', 'desc']).exactOptional().describe('By start. Default: `asc`.'),
        limit: inputs.limit(100, 20),
        cursor: inputs.cursor(),
      }),
      annotations: READS,
    },
    (query) =>
      answerOf(async () => {
        const page = await unwrap(holdfast.GET('/v1/bookings', { params: { query } }))
        return { bookings: page.data.map(bookingAnswer), nextCursor: page.nextCursor }
      }),
  )
  server.registerTool(
    'get_booking',
    {
      title: 'Read a booking',
      description: 'Reads a booking as it is now.',
      inputSchema: inputs.knownOnly({ bookingId: inputs.bookingId() }),
      annotations: READS,
    },
    ({ bookingId: id }) =>
      answerOf(async () =>
        bookingAnswer(
          await unwrap(holdfast.GET('/v1/bookings/{id}', { params: { path: { id } } })),
        ),
      ),
  )
}
