import { z } from '@hono/zod-openapi'
import { CONFIRMATIONS } from './event-types.ts'
import { resourceId } from './ids.ts'
import { listOf, pageQuery, resourceFields } from './lists.ts'
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

const bookerId = () =>
  singleLine(128).openapi({ description: "The caller's own name for the booker.", example: 'u-17' })

const BookerInput = z
  .strictObject({
    name: nameText().openapi({ example: 'Grace Hopper' }),
    email: emailText().openapi({ example: 'grace@example.com' }),
    id: bookerId().optional(),
    timeZone: timeZoneText().optional(),
    locale: localeText().optional().openapi({
      description:
        'The language that the booker reads. Mails and the invitation are in German for de, in English for any other.',
    }),
  })
  .openapi('BookerInput')

const PublicBookerInput = BookerInput.omit({ id: true }).openapi('PublicBookerInput')

const what = 'must have exactly one of eventTypeId and providerId'

/** `POST /v1/bookings`: of an event type, or of a slot that the provider opened. */
export const BookingCreate = z
  .strictObject({
    eventTypeId: resourceId('eventType').optional(),
    providerId: resourceId('provider').optional(),
    start: instantText(),
    booker: BookerInput,
    note: proseText().optional(),
  })
  .refine((body) => (body.eventTypeId === undefined) !== (body.providerId === undefined), {
    error: what,
    path: ['eventTypeId'],
  })
  .openapi('BookingCreate')

const PUBLIC_WHAT =
  'name what is booked: providerSlug and eventTypeSlug as in the link of the page, or eventTypeId'

/** `POST /v1/public/bookings`: what a booker without a key may send. */
export const PublicBookingCreate = z
  .strictObject({
    providerSlug: slugText().optional(),
    eventTypeSlug: slugText().optional(),
    eventTypeId: resourceId('eventType').optional(),
    start: instantText(),
    booker: PublicBookerInput.optional().openapi({
      description: 'May be left out for a hold, which then gets it when it is confirmed.',
    }),
    note: proseText().optional(),
  })
  .refine(
    ({ providerSlug, eventTypeSlug, eventTypeId }) =>
      eventTypeId === undefined
        ? providerSlug !== undefined && eventTypeSlug !== undefined
        : providerSlug === undefined && eventTypeSlug === undefined,
    { error: PUBLIC_WHAT, path: ['eventTypeId'] },
  )
  .openapi('PublicBookingCreate')

/** `POST /v1/bookings/{id}/confirm`: nothing, or who takes a hold. */
export const BookingConfirm = z
  .strictObject({ booker: PublicBookerInput.optional(), note: proseText().optional() })
  .refine(({ booker, note }) => note === undefined || booker !== undefined, {
    error: 'a note is given with the booker who writes it',
    path: ['note'],
  })
  .openapi('BookingConfirm')

/** `POST /v1/bookings/{id}/cancel`. */
export const BookingCancel = z
  .strictObject({ reason: proseText().optional() })
  .openapi('BookingCancel')

/** `POST /v1/bookings/{id}/reschedule`. */
export const BookingReschedule = z
  .strictObject({ start: instantText() })
  .openapi('BookingReschedule')

/** The body of an action that needs none. */
export const NoInput = z.strictObject({}).openapi('NoInput')

const time = (description: string) => instantAnswer().nullable().openapi({ description })

const shared = {
  id: resourceId('booking'),
  status: z.enum(BOOKING_STATUSES),
  providerId: resourceId('provider'),
  eventTypeId: resourceId('eventType')
    .nullable()
    .openapi({ description: "Null when one of the provider's opened slots was booked." }),
  start: instantAnswer(),
  end: instantAnswer(),
  timeZone: z.string().openapi({
    description: "The provider's zone when the time was agreed.",
    example: 'Europe/Berlin',
  }),
  localStart: z.string().openapi({
    description: 'The wall time that was agreed, in timeZone.',
    example: '2026-04-27T11:00',
  }),
  confirmation: z.enum(CONFIRMATIONS),
  holdExpiresAt: time('While pending: from this instant on the time is free for others.'),
  note: z.string().nullable(),
  confirmedAt: time('When it was confirmed.'),
  cancelledAt: time('When it was cancelled.'),
  cancellationReason: z.string().nullable(),
  completedAt: time('When it was completed.'),
  noShowAt: time('When the booker was found missing.'),
  expiredAt: time('When the hold ran out.'),
  sequence: z.int().openapi({ description: 'Rises with every change of time, as invitations do.' }),
  rescheduledFrom: time('The start before the last reschedule.'),
  ...resourceFields,
}

const Booker = z
  .object({
    id: z.string().nullable(),
    name: z.string().openapi({ example: 'Grace Hopper' }),
    email: z.string().openapi({ example: 'grace@example.com' }),
    timeZone: z.string().nullable(),
    locale: z.string().nullable().openapi({
      description: 'The language that the booker reads (BCP 47); null: not told.',
      example: 'de',
    }),
  })
  .openapi('Booker')

const PolicySnapshot = z
  .object({
    durationMinutes: z.int(),
    bufferBeforeMinutes: z.int(),
    bufferAfterMinutes: z.int(),
  })
  .openapi('PolicySnapshot', { description: 'The policy that the booking was made under.' })

const manageToken = {
  manageToken: z.string().openapi({
    description:
      'Shown this once: reads, confirms, cancels and reschedules this booking alone, as "Authorization: Bearer hm_…".',
    example: 'hm_…',
  }),
}

/** The agreement between a booker and a provider, as the account sees it. */
export const Booking = z
  .object({
    ...shared,
    booker: Booker.nullable().openapi({
      description: 'Null while a hold waits for the details of who takes it.',
    }),
    policy: PolicySnapshot,
    tzdbVersion: z.string().openapi({
      description: 'The tz database that turned the wall time into the instant.',
      example: '2026c',
    }),
  })
  .openapi('Booking')

/** A booking that was confirmed: its booker is known. */
export const AgreedBooking = Booking.extend({ booker: Booker }).openapi('AgreedBooking')

/** The answer that creates a booking: the only one that carries the manage token. */
export const BookingCreated = Booking.extend(manageToken).openapi('BookingCreated')

/** A booking as its booker sees it: nothing of the provider's own rules. */
export const PublicBooking = z
  .object({ ...shared, booker: Booker.omit({ id: true }).openapi('PublicBooker').nullable() })
  .openapi('PublicBooking')

/** The answer to a booker who books without a key. */
export const PublicBookingCreated =
  PublicBooking.extend(manageToken).openapi('PublicBookingCreated')

const OWNER_FILTERS = ['providerId', 'eventTypeId', 'bookerId', 'bookerEmail'] as const

/** `GET /v1/bookings`: of a provider, an event type or a booker, in the order of start. */
export const BookingListQuery = z
  .strictObject({
    providerId: resourceId('provider').optional(),
    eventTypeId: resourceId('eventType').optional(),
    bookerId: bookerId().optional(),
    bookerEmail: emailText().optional(),
    status: oneOf(BOOKING_STATUSES).optional(),
    from: instantOrDateText()
      .optional()
      .openapi({ description: 'Bookings that start from here on; a date is its midnight UTC.' }),
    to: instantOrDateText().optional().openapi({ description: 'Bookings that start before this.' }),
    ...pageQuery,
  })
  .refine((query) => OWNER_FILTERS.some((name) => query[name] !== undefined), {
    error: `must have at least one of ${OWNER_FILTERS.join(', ')}`,
    path: ['providerId'],
  })

/** `GET /v1/bookings`. */
export const BookingList = listOf(Booking, 'BookingList')

export type BookingCreate = z.infer<typeof BookingCreate>
export type PublicBookingCreate = z.infer<typeof PublicBookingCreate>
export type Booking = z.infer<typeof Booking>
export type PublicBooking = z.infer<typeof PublicBooking>
export type BookingListQuery = z.infer<typeof BookingListQuery>
