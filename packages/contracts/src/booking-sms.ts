import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf, pageQuery } from './lists.ts'
import { instantAnswer } from './time.ts'

/** An SMS about a booking, without its number and its text. */
export const BookingSms = z
  .object({
    bookingId: resourceId('booking'),
    kind: z
      .enum(['requested', 'confirmed', 'rescheduled', 'cancelled', 'requestExpired', 'reminder'])
      .describe('What it says.'),
    state: z
      .enum(['sending', 'accepted', 'refused', 'notSent'])
      .describe(
        '`sending`: counted, without an answer of the gateway yet. `accepted`: the gateway took it. `refused`: the gateway did not. `notSent`: a limit or a rule of the server kept it from being sent.',
      ),
    segments: z.int().openapi({
      description: 'How many SMS the account pays for. 0 if it was not sent.',
      example: 1,
    }),
    reason: z.string().nullable().openapi({
      description: 'Why it was refused or not sent. Null otherwise.',
      example: null,
    }),
    at: instantAnswer().describe('When it was counted: just before it was sent.'),
  })
  .openapi('BookingSms', {
    description: 'An SMS about a booking. Its number and its text are not stored.',
  })

/** `GET /v1/bookings/{id}/sms`. */
export const BookingSmsListQuery = z.strictObject({ ...pageQuery })

/** `GET /v1/bookings/{id}/sms`. */
export const BookingSmsList = listOf(BookingSms, 'BookingSmsList')

export type BookingSms = z.infer<typeof BookingSms>
