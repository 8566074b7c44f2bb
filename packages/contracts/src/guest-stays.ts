import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { resourceFields } from './lists.ts'
import { PublicAccount } from './public-account.ts'
import { dateText, instantAnswer } from './time.ts'

/** `POST /v1/stays/{calendarId}/{stayId}/reschedule`: the new dates of a stay. */
export const StayReschedule = z
  .strictObject({
    arrival: dateText().describe('Arrival date, on which the first night begins.'),
    departure: dateText().openapi({ description: 'Departure date (exclusive).' }),
  })
  .openapi('StayReschedule', { description: 'The new dates of a stay.' })

const stayFields = {
  id: z.string().openapi({
    description: 'The id of the stay.',
    example: 'cev_01k5w3q8v0m9c2r4t6x8z0b1d3',
  }),
  version: resourceFields.version,
  arrival: z.string().openapi({ description: 'Arrival date.', example: '2026-04-27' }),
  departure: z.string().openapi({
    description: 'Departure date (exclusive).',
    example: '2026-04-30',
  }),
}

/** The response to stay creation without an API key. */
export const PublicStay = z
  .object({
    ...stayFields,
    manageToken: z.string().openapi({
      description:
        'Lets the guest read, move and cancel this stay. Send it as `Authorization: Bearer hm_…`. Shown only in this response.',
      example: 'hm_…',
    }),
  })
  .openapi('PublicStay', { description: 'A new stay with its manage token.' })

/** A stay as its guest sees it, without later notes of the owner. */
export const GuestStay = z
  .object({
    ...stayFields,
    status: z.enum(['confirmed', 'cancelled']).describe('A cancelled stay frees its nights.'),
    checkIn: instantAnswer().openapi({ description: 'Earliest time of arrival.' }),
    checkOut: instantAnswer().openapi({ description: 'Latest time of departure.' }),
    guest: z
      .object({
        name: z.string().describe('The full name.'),
        email: z.string().describe('The email address.'),
      })
      .describe('The guest of the stay.'),
    calendar: z
      .object({
        name: z.string().openapi({
          description: 'The name of the calendar.',
          example: 'House by the lake',
        }),
        timeZone: z.string().openapi({
          description: 'The time zone of its dates.',
          example: 'Europe/Berlin',
        }),
        checkInTime: z.string().openapi({
          description: 'Earliest time of arrival, as wall time.',
          example: '15:00',
        }),
        checkOutTime: z.string().openapi({
          description: 'Latest time of departure, as wall time.',
          example: '11:00',
        }),
        path: z.string().nullable().openapi({
          description: 'Path of the public page. Null if the calendar no longer has one.',
        }),
      })
      .describe('The calendar of the stay.'),
    account: PublicAccount,
    bookingId: resourceId('booking')
      .nullable()
      .describe(
        'The booking that it is. Then it is changed by the calls of bookings, which also accept the manage token of the stay. Null for a stay of the calendar alone.',
      ),
    createdAt: resourceFields.createdAt,
    updatedAt: resourceFields.updatedAt,
  })
  .openapi('GuestStay', {
    description: 'A stay as its guest sees it, without later notes of the owner.',
  })

export type PublicStay = z.infer<typeof PublicStay>
export type GuestStay = z.infer<typeof GuestStay>
