import { z } from '@hono/zod-openapi'
import { AgreedBooking, Booking } from './bookings.ts'
import { occurrenceStatus } from './calendar-recurrence.ts'
import { CalendarEvent } from './calendars.ts'
import { CalendarConnection } from './connections.ts'
import { EventType } from './event-types.ts'
import { resourceId } from './ids.ts'
import { orNull } from './or-null.ts'
import { Payment } from './payments.ts'
import { instantAnswer } from './time.ts'
import { WaitlistEntry } from './waitlist.ts'

/** One type of event: when it is emitted and what it contains. */
export interface EventKind {
  readonly when: string
  /** The resource in `resource`. */
  readonly resource: string
  /**
   * Version of the schema of `data`. New fields do not change it. It increases when a field is removed
   * or changes its meaning.
   */
  readonly schemaVersion: number
  /** Whether the account's log has it. If not, it is sent to one webhook endpoint on request. */
  readonly isLogged: boolean
  readonly data: z.ZodObject
}

/** What a booking is for, in its events. */
export const bookingSubject = {
  provider: z
    .object({
      id: resourceId('provider'),
      name: z
        .string()
        .openapi({ description: 'The name that bookers see.', example: 'Dr. Ada Weber' }),
      slug: z
        .string()
        .openapi({ description: 'Identifies the provider in links.', example: 'ada-weber' }),
      email: z.string().nullable().openapi({
        description: 'Receives emails about bookings. Null if there is none.',
        example: 'ada@example.com',
      }),
      timeZone: z
        .string()
        .openapi({ description: 'The time zone of its hours.', example: 'Europe/Berlin' }),
    })
    .openapi('EventProvider', {
      description: 'The provider of the booking, as it was when the event was published.',
    }),
  eventType: orNull(
    z
      .object({
        id: resourceId('eventType'),
        title: z
          .string()
          .openapi({ description: 'The name that bookers see.', example: 'First visit' }),
        slug: z
          .string()
          .openapi({ description: 'Identifies the event type in links.', example: 'first-visit' }),
      })
      .openapi('EventEventType', { description: 'The event type of the booking.' }),
    'The event type of the booking, as it was when the event was published. Null for a slot that the provider opened.',
  ),
  groupChange: z.literal(true).optional().openapi({
    description:
      'Set if the booking was changed together with other bookings of its group. They share one email.',
  }),
  managePath: z.string().openapi({
    description:
      'Path of the page where the booker manages the booking, without the token that opens it.',
    example: '/manage/bkg_01k5w3q8v0m9c2r4t6x8z0b1d3',
  }),
}

/** An event of a booking. */
export const ofBooking = (when: string) =>
  ({
    when,
    resource: 'the booking',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ booking: Booking, ...bookingSubject }),
  }) as const satisfies EventKind

/** An event of a booking that has been confirmed. */
export const ofAgreedBooking = (when: string) =>
  ({
    ...ofBooking(when),
    data: z.object({ booking: AgreedBooking, ...bookingSubject }),
  }) as const satisfies EventKind

/** What a new booking that takes the place of a stay of a calendar has beside the rest of its data. */
export const OF_ADOPTED = {
  adoptedStayId: resourceId('calendarEvent').optional().openapi({
    description:
      'Set if the booking takes the place of a stay of the calendar of its unit, which had this id. Nobody gets an email about it.',
  }),
}

/** An event of a payment. */
export const ofPayment = (when: string) =>
  ({
    when,
    resource: 'the payment',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ payment: Payment, booking: Booking }),
  }) as const satisfies EventKind

/** An event of an event type. */
export const ofEventType = (when: string) =>
  ({
    when,
    resource: 'the event type',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ eventType: EventType }),
  }) as const satisfies EventKind

/** An event of a stay. */
export const ofStay = (when: string) =>
  ({
    when,
    resource: 'the stay',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ stay: CalendarEvent }),
  }) as const satisfies EventKind

/** An event of a calendar event. */
export const ofCalendarEvent = (when: string) =>
  ({
    when,
    resource: 'the calendar event',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({
      calendarEvent: CalendarEvent,
      occurrence: z
        .object({
          status: occurrenceStatus(),
          calendarEvent: CalendarEvent,
        })
        .optional()
        .openapi({
          description:
            'Set if only one occurrence changed: its current state, or its last state if it was cancelled.',
        }),
    }),
  }) as const satisfies EventKind

/** An event of a connected calendar. */
export const ofConnection = (when: string) =>
  ({
    when,
    resource: 'the calendar connection',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ connection: CalendarConnection }),
  }) as const satisfies EventKind

/** Rejected requests for a time that is taken. */
export const SlotConflict = z
  .object({
    providerId: resourceId('provider').describe(
      'The provider of the event type, also if it has requirements, or of the opened slot.',
    ),
    eventTypeId: resourceId('eventType')
      .nullable()
      .openapi({ description: 'Null if the request was for a slot that the provider opened.' }),
    start: instantAnswer().openapi({ description: 'The most recently rejected start.' }),
    refusalCount: z.int().openapi({
      description: 'Number of rejections since the previous event, including this one.',
      example: 3,
    }),
    firstRefusedAt: instantAnswer().openapi({
      description: 'When the first of these rejections happened.',
    }),
  })
  .openapi('SlotConflict', { description: 'Rejected requests for a time that is taken.' })

/** The fields of a webhook endpoint in its events. */
export const endpointFields = {
  id: resourceId('webhookEndpoint'),
  url: z.string().openapi({
    description: 'The URL that receives the messages.',
    example: 'https://example.com/hooks/holdfast',
  }),
}

/** An event of an entry of a wait list. */
export const ofWaitlist = (when: string) =>
  ({
    when,
    resource: 'the entry of the wait list',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({ entry: WaitlistEntry, booking: Booking }),
  }) as const satisfies EventKind

/** An event of the merge of two contacts. */
export const ofMerge = (when: string) =>
  ({
    when,
    resource: 'the contact that it was merged into',
    schemaVersion: 1,
    isLogged: true,
    data: z.object({
      merge: z
        .object({
          contactId: resourceId('contact').describe('The contact that was merged.'),
          into: resourceId('contact').describe('The contact that it was merged into.'),
        })
        .describe('The two contacts, without details of the person.'),
    }),
  }) as const satisfies EventKind
