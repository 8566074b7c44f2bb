import { z } from '@hono/zod-openapi'
import { BOOKING_STATUSES } from './bookings.ts'
import { resourceId } from './ids.ts'
import { listOf, pageQuery } from './lists.ts'
import { datesOfStay } from './nights.ts'
import { emailText, localeText, oneOf, singleLine, slugText } from './text.ts'
import { fromBeforeTo, instantAnswer, instantOrDateText } from './time.ts'

/** `POST /v1/public/sign-in`: asks for a link by email. */
export const BookerSignInRequest = z
  .strictObject({
    accountSlug: slugText().openapi({
      description: 'The slug of the account.',
      example: 'lakeside',
    }),
    email: emailText().optional().describe('The address of the booker.'),
    phone: singleLine(40).optional().openapi({
      description:
        'Not possible yet: no text messages are sent, so a phone number is refused. Send `email`.',
      example: '+41443334455',
    }),
    locale: localeText().optional().openapi({
      description:
        'The language of the email. Default: that of the latest booking of the contact, else that of the account.',
    }),
  })
  .openapi('BookerSignInRequest', { description: 'The address to send a link to.' })

/** The answer to `POST /v1/public/sign-in`, the same for every address. */
export const BookerSignInRequested = z.object({}).openapi('BookerSignInRequested', {
  description: 'Empty, whether the address is known or not.',
})

/** `POST /v1/public/sign-in/verify`: redeems a mailed link. */
export const BookerSignInVerify = z
  .strictObject({
    token: singleLine(256).openapi({
      description: 'The token of the link: `#token=…`.',
      example: 'hl_…',
    }),
  })
  .openapi('BookerSignInVerify', { description: 'The token of a link.' })

/** The answer to a sign-in of a booker. */
export const BookerSignedIn = z
  .object({
    customerToken: z.string().openapi({
      description:
        'The token of the sign-in. Send it as `Authorization: Bearer hb_…`. Shown only in this response.',
      example: 'hb_…',
    }),
    expiresAt: instantAnswer().openapi({
      description: 'When the token ends, 30 days after the sign-in. Use does not extend it.',
    }),
  })
  .openapi('BookerSignedIn', { description: 'The token of a booker who signed in.' })

/** `GET /v1/public/me`. */
export const OwnBookingsQuery = z
  .strictObject({
    from: instantOrDateText().optional().openapi({
      description: 'Bookings that start at or after this time. A date means midnight UTC.',
    }),
    to: instantOrDateText()
      .optional()
      .openapi({ description: 'Bookings that start before this time. A date means midnight UTC.' }),
    order: oneOf(['asc', 'desc'])
      .optional()
      .openapi({ description: 'The order by start. Default: `asc`, the earliest first.' }),
    ...pageQuery,
  })
  .refine(...fromBeforeTo)

const OwnBooking = z
  .object({
    id: resourceId('booking'),
    status: z.enum(BOOKING_STATUSES).describe('The status of the booking.'),
    start: instantAnswer().openapi({ description: 'The start.' }),
    end: instantAnswer().openapi({ description: 'The end.' }),
    ...datesOfStay,
    timeZone: z.string().openapi({
      description: 'The time zone of the event type or the provider.',
      example: 'Europe/Berlin',
    }),
    eventTypeTitle: z.string().nullable().openapi({
      description: 'The title of the event type. Null for a slot that the provider opened.',
      example: 'First visit',
    }),
    providerNames: z.array(z.string()).openapi({
      description: 'The people, rooms and equipment of the booking, in order.',
      example: ['Dr. Ada Lovelace'],
    }),
    manageToken: z.string().nullable().openapi({
      description:
        'Lets the booker read and change this booking, as the link in its emails does: `/manage/{id}#{manageToken}`. Null once that has ended, 90 days after the booking.',
      example: 'hm_…',
    }),
  })
  .openapi('OwnBooking', { description: 'A booking of the booker who is signed in.' })

/** The booker who is signed in, with one page of their bookings. */
export const Me = listOf(OwnBooking, 'OwnBookingList')
  .extend({
    name: z.string().openapi({ description: 'The name of the contact.', example: 'Grace Hopper' }),
    email: z.string().openapi({
      description: 'The address that the sign-in proved.',
      example: 'grace@example.com',
    }),
  })
  .openapi('Me', { description: 'The booker who is signed in, with one page of their bookings.' })

export type BookerSignedIn = z.infer<typeof BookerSignedIn>
export type Me = z.infer<typeof Me>
export type OwnBooking = z.infer<typeof OwnBooking>
