import { z } from '@hono/zod-openapi'
import { Actor } from './actor.ts'
import { CONFIRMATION, CONFIRMATIONS } from './event-types.ts'
import { resourceId } from './ids.ts'
import { listOf, listOrOne, pageQuery, resourceFields } from './lists.ts'
import { orNull } from './or-null.ts'
import { proofOfWork } from './proof-of-work.ts'
import { accountSlug } from './public-account.ts'
import { emailText, localeText, nameText, oneOf, proseText, singleLine, slugText } from './text.ts'
import { instantAnswer, instantOrDateText, instantText, timeZoneText } from './time.ts'

/** Every status of a booking. */
export const BOOKING_STATUSES = [
  'pending',
  'confirmed',
  'completed',
  'cancelled',
  'no_show',
  'expired',
] as const

const NOTE = 'A message from the booker to the provider.'

const bookerId = () =>
  singleLine(128).openapi({ description: 'Your own identifier for the booker.', example: 'u-17' })

const BookerInput = z
  .strictObject({
    name: nameText().openapi({ description: 'The full name.', example: 'Grace Hopper' }),
    email: emailText().openapi({
      description: 'Receives the confirmation and the invitation. Stored in lowercase.',
      example: 'grace@example.com',
    }),
    id: bookerId().optional(),
    timeZone: timeZoneText()
      .optional()
      .describe("The booker's time zone. Emails show times in it. Default: the provider's."),
    locale: localeText().optional().openapi({
      description:
        "The booker's language. Emails and the invitation are in German for `de` and in English for any other language.",
    }),
  })
  .openapi('BookerInput', { description: 'The person who books.' })

const PublicBookerInput = BookerInput.omit({ id: true }).openapi('PublicBookerInput', {
  description: 'The person who books.',
})

const WHAT = 'send `eventTypeId`, or `providerId` for a slot that the provider opened'

const CHOSEN = 'A candidate of the event type, who must be part of the booking.'

/** Books outside the rules, for `POST` of bookings and of their moves. */
const override = () =>
  z.boolean({ error: 'must be true or false' }).optional().openapi({
    description:
      'Books outside the rules, with an API key only. Skips hours, minimum notice, maximum advance, the grid, time off, busy times of connected calendars, and the status of the event type. Time that is already claimed stays taken. `start` is a whole minute, at most 24 hours ago and at most 1,095 days ahead. Default: false.',
  })

/** `POST /v1/bookings`: books an event type, or a slot that the provider opened. */
export const BookingCreate = z
  .strictObject({
    eventTypeId: resourceId('eventType').optional(),
    providerId: resourceId('provider')
      .optional()
      .describe(`With \`eventTypeId\`: ${CHOSEN} Alone: the provider whose opened slot is booked.`),
    start: instantText().describe('The start of a slot, or any time with `override`.'),
    override: override(),
    booker: BookerInput,
    note: proseText().optional().describe(NOTE),
  })
  .refine((body) => body.eventTypeId !== undefined || body.providerId !== undefined, {
    error: WHAT,
    path: ['eventTypeId'],
  })
  .openapi('BookingCreate', {
    description: 'A booking of an event type, or of a slot that the provider opened.',
  })

const PUBLIC_WHAT =
  'send `eventTypeId`, or `providerSlug` and `eventTypeSlug` from the link of the booking page, or `providerSlug` alone for a slot that the provider opened'

/** `POST /v1/public/bookings`: a booking by a booker without an API key. */
export const PublicBookingCreate = z
  .strictObject({
    accountSlug: accountSlug(),
    providerSlug: slugText().optional().describe('The slug of the provider.'),
    eventTypeSlug: slugText().optional().describe('The slug of its event type.'),
    eventTypeId: resourceId('eventType').optional(),
    providerId: resourceId('provider')
      .optional()
      .describe(`${CHOSEN} Only where the event type lets bookers choose.`),
    start: instantText().describe('The start of a slot.'),
    booker: PublicBookerInput.optional().openapi({
      description: 'Optional for a hold, which then needs it on confirmation.',
    }),
    proofOfWork: proofOfWork().optional(),
    note: proseText().optional().describe(NOTE),
  })
  .refine(
    ({ providerSlug, eventTypeSlug, eventTypeId }) =>
      eventTypeId === undefined
        ? providerSlug !== undefined
        : providerSlug === undefined && eventTypeSlug === undefined,
    { error: PUBLIC_WHAT, path: ['eventTypeId'] },
  )
  .openapi('PublicBookingCreate', { description: 'A booking by a booker without an API key.' })

/** `POST /v1/bookings/{id}/confirm`: empty, or the booker of a hold. */
export const BookingConfirm = z
  .strictObject({
    booker: PublicBookerInput.optional(),
    note: proseText().optional().describe(NOTE),
  })
  .refine(({ booker, note }) => note === undefined || booker !== undefined, {
    error: 'requires `booker`',
    path: ['note'],
  })
  .openapi('BookingConfirm', { description: 'Empty, or the booker of a hold that has none yet.' })

/** `PATCH /v1/bookings/{id}`: omitted fields keep their values. Null removes an optional value. */
export const BookingPatch = z
  .strictObject({
    note: proseText().nullable().optional().describe(`${NOTE} Null removes it.`),
    booker: z
      .strictObject({
        name: nameText().optional().describe('The full name.'),
        email: emailText()
          .optional()
          .describe('Receives the emails about this booking from now on.'),
        id: bookerId().nullable().optional(),
        timeZone: timeZoneText()
          .nullable()
          .optional()
          .describe("The booker's time zone. Null removes it."),
        locale: localeText()
          .nullable()
          .optional()
          .describe("The booker's language. Null removes it."),
      })
      .optional()
      .openapi({
        description: 'A hold that has no booker yet needs `name` and `email`.',
      }),
  })
  .openapi('BookingPatch', {
    description: 'Changes to a booking. Omitted fields keep their values.',
  })

/** `POST /v1/bookings/{id}/confirm-email`. */
export const EmailProof = z
  .strictObject({
    token: singleLine(100).openapi({
      description: 'The token from the link in the email.',
      example: 'hm_…',
    }),
  })
  .openapi('EmailProof', {
    description: "The proof that a booker owns the booking's email address.",
  })

/** `POST /v1/bookings/{id}/cancel`. */
export const BookingCancel = z
  .strictObject({
    reason: proseText().optional().describe('Why the booking is cancelled.'),
  })
  .openapi('BookingCancel', { description: 'The reason of a cancellation.' })

/** `POST /v1/bookings/{id}/reschedule`. */
export const BookingReschedule = z
  .strictObject({
    start: instantText().describe(
      'The new start: the start of a slot, or any time with `override`.',
    ),
    override: override(),
  })
  .openapi('BookingReschedule', { description: 'The new time of a booking.' })

/** `POST /v1/bookings/{id}/reassign`. */
export const BookingReassign = z
  .strictObject({
    from: resourceId('provider').optional().openapi({
      description:
        'Who gives the booking away. Default: whoever serves a requirement that `to` can serve, or else the first of the assignments.',
    }),
    to: resourceId('provider').optional().openapi({
      description:
        'Who takes it over: a candidate of the same requirement. Default: the best of those who are free, as the requirement chooses.',
    }),
  })
  .openapi('BookingReassign', { description: 'Who gives a booking to whom.' })

/** The body of an action without parameters. */
export const NoInput = z.strictObject({}).openapi('NoInput', { description: 'An empty object.' })

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
  confirmation: z.enum(CONFIRMATIONS).describe(CONFIRMATION),
  holdExpiresAt: time('When a pending booking expires and releases its time. Null unless pending.'),
  emailUnconfirmed: z.boolean().openapi({
    description:
      'True while the booking waits until its booker follows the link in an email. The time is held until `holdExpiresAt`.',
    example: false,
  }),
  note: z.string().nullable().describe(`${NOTE} Null if there is none.`),
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
  noShowAt: time('When the booking was marked as a no-show.'),
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
    name: z.string().openapi({ description: 'The full name.', example: 'Grace Hopper' }),
    email: z.string().openapi({
      description: 'The email address, in lowercase.',
      example: 'grace@example.com',
    }),
    timeZone: z.string().nullable().openapi({
      description: "The booker's time zone. Null if unknown.",
      example: 'Europe/Berlin',
    }),
    locale: z.string().nullable().openapi({
      description: "The booker's language (BCP 47). Null if unknown.",
      example: 'de',
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
    tzdbVersion: z.string().openapi({
      description: 'The tz database version used to convert the wall time to an instant.',
      example: '2026c',
    }),
  })
  .openapi('Booking', { description: 'A booking, as the account sees it.' })

/** A booking that was confirmed, so its booker is known. */
export const AgreedBooking = Booking.extend({ booker: Booker }).openapi('AgreedBooking', {
  description: 'A booking that was confirmed. `booker` is never null.',
})

/** The response to booking creation, the only one that contains the manage token. */
export const BookingCreated = Booking.extend(manageToken).openapi('BookingCreated', {
  description: 'A new booking with its manage token.',
})

/** A booking as its booker sees it, without the provider's own rules. */
export const PublicBooking = z
  .object({
    ...shared,
    booker: orNull(
      Booker.omit({ id: true }).openapi('PublicBooker', { description: 'The person who booked.' }),
      NO_BOOKER,
    ),
  })
  .openapi('PublicBooking', {
    description: "A booking as its booker sees it, without the provider's own rules.",
  })

/** The response to booking creation without an API key. */
export const PublicBookingCreated = PublicBooking.extend(manageToken).openapi(
  'PublicBookingCreated',
  { description: 'A new booking with its manage token.' },
)

/** `GET /v1/bookings`: bookings of the account, or of a provider, an event type or a booker, by start. */
export const BookingListQuery = z.strictObject({
  providerId: resourceId('provider').optional().openapi({
    description:
      'Only bookings that take this provider. A cancelled or expired booking of several providers is listed under the first of them.',
  }),
  eventTypeId: resourceId('eventType').optional(),
  bookerId: bookerId().optional(),
  bookerEmail: emailText().optional().describe('Only bookings of the booker with this address.'),
  status: listOrOne(oneOf(BOOKING_STATUSES))
    .optional()
    .openapi({ description: 'Only bookings of this status. Repeat it for several.' }),
  from: instantOrDateText().optional().openapi({
    description: 'Bookings that start at or after this time. A date means midnight UTC.',
  }),
  to: instantOrDateText()
    .optional()
    .openapi({ description: 'Bookings that start before this time. A date means midnight UTC.' }),
  order: oneOf(['asc', 'desc'])
    .optional()
    .openapi({ description: 'The order by start. Default: `asc`, the earliest first.' }),
  outsideHours: oneOf(['true']).optional().openapi({
    description:
      '`true`: only pending and confirmed bookings that have not ended and are outside the hours of their event type or a provider that they take, or in its time off. `from` defaults to now. A page may have fewer than `limit`; `nextCursor` continues the list.',
  }),
  ...pageQuery,
})

/** `GET /v1/bookings`. */
export const BookingList = listOf(Booking, 'BookingList')

export type BookingCreate = z.infer<typeof BookingCreate>
export type PublicBookingCreate = z.infer<typeof PublicBookingCreate>
export type Booking = z.infer<typeof Booking>
export type PublicBooking = z.infer<typeof PublicBooking>
export type BookingListQuery = z.infer<typeof BookingListQuery>
