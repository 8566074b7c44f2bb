import { z } from '@hono/zod-openapi'
import { CLOSURE_AFFECTED, TIME_OFF_AFFECTED } from './absence-events.ts'
import { Actor } from './actor.ts'
import { AgreedBooking, Assignment, Booker, Booking } from './bookings.ts'
import { CalendarEvent } from './calendars.ts'
import { ClassSessionState } from './class-session-changes.ts'
import {
  bookingSubject,
  type EventKind,
  endpointFields,
  OF_ADOPTED,
  ofAgreedBooking,
  ofBooking,
  ofCalendarEvent,
  ofConnection,
  ofEventType,
  ofMerge,
  ofPayment,
  ofStay,
  ofWaitlist,
  SlotConflict,
} from './event-kinds.ts'
import { Guest, Location } from './event-type-options.ts'
import { resourceId } from './ids.ts'
import { pageQuery } from './lists.ts'
import { Member } from './members.ts'
import { orNull } from './or-null.ts'
import { Order } from './orders.ts'
import { oneOf } from './text.ts'
import { dateText, instantAnswer } from './time.ts'
import { UnplacedStay } from './unplaced-stays.ts'

export type { EventKind } from './event-kinds.ts'

/** All events. A new event needs an entry here and a producer. */
export const EVENTS = {
  'booking.created': {
    ...ofBooking('A booking was created, either pending or already confirmed.'),
    data: z.object({ booking: Booking, ...bookingSubject, ...OF_ADOPTED }),
  },
  'booking.confirmed': {
    ...ofBooking('A booking was confirmed.'),
    data: z.object({ booking: AgreedBooking, ...bookingSubject, ...OF_ADOPTED }),
  },
  'booking.rescheduled': {
    ...ofBooking(
      'A booking was rescheduled. `start` and `end` are the new time, `rescheduledFrom` is the previous start.',
    ),
    data: z.object({
      booking: Booking,
      previousEventTypeId: resourceId('eventType').optional().openapi({
        description: 'The event type before. Set if the booking is of another one now.',
      }),
      previousAssignments: z.array(Assignment).optional().openapi({
        description: 'The assignments before. Set if the booking takes other providers now.',
      }),
      previousProviderId: resourceId('provider')
        .optional()
        .describe('The `providerId` before. Set if the booking takes other providers now.'),
      ...bookingSubject,
    }),
  },
  'booking.reassigned': {
    ...ofBooking('A booking was given to other providers at the same time.'),
    data: z.object({
      booking: Booking,
      previousAssignments: z
        .array(Assignment)
        .openapi({ description: 'The assignments before.', example: [] }),
      previousProviderId: resourceId('provider').describe('The `providerId` before.'),
      ...bookingSubject,
    }),
  },
  'booking.updated': {
    ...ofBooking(
      'The booker, the note or another detail of a booking changed, or a calendar has created the link of its meeting.',
    ),
    data: z.object({
      booking: Booking,
      previousBooker: orNull(
        Booker,
        'The booker before. Set if the booker changed; null if there was none.',
      ).optional(),
      previousLocation: orNull(
        Location,
        'The location before. Set if the location or its link changed; null if there was none.',
      ).optional(),
      previousGuests: z.array(Guest).optional().openapi({
        description: 'The guests before. Set if the guests changed.',
        example: [],
      }),
      ...bookingSubject,
    }),
  },
  'booking.cancelled': ofBooking('A pending or confirmed booking was cancelled.'),
  'booking.completed': ofAgreedBooking(
    'A booking was completed, by the account or automatically after its end. If it had been marked as a no-show, that was a mistake.',
  ),
  'booking.no_show': ofAgreedBooking('A booking was marked as a no-show.'),
  'booking.time_conflict': ofBooking(
    'The law of a time zone changed, so `localStart` is now at another instant, but that time is taken. The booking keeps `start` and `end`; reschedule or cancel it.',
  ),
  'booking.expired': ofBooking('A pending booking was not confirmed or approved in time.'),
  'session.cancelled': {
    when: 'A whole session of an event type with seats was cancelled. Each of its bookings follows with its own `booking.cancelled`.',
    resource: 'the session: the id of its event type, `@` and its start in epoch seconds',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ session: ClassSessionState }),
  },
  'payment.authorized': ofPayment(
    'The booker has paid: the money is reserved. If the booking still waited for it, it is confirmed, and the money is captured next; otherwise it is released.',
  ),
  'payment.captured': ofPayment('The reserved money, or a part of it, was taken.'),
  'payment.failed': ofPayment(
    'The money of a confirmed booking could not be captured. The booker can pay again at `checkoutUrl`.',
  ),
  'payment.refunded': ofPayment(
    'Money was paid back. `payment.amountRefunded` is the total so far.',
  ),
  'payment.released': ofPayment('Reserved money was given back before it was captured.'),
  'order.updated': {
    when: 'Staff entered a payment or a line of an order. Payment events report what happens at the payment vendor. Of the order of a group, all changes are reported here, also those of its bookings and its charges, and there is no `booking`.',
    resource: 'the order',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ order: Order, booking: Booking.optional() }),
  },
  'security_deposit.updated': {
    when: 'The security deposit of a booking was asked for, authorized, taken or released, or it has lapsed. `booking.securityDeposit` says what became of it.',
    resource: 'the booking',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ booking: Booking }),
  },
  'contact.merged': ofMerge(
    'A contact was merged into another, which stands for both from now on.',
  ),
  'contact.merge_undone': ofMerge('The merge of a contact was undone: it stands for itself again.'),
  'event_type.created': ofEventType('An event type was created.'),
  'event_type.updated': ofEventType('An event type was changed or activated.'),
  'event_type.deactivated': ofEventType('An event type was deactivated.'),
  'event_type.deleted': ofEventType('An event type was deleted. `eventType` is its last state.'),
  'slot.conflict_detected': {
    when: 'A booking or reschedule was rejected because the time is taken. The first rejection is sent immediately. Rejections in the following minute are counted and sent as one event.',
    resource: 'the event type, or the provider for an opened slot, at its current version',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ conflict: SlotConflict }),
  },
  'stay.created': ofStay('A stay was created.'),
  'stay.updated': {
    ...ofStay('A stay was moved, shortened, extended or otherwise changed.'),
    data: z.object({
      stay: CalendarEvent,
      movedFrom: z
        .object({
          start: dateText().describe('The previous arrival date.'),
          end: dateText().describe('The previous departure date, exclusive.'),
        })
        .optional()
        .openapi({
          description: 'The previous dates. Set if the nights changed.',
        }),
    }),
  },
  'stay.deleted': ofStay(
    'A stay was deleted. `stay` is its last state. Not sent when the whole calendar is deleted.',
  ),
  'channel.conflict': {
    when: 'A stay that was imported from a channel lacks nights, because they are taken. It has claimed its other nights.',
    resource: 'the stay',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ unplacedStay: UnplacedStay }),
  },
  'calendar_event.created': ofCalendarEvent('A calendar event was created.'),
  'calendar_event.updated': ofCalendarEvent('A calendar event was changed.'),
  'calendar_event.deleted': ofCalendarEvent(
    'A calendar event was deleted. `calendarEvent` is its last state. Not sent when the whole calendar is deleted.',
  ),
  'calendar.connected': ofConnection(
    'A calendar was connected, or reconnected with a new credential or address.',
  ),
  'calendar.disconnected': ofConnection(
    'A calendar was disconnected, or its provider was deleted. `connection` is its last state.',
  ),
  'calendar.sync_failed': ofConnection(
    'A connected calendar became `failing`, `unreadable` or `broken`. Sent once per status change, not for every failed read. Slots are withheld only while the calendar is `unreadable` or `broken`.',
  ),
  'time_off.affected': TIME_OFF_AFFECTED,
  'closure.affected': CLOSURE_AFFECTED,
  'waitlist.offered': ofWaitlist(
    'Time became free for the first person on the wait list who wants it. `booking` holds it until `holdExpiresAt`.',
  ),
  'waitlist.lapsed': ofWaitlist(
    'An offer of a wait list was not confirmed in time, or declined. If `entry` is still `waiting`, the person stays on the wait list.',
  ),
  'member.invited': {
    when: 'A member was invited, or invited again.',
    resource: 'the member',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ member: Member }),
  },
  'webhook.disabled': {
    when: 'A webhook endpoint was disabled because it returned 410 or every delivery failed for five days.',
    resource: 'the webhook endpoint',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({
      webhookEndpoint: z
        .object({
          ...endpointFields,
          disabledReason: z.string().describe('Why the endpoint was disabled.'),
        })
        .describe('The disabled endpoint.'),
    }),
  },
  'account.deleted': {
    when: "The deletion of the account began. Sent to its webhook endpoints for about a minute and to the operator's event bus; then the endpoints and the log are deleted as well.",
    resource: 'the account',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({
      account: z
        .object({
          id: resourceId('account'),
          name: z.string().openapi({ description: 'Its last name.', example: 'Lakeside Practice' }),
          slug: z.string().nullable().openapi({
            description: 'Its last slug. Null if it had none.',
            example: 'lakeside-practice',
          }),
        })
        .describe('The deleted account.'),
    }),
  },
  'webhook.test': {
    when: 'A test was requested for a webhook endpoint. Sent only to that endpoint and not logged.',
    resource: 'the webhook endpoint',
    schemaVersion: 1,
    isLogged: false,
    data: z.object({
      webhookEndpoint: z.object(endpointFields).describe('The tested endpoint.'),
    }),
  },
} as const satisfies Readonly<Record<string, EventKind>>

/** The `type` of an event. */
export type EventKey = keyof typeof EVENTS

/** The type of an event that the account's log has and a webhook endpoint can subscribe to. */
export type LoggedEventKey = {
  [Key in EventKey]: (typeof EVENTS)[Key]['isLogged'] extends true ? Key : never
}[EventKey]

type NonEmpty<Value> = [Value, ...Value[]]

/** All types, in the order of `EVENTS`. */
export const EVENT_KEYS = Object.keys(EVENTS) as NonEmpty<EventKey>

/** The types in the log, in the order of `EVENTS`. */
export const LOGGED_EVENT_KEYS = EVENT_KEYS.filter(
  (key) => EVENTS[key].isLogged,
) as NonEmpty<LoggedEventKey>

/** All event types that begin with the same word, such as `booking.*`. */
export type EventFamily = LoggedEventKey extends `${infer Family}.${string}` ? `${Family}.*` : never

/** The families of the types in the log, in the order of `EVENTS`. */
export const EVENT_FAMILIES = [
  ...new Set(LOGGED_EVENT_KEYS.map((key) => `${key.split('.')[0]}.*`)),
] as NonEmpty<EventFamily>

// `booking.no_show` is BookingNoShowEvent in the OpenAPI document.
const componentName = (key: EventKey): string =>
  `${key.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`

/**
 * Says what is true anyway: an object may have more. Tools that read schemas as closed would refuse the `position` of a logged
 * event. The type of the library does not know this word of JSON Schema.
 */
const OPEN: object = { unevaluatedProperties: true }

const schemaOf = (key: EventKey) =>
  z
    .object({
      id: resourceId('event').openapi({
        description: 'The same for every delivery of an event; use it to drop duplicates.',
      }),
      type: z.literal(key).describe('The type of the event.'),
      schemaVersion: z
        .literal(EVENTS[key].schemaVersion)
        .describe(
          'Version of the schema of `data`. New fields do not change it. It increases when a field is removed or changes its meaning.',
        ),
      occurredAt: instantAnswer().openapi({
        description: 'When the change was made, with milliseconds.',
        example: '2026-04-20T08:00:00.000Z',
      }),
      accountId: resourceId('account'),
      actor: orNull(Actor, 'Who caused the event. Null in events before version 1.1.'),
      resource: z
        .object({
          id: z.string().describe(`The id of ${EVENTS[key].resource}.`),
          version: z.int().openapi({
            description: 'Orders the events of one resource.',
            example: 2,
          }),
        })
        .describe('The resource that changed.'),
      data: (EVENTS[key].data as z.ZodObject).describe('What changed, complete.'),
    })
    .openapi(componentName(key), { description: EVENTS[key].when, ...OPEN })

/** The complete schema of each event, by type. */
export const EVENT_SCHEMAS = Object.fromEntries(
  EVENT_KEYS.map((key) => [key, schemaOf(key)]),
) as Readonly<Record<EventKey, ReturnType<typeof schemaOf>>>

/** An event in a log. */
export const Event = z
  .discriminatedUnion(
    'type',
    LOGGED_EVENT_KEYS.map((key) => EVENT_SCHEMAS[key]) as NonEmpty<ReturnType<typeof schemaOf>>,
  )
  .openapi('Event', { description: 'An event. `type` says which.' })

/** An event with its position in the account's log. */
export const LoggedEvent = z
  .intersection(
    Event,
    z.object({
      position: z.int().openapi({
        description:
          "Position in the account's log: 1, 2, 3 … in the order of publication, without gaps.",
        example: 42,
      }),
    }),
  )
  .openapi('LoggedEvent', { description: "An event with its position in the account's log." })

const POSITION_ERROR = 'must be a position in the log: a whole number, at least 0'
const position = () =>
  z
    .string({ error: POSITION_ERROR })
    .regex(/^(?:0|[1-9]\d{0,14})$/, { error: POSITION_ERROR })
    .transform(Number)

const type = oneOf(LOGGED_EVENT_KEYS)
  .optional()
  .openapi({ description: 'Only events of this type.' })

/** `GET /v1/events`. */
export const EventListQuery = z.strictObject({
  after: position().optional().openapi({
    type: 'integer',
    minimum: 0,
    description: 'Returns events after this position. Default: 0, the beginning of the log.',
  }),
  type,
  limit: pageQuery.limit,
  cursor: position().optional().openapi({
    type: 'string',
    description: 'The `nextCursor` of the previous page. Overrides `after`.',
  }),
})

/** `GET /v1/events`. */
export const EventList = z
  .object({
    data: z.array(LoggedEvent).describe('The events of this page, in the order of publication.'),
    nextCursor: z.string().nullable().openapi({
      description: 'The last position read. Null if there are no more events.',
      example: null,
    }),
    lastPosition: z.int().openapi({
      description: 'The last position read, including events that `type` filtered out.',
      example: 42,
    }),
  })
  .openapi('EventList', { description: 'One page of the event log.' })

/** `GET /v1/events/stream`. */
export const EventStreamQuery = z.strictObject({
  after: position().optional().openapi({
    type: 'integer',
    minimum: 0,
    description: 'Streams events after this position. Default: only new events.',
  }),
  type,
})

/** Headers of `GET /v1/events/stream`. */
export const EventStreamHeaders = z.object({
  'Last-Event-ID': position().optional().openapi({
    type: 'string',
    description: 'The position of the last event received. Overrides `after`.',
  }),
})

export type EventListQuery = z.infer<typeof EventListQuery>
export type EventStreamQuery = z.infer<typeof EventStreamQuery>
