import { z } from '@hono/zod-openapi'
import { Actor } from './actor.ts'
import { bookerId, NOTE } from './booking-inputs.ts'
import { Guest, Location, metadataFilter } from './event-type-options.ts'
import { CONFIRMATION, CONFIRMATIONS } from './event-types.ts'
import { resourceId } from './ids.ts'
import { listOf, listOrOne, pageQuery, resourceFields } from './lists.ts'
import { earlierUnits, Occupants, stayDates } from './nights.ts'
import { orNull } from './or-null.ts'
import { BookingPayment } from './payment-rules.ts'
import { BookingPrice } from './price-rules.ts'
import { GRAINS } from './providers.ts'
import { answersAnswer, Consent } from './questions.ts'
import { BookingQuote } from './quotes.ts'
import { BookingSecurityDeposit } from './security-deposits.ts'
import { emailText, oneOf } from './text.ts'
import { fromBeforeTo, instantAnswer, instantOrDateText } from './time.ts'

/** Every status of a booking. */
export const BOOKING_STATUSES = [
  'pending',
  'confirmed',
  'completed',
  'cancelled',
  'no_show',
  'expired',
] as const

const time = (description: string) => instantAnswer().nullable().openapi({ description })

/** A provider that a booking takes, and the requirement that it serves. */
export const Assignment = z
  .object({
    requirement: z
      .string()
      .openapi({ description: 'The name of the requirement.', example: 'doctor' }),
    providerId: resourceId('provider'),
    providerName: z.string().openapi({
      description: 'The name of the provider when it was assigned.',
      example: 'Dr. Ana Pérez',
    }),
    spans: z
      .array(
        z.object({
          start: instantAnswer().describe('Begin of the span.'),
          end: instantAnswer().describe('End of the span, exclusive.'),
          label: z.string().nullable().openapi({
            description: 'What is done then. Null if that is not said.',
            example: 'Cut and style',
          }),
        }),
      )
      .optional()
      .openapi({
        description:
          'When the booking takes the provider. Absent if it does all the time, from `start` to `end`.',
      }),
  })
  .openapi('Assignment', { description: 'A provider that a booking takes.' })

const shared = {
  id: resourceId('booking'),
  status: z
    .enum(BOOKING_STATUSES)
    .describe(
      '`pending`: its time is held until `holdExpiresAt`. `expired`: it was not confirmed or approved in time. `no_show`: the booker did not come.',
    ),
  providerId: resourceId('provider').describe(
    'The provider; the first of `assignments`, if there are any.',
  ),
  assignments: z.array(Assignment).openapi({
    description:
      'Whom and what the booking takes. Empty if its event type has no requirements: then it takes `providerId` alone.',
    example: [],
  }),
  eventTypeId: resourceId('eventType')
    .nullable()
    .openapi({ description: 'Null if the booking is for a slot that the provider opened.' }),
  groupId: resourceId('bookingGroup').nullable().openapi({
    description:
      'The group that the booking was made with. Null if it was made alone, and for a booker whom the account gave it to later.',
    example: null,
  }),
  start: instantAnswer().describe('Start of the booking.'),
  end: instantAnswer().describe('End of the booking, exclusive.'),
  timeZone: z.string().openapi({
    description: "The provider's time zone when this time was booked.",
    example: 'Europe/Berlin',
  }),
  localStart: z.string().openapi({
    description: 'The start as wall time in `timeZone`.',
    example: '2026-04-27T11:00',
  }),
  seats: z.int().openapi({
    description:
      'How many seats the booking takes of its session. 1 if its event type has no seats.',
    example: 1,
  }),
  grain: z.enum(GRAINS).openapi({
    description: '`nights`: a stay, from `arrival` to `departure`. Otherwise `time`.',
    example: 'time',
  }),
  ...stayDates,
  nights: z
    .int()
    .nullable()
    .openapi({ description: 'How many nights a stay has. Null for others.', example: null }),
  occupants: orNull(Occupants, 'Who stays. Null if that is not known, and for others.'),
  pinned: z.boolean().openapi({
    description:
      'Whether somebody chose the unit of a stay, so that it keeps it. False for a stay whose event type has one unit.',
    example: false,
  }),
  quote: orNull(BookingQuote, 'What a stay costs by its rate plan. Null for others.'),
  confirmation: z.enum(CONFIRMATIONS).describe(CONFIRMATION),
  holdExpiresAt: time('When a pending booking expires and releases its time. Null unless pending.'),
  emailUnconfirmed: z.boolean().openapi({
    description:
      'True while the booking waits until its booker follows the link in an email. The time is held until `holdExpiresAt`.',
    example: false,
  }),
  note: z.string().nullable().describe(`${NOTE} Null if there is none.`),
  location: orNull(Location, 'Where it takes place. Null if that is not known.'),
  answers: answersAnswer(
    'The answers to the questions of the event type, by their ids, without those to private questions.',
  ),
  guests: z.array(Guest).openapi({ description: 'Who else comes.', example: [] }),
  cancelUntil: instantAnswer().describe('Until when the booker may cancel, exclusive.'),
  rescheduleUntil: instantAnswer().describe('Until when the booker may reschedule, exclusive.'),
  reschedulesLeft: z.int().nullable().openapi({
    description: 'How often the booker may still reschedule. Null: any number.',
    example: null,
  }),
  payment: orNull(
    BookingPayment,
    'Its payment: the price, or the deposit. Null if nothing is to pay, or if it is paid with its group.',
  ),
  securityDeposit: orNull(
    BookingSecurityDeposit,
    'Its security deposit, which no price, order or refund contains. Null if there is none.',
  ),
  orderId: resourceId('order').nullable().openapi({
    description: 'The order that says what is paid for it. Null if nothing is to pay.',
    example: null,
  }),
  price: orNull(
    BookingPrice,
    'What it cost when it was made. Null if its event type has no rules for prices beside `payment`. A move keeps it.',
  ),
  waitlistId: resourceId('waitlistEntry').nullable().openapi({
    description:
      'The entry of the wait list that got this booking as an offer. Null for any other booking.',
    example: null,
  }),
  confirmedAt: time('When the booking was confirmed.'),
  cancelledAt: time('When the booking was cancelled.'),
  cancellationReason: z
    .string()
    .nullable()
    .describe('Why the booking was cancelled. Null if no reason was given.'),
  cancelledBy: z.enum(['account', 'booker', 'system']).nullable().openapi({
    description:
      'Who cancelled the booking. `system`: the server, because the provider or the event type was deleted. Null unless cancelled, or if it was cancelled before this was recorded.',
  }),
  completedAt: time('When the booking was completed.'),
  noShowAt: time('When the booking was marked as a no-show. Null again if that was corrected.'),
  expiredAt: time('When the booking expired.'),
  sequence: z.int().openapi({
    description:
      'The iCalendar SEQUENCE of the invitation. Increases when the booking is rescheduled, reassigned or cancelled.',
  }),
  rescheduledFrom: time('The start before the last reschedule.'),
  ...resourceFields,
}

/** The person who booked. */
export const Booker = z
  .object({
    id: z
      .string()
      .nullable()
      .describe('Your own identifier for the booker. Null if there is none.'),
    name: z.string().openapi({
      description: 'The full name. Empty for an anonymous booking.',
      example: 'Grace Hopper',
    }),
    email: z.string().nullable().openapi({
      description:
        'The email address, in lowercase. Null only for somebody whom the account booked without one, or who booked with a phone number.',
      example: 'grace@example.com',
    }),
    contactId: resourceId('contact')
      .optional()
      .describe('The contact of a person without an email address. Absent for others.'),
    timeZone: z.string().nullable().openapi({
      description: "The booker's time zone. Null if unknown.",
      example: 'Europe/Berlin',
    }),
    locale: z.string().nullable().openapi({
      description: "The booker's language (BCP 47). Null if unknown.",
      example: 'de',
    }),
    phone: z.string().nullable().openapi({
      description: 'The phone number (E.164). Null if unknown.',
      example: '+41443334455',
    }),
  })
  .openapi('Booker', { description: 'The person who booked.' })

const PolicySnapshot = z
  .object({
    durationMinutes: z.int().describe('Length of the booking.'),
    bufferBeforeMinutes: z.int().describe('Time kept free before it.'),
    bufferAfterMinutes: z.int().describe('Time kept free after it.'),
  })
  .openapi('PolicySnapshot', {
    description: 'The duration and buffers of the booking, as they were when its time was booked.',
  })

const manageToken = {
  manageToken: z.string().openapi({
    description:
      'Lets the booker read, confirm, cancel and reschedule this booking. Send it as `Authorization: Bearer hm_…`. Shown only in this response.',
    example: 'hm_…',
  }),
}

const Visit = z
  .object({
    arrivedAt: time('When the person was checked in.'),
    calledAt: time('When the person was called last.'),
    startedAt: time('When the service started.'),
    endedAt: time('When the person was checked out.'),
    number: z.int().nullable().openapi({
      description: 'The number that the person waits with. Null if there is none.',
      example: 27,
    }),
  })
  .openapi('Visit', { description: 'What the desk recorded of a visit. Null: not recorded.' })

const NO_BOOKER = 'The person who booked. Null for a hold that has no booker yet.'

/** A booking, as the account sees it. */
export const Booking = z
  .object({
    ...shared,
    booker: orNull(Booker, NO_BOOKER),
    actor: orNull(Actor, 'Who changed the booking last. Null if that was not recorded.'),
    policy: PolicySnapshot,
    override: z.boolean().openapi({
      description: 'Whether the account booked the current time outside the rules.',
      example: false,
    }),
    metadata: z
      .record(z.string(), z.string())
      .openapi({ description: 'Your own data.', example: {} }),
    consents: z.array(Consent).openapi({
      description: 'The texts that the booker agreed to. Empty if there are none.',
      example: [],
    }),
    earlierUnits,
    visit: orNull(
      Visit,
      'What the desk recorded of the visit. Null if nothing, or if the booking was moved since.',
    ),
    tzdbVersion: z.string().openapi({
      description: 'The tz database version used to convert the wall time to an instant.',
      example: '2026c',
    }),
  })
  .openapi('Booking', { description: 'A booking, as the account sees it.' })

/** `GET /v1/bookings/{id}` with an API key: a booking with the answers that nothing else shows. */
export const BookingWithPrivateAnswers = Booking.extend({
  privateAnswers: answersAnswer('').nullable().optional().openapi({
    description:
      'The answers to private questions, by their ids. Null if there are none, or if the keys of the vault do not open them. Absent unless the caller has the scope `bookings`.',
    example: null,
  }),
}).openapi('BookingWithPrivateAnswers', {
  description: 'A booking, as the account sees it, with the answers to private questions.',
})

/** A booking that was confirmed, so its booker is known. */
export const AgreedBooking = Booking.extend({ booker: Booker }).openapi('AgreedBooking', {
  description: 'A booking that was confirmed. `booker` is never null.',
})

/** The response to booking creation, the only one that contains the manage token. */
export const BookingCreated = Booking.extend(manageToken).openapi('BookingCreated', {
  description: 'A new booking with its manage token.',
})

/** The person who booked, as they see themselves. */
export const PublicBooker = Booker.omit({ id: true, contactId: true }).openapi('PublicBooker', {
  description: 'The person who booked.',
})

/** A booking as its booker sees it, without the provider's own rules. */
export const PublicBooking = z
  .object({
    ...shared,
    booker: orNull(PublicBooker, NO_BOOKER),
    redirectUrl: z.string().nullable().openapi({
      description:
        'Where the booking page leads after booking: `redirectUrl` of the event type with `bookingId`, `status`, `at` (epoch seconds) and `signature`. Null if there is none, or while the hold is not confirmed.',
      example: null,
    }),
  })
  .openapi('PublicBooking', {
    description: "A booking as its booker sees it, without the provider's own rules.",
  })

/** The response to booking creation without an API key. */
export const PublicBookingCreated = PublicBooking.extend(manageToken).openapi(
  'PublicBookingCreated',
  { description: 'A new booking with its manage token.' },
)

/** What the list of the bookings of a group cannot filter. */
const NOT_OF_GROUP = [
  'providerId',
  'eventTypeId',
  'bookerId',
  'bookerEmail',
  'contactId',
  'metadata',
  'outsideHours',
] as const

/** `GET /v1/bookings`: bookings of the account, or of a provider, an event type or a booker, by start. */
export const BookingListQuery = z
  .strictObject({
    providerId: resourceId('provider').optional().openapi({
      description:
        'Only bookings that take this provider, which may be deleted. A cancelled or expired booking of several providers is listed under the first of them.',
    }),
    eventTypeId: resourceId('eventType')
      .optional()
      .describe('Only bookings of this event type, which may be deleted.'),
    groupId: resourceId('bookingGroup').optional().openapi({
      description:
        'Only bookings of this group. Combines only with `status`, `from`, `to` and `order`.',
    }),
    bookerId: bookerId().optional(),
    bookerEmail: emailText().optional().describe('Only bookings of the booker with this address.'),
    contactId: resourceId('contact').optional().openapi({
      description:
        'Only bookings of this contact, by any of its email addresses and those of contacts that were merged into it.',
    }),
    status: listOrOne(oneOf(BOOKING_STATUSES)).optional().openapi({
      description:
        'Only bookings of this status. Repeat it for several. One call looks at 5,000 bookings at most, so a page may have fewer than `limit`, or none; `nextCursor` continues the list. With `providerId`, each status has an index.',
    }),
    from: instantOrDateText().optional().openapi({
      description:
        'Bookings that start at or after this time. With a unit as `providerId`, and with an `eventTypeId` of nights, stays that end after it. A date means midnight UTC.',
    }),
    to: instantOrDateText()
      .optional()
      .openapi({ description: 'Bookings that start before this time. A date means midnight UTC.' }),
    metadata: metadataFilter(),
    order: oneOf(['asc', 'desc'])
      .optional()
      .openapi({ description: 'The order by start. Default: `asc`, the earliest first.' }),
    outsideHours: oneOf(['true']).optional().openapi({
      description:
        '`true`: only pending and confirmed bookings that have not ended and are outside the hours of their event type or a provider that they take, or in its time off. `from` defaults to now. A page may have fewer than `limit`; `nextCursor` continues the list.',
    }),
    ...pageQuery,
  })
  .refine(...fromBeforeTo)
  .superRefine(({ groupId, ...query }, context) => {
    if (groupId === undefined) return
    for (const name of NOT_OF_GROUP) {
      if (query[name] === undefined) continue
      context.addIssue({ code: 'custom', message: 'does not combine with `groupId`', path: [name] })
    }
  })
  .superRefine(({ metadata, from, to }, context) => {
    if (metadata === undefined) return
    for (const [name, value] of Object.entries({ from, to })) {
      if (value !== undefined) continue
      context.addIssue({ code: 'custom', message: 'is required with `metadata`', path: [name] })
    }
  })

/** `GET /v1/bookings`. */
export const BookingList = listOf(Booking, 'BookingList')

export type Booking = z.infer<typeof Booking>
export type PublicBooking = z.infer<typeof PublicBooking>
export type BookingListQuery = z.infer<typeof BookingListQuery>
