import { z } from '@hono/zod-openapi'
import { AgreedBooking, Booking } from './bookings.ts'
import { occurrenceStatus } from './calendar-recurrence.ts'
import { CalendarEvent } from './calendars.ts'
import { CalendarConnection } from './connections.ts'
import { EventType } from './event-types.ts'
import { resourceId } from './ids.ts'
import { pageQuery } from './lists.ts'
import { oneOf } from './text.ts'
import { dateText, instantAnswer } from './time.ts'

/** One key of the catalogue: when it is emitted, and what it carries. */
export interface EventKind {
  readonly when: string
  /** What `resource` names. */
  readonly resource: string
  /**
   * The version of the schema of `data`. New members may join a version; it rises when a member goes
   * or changes its meaning.
   */
  readonly schemaVersion: number
  /** Whether it is in the log of its account; if not, it is sent on request to one webhook endpoint. */
  readonly isLogged: boolean
  readonly data: z.ZodObject
}

const ofBooking = (when: string) =>
  ({
    when,
    resource: 'the booking',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ booking: Booking }),
  }) as const satisfies EventKind

const ofAgreedBooking = (when: string) =>
  ({ ...ofBooking(when), data: z.object({ booking: AgreedBooking }) }) as const satisfies EventKind

const ofEventType = (when: string) =>
  ({
    when,
    resource: 'the event type',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ eventType: EventType }),
  }) as const satisfies EventKind

const ofStay = (when: string) =>
  ({
    when,
    resource: 'the stay',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ stay: CalendarEvent }),
  }) as const satisfies EventKind

const ofCalendarEvent = (when: string) =>
  ({
    when,
    resource: 'the calendar event',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({
      calendarEvent: CalendarEvent,
      occurrence: z
        .object({ status: occurrenceStatus(), calendarEvent: CalendarEvent })
        .optional()
        .openapi({
          description:
            'Set if the change is about one occurrence alone: as it is now or, cancelled, as it last was.',
        }),
    }),
  }) as const satisfies EventKind

const ofConnection = (when: string) =>
  ({
    when,
    resource: 'the calendar connection',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ connection: CalendarConnection }),
  }) as const satisfies EventKind

const SlotConflict = z
  .object({
    providerId: resourceId('provider'),
    eventTypeId: resourceId('eventType')
      .nullable()
      .openapi({ description: "Null when one of the provider's opened slots was asked for." }),
    start: instantAnswer().openapi({ description: 'The start that was refused last.' }),
    refusalCount: z.int().openapi({
      description: 'Refusals since the event before, this one included.',
      example: 3,
    }),
    firstRefusedAt: instantAnswer().openapi({ description: 'When the first of them was refused.' }),
  })
  .openapi('SlotConflict')

const endpointFields = {
  id: resourceId('webhookEndpoint'),
  url: z.string().openapi({ example: 'https://example.com/hooks/holdfast' }),
}

/** Every event that is emitted. To add one is to add its line here, and its producer. */
export const EVENTS = {
  'booking.created': ofBooking(
    'A slot was booked: pending until it is confirmed or approved, or confirmed at once.',
  ),
  'booking.confirmed': ofAgreedBooking('A booking became confirmed.'),
  'booking.rescheduled': ofBooking(
    'A booking was moved: `start` and `end` are the new time, `rescheduledFrom` is the start before.',
  ),
  'booking.cancelled': ofBooking('A pending or confirmed booking was cancelled.'),
  'booking.completed': ofAgreedBooking(
    'A booking was marked as completed, by the account or by itself once its end had passed.',
  ),
  'booking.no_show': ofAgreedBooking('A booking was marked as one that nobody came to.'),
  'booking.expired': ofBooking('A pending booking was not confirmed or approved in time.'),
  'event_type.created': ofEventType('An event type was created.'),
  'event_type.updated': ofEventType('An event type was changed or activated.'),
  'event_type.deactivated': ofEventType('An event type was deactivated.'),
  'slot.conflict_detected': {
    when: 'A booking or a new time for one was refused because the time is taken. The first refusal is told at once; those in the minute after it are counted and told together.',
    resource:
      'the event type, or the provider of an opened slot, as it was; the event changes neither',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ conflict: SlotConflict }),
  },
  'stay.created': ofStay('A stay was taken on a calendar of nights.'),
  'stay.updated': {
    ...ofStay('A stay was moved, shortened, extended or otherwise changed.'),
    data: z.object({
      stay: CalendarEvent,
      movedFrom: z.object({ start: dateText(), end: dateText() }).optional().openapi({
        description: 'Set if the stay has other nights than before: the dates that it had.',
      }),
    }),
  },
  'stay.deleted': ofStay(
    'A stay was deleted; it is as it last was. Not told for a calendar that is deleted as a whole.',
  ),
  'calendar_event.created': ofCalendarEvent('An event was put into a calendar.'),
  'calendar_event.updated': ofCalendarEvent('An event of a calendar was changed.'),
  'calendar_event.deleted': ofCalendarEvent(
    'An event of a calendar was deleted; it is as it last was. Not told for a calendar that is deleted as a whole.',
  ),
  'calendar.connected': ofConnection(
    'A calendar was connected, or connected anew with another credential or address.',
  ),
  'calendar.disconnected': ofConnection(
    'A calendar was disconnected, or its provider was deleted; it is as it last was.',
  ),
  'calendar.sync_failed': ofConnection(
    'A connected calendar became `failing`, `unreadable` or `broken`: told once for each, and not for every attempt. Only what is unreadable or broken takes time off the offer.',
  ),
  'webhook.disabled': {
    when: 'A webhook endpoint was switched off: it answered 410, or everything failed for five days.',
    resource: 'the webhook endpoint',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({
      webhookEndpoint: z.object({ ...endpointFields, disabledReason: z.string() }),
    }),
  },
  'webhook.test': {
    when: 'A test message was asked for; it goes to that one endpoint and is in no log.',
    resource: 'the webhook endpoint',
    schemaVersion: 1,
    isLogged: false,
    data: z.object({ webhookEndpoint: z.object(endpointFields) }),
  },
} as const satisfies Readonly<Record<string, EventKind>>

/** The key of an event: its `type`. */
export type EventKey = keyof typeof EVENTS

/** The key of an event that is in the log of its account, and that a webhook endpoint can ask for. */
export type LoggedEventKey = {
  [Key in EventKey]: (typeof EVENTS)[Key]['isLogged'] extends true ? Key : never
}[EventKey]

type NonEmpty<Value> = [Value, ...Value[]]

/** All keys, in the order of the catalogue. */
export const EVENT_KEYS = Object.keys(EVENTS) as NonEmpty<EventKey>

/** The keys of the log, in the order of the catalogue. */
export const LOGGED_EVENT_KEYS = EVENT_KEYS.filter(
  (key) => EVENTS[key].isLogged,
) as NonEmpty<LoggedEventKey>

// `booking.no_show` is BookingNoShowEvent in the OpenAPI document.
const componentName = (key: EventKey): string =>
  `${key.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`

const schemaOf = (key: EventKey) =>
  z
    .object({
      id: resourceId('event').openapi({
        description: 'The same over every delivery: drop what was seen.',
      }),
      type: z.literal(key),
      schemaVersion: z.literal(EVENTS[key].schemaVersion),
      occurredAt: instantAnswer().openapi({ example: '2026-04-20T08:00:00.000Z' }),
      accountId: resourceId('account'),
      resource: z.object({
        id: z.string(),
        version: z.int().openapi({
          description: 'Puts the events of one resource in order.',
          example: 2,
        }),
      }),
      data: EVENTS[key].data as z.ZodObject,
    })
    .openapi(componentName(key), { description: EVENTS[key].when })

/** The whole of each event as it is sent, by key. */
export const EVENT_SCHEMAS = Object.fromEntries(
  EVENT_KEYS.map((key) => [key, schemaOf(key)]),
) as Readonly<Record<EventKey, ReturnType<typeof schemaOf>>>

/** An event of a log. */
export const Event = z
  .discriminatedUnion(
    'type',
    LOGGED_EVENT_KEYS.map((key) => EVENT_SCHEMAS[key]) as NonEmpty<ReturnType<typeof schemaOf>>,
  )
  .openapi('Event')

/** An event with its place in its account's log. */
export const LoggedEvent = z
  .intersection(
    Event,
    z.object({
      position: z.int().openapi({
        description: 'Counts 1, 2, 3 … in the order of publication, without a gap.',
        example: 42,
      }),
    }),
  )
  .openapi('LoggedEvent')

const POSITION_ERROR = 'must be a position of the log: a whole number from 0'
const position = () =>
  z
    .string({ error: POSITION_ERROR })
    .regex(/^(?:0|[1-9]\d{0,14})$/, { error: POSITION_ERROR })
    .transform(Number)

const type = oneOf(LOGGED_EVENT_KEYS)
  .optional()
  .openapi({ description: 'Only events of this key.' })

/** `GET /v1/events`. */
export const EventListQuery = z.strictObject({
  after: position().optional().openapi({
    type: 'integer',
    minimum: 0,
    description: 'The position to go on after; 0, the default, is the beginning.',
  }),
  type,
  limit: pageQuery.limit,
  cursor: position().optional().openapi({
    type: 'string',
    description: 'The nextCursor of the page before: a position too, which wins over after.',
  }),
})

/** `GET /v1/events`. */
export const EventList = z
  .object({
    data: z.array(LoggedEvent),
    nextCursor: z.string().nullable().openapi({
      description: 'The last position that was looked at, if there may be more; else null.',
      example: null,
    }),
    lastPosition: z.int().openapi({
      description: 'The last position that was looked at, also where type left its event out.',
      example: 42,
    }),
  })
  .openapi('EventList')

/** `GET /v1/events/stream`. */
export const EventStreamQuery = z.strictObject({
  after: position().optional().openapi({
    type: 'integer',
    minimum: 0,
    description: 'The position to go on after; without it, and without Last-Event-ID: from now on.',
  }),
  type,
})

/** Headers of `GET /v1/events/stream`. */
export const EventStreamHeaders = z.object({
  'Last-Event-ID': position().optional().openapi({
    type: 'string',
    description: 'The position of the last event that was received; wins over after.',
  }),
})

export type EventListQuery = z.infer<typeof EventListQuery>
export type EventStreamQuery = z.infer<typeof EventStreamQuery>
