import { z } from '@hono/zod-openapi'
import { Assignment, BOOKING_STATUSES, Booker } from './bookings.ts'
import { resourceId } from './ids.ts'
import { listOf, pageQuery } from './lists.ts'
import { orNull } from './or-null.ts'
import { oneOf } from './text.ts'
import { instantAnswer, instantOrDateText } from './time.ts'

/** `GET /v1/event-types/{id}/sessions`. */
export const ClassSessionsQuery = z.strictObject({
  from: instantOrDateText().openapi({
    description: 'Earliest start of a session. A date means midnight UTC.',
  }),
  to: instantOrDateText().openapi({
    description:
      'Latest start, exclusive. At most 62 days after `from`. A date means midnight UTC.',
  }),
  include: oneOf(['offered']).optional().openapi({
    description:
      '`offered`: also lists the starts that nobody has booked and that can be booked, with no seat taken. Default: only starts that somebody has booked.',
  }),
  ...pageQuery,
})

/** A party of a session. */
const Party = z
  .object({
    id: resourceId('booking'),
    status: z.enum(BOOKING_STATUSES).describe('The status of the booking.'),
    seats: z.int().openapi({ description: 'How many seats it takes.', example: 1 }),
    booker: orNull(Booker, 'Who booked. Null for a hold that has no booker yet.'),
  })
  .openapi('ClassSessionParty', { description: 'A booking of a session.' })

/** The people who share one start of an event type with seats. */
export const ClassSession = z
  .object({
    start: instantAnswer().describe('Start of the session.'),
    end: instantAnswer().describe('End of the session, exclusive.'),
    providerId: resourceId('provider').describe(
      'The provider; the first of `assignments`, if there are any.',
    ),
    assignments: z.array(Assignment).openapi({
      description:
        'Whom and what it takes. Empty if it takes its provider alone, and while nobody has booked it.',
      example: [],
    }),
    capacity: z.int().openapi({ description: 'How many seats it has.', example: 12 }),
    taken: z.int().openapi({
      description: 'How many seats are taken, held ones included.',
      example: 3,
    }),
    held: z.int().openapi({ description: 'How many of them are only held.', example: 1 }),
    bookings: z
      .array(Party)
      .describe('The bookings of the session, in the order in which they were made.'),
  })
  .openapi('ClassSession', {
    description:
      'A start of an event type with seats: one that somebody has booked, or one that is offered.',
  })

/** `GET /v1/event-types/{id}/sessions`. */
export const ClassSessionList = listOf(ClassSession, 'ClassSessionList')

export type ClassSession = z.infer<typeof ClassSession>
