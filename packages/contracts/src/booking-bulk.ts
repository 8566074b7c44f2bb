import { z } from '@hono/zod-openapi'
import { BOOKING_STATUSES } from './bookings.ts'
import { resourceId } from './ids.ts'
import { Problem } from './problem.ts'
import { PROBLEMS, problemType } from './problems.ts'
import { oneOf, proseText } from './text.ts'

/** The most bookings of one call. */
export const BULK_BOOKINGS = 100

const COUNT = `must be a list of 1 to ${BULK_BOOKINGS} bookings`

/** `POST /v1/bookings/bulk`. */
export const BookingBulk = z
  .strictObject({
    action: oneOf(['cancel', 'reassign']).openapi({
      description:
        '`cancel`: cancels each booking and releases its time. `reassign`: gives each booking to another free candidate at the same time.',
    }),
    bookingIds: z
      .array(resourceId('booking'), { error: COUNT })
      .min(1, { error: COUNT })
      .max(BULK_BOOKINGS, { error: COUNT, abort: true })
      .refine((ids) => new Set(ids).size === ids.length, {
        error: 'must name each booking once',
      })
      .openapi({ description: `The bookings, each once. At most ${BULK_BOOKINGS}.` }),
    reason: proseText().optional().describe('Why the bookings are cancelled. Only with `cancel`.'),
    from: resourceId('provider').optional().openapi({
      description:
        'Who gives the bookings away. Only with `reassign`. Default: the first of the assignments of each booking.',
    }),
  })
  .refine(({ action, reason }) => action === 'cancel' || reason === undefined, {
    error: 'applies only to `cancel`',
    path: ['reason'],
  })
  .refine(({ action, from }) => action === 'reassign' || from === undefined, {
    error: 'applies only to `reassign`',
    path: ['from'],
  })
  .openapi('BookingBulk', { description: 'One action on several bookings.' })

/** How an action ended for one booking. */
export const BookingBulkOutcome = z
  .object({
    bookingId: resourceId('booking'),
    status: z
      .enum(BOOKING_STATUSES)
      .optional()
      .describe('The status of the booking after the action. Absent if there is a problem.'),
    problem: Problem.optional().describe(
      'Why this booking was not changed, as the call for a single booking would answer.',
    ),
  })
  .openapi('BookingBulkOutcome', { description: 'How an action ended for one booking.' })

/** The response of `POST /v1/bookings/bulk`. */
export const BookingBulkResult = z
  .object({
    data: z.array(BookingBulkOutcome).openapi({
      description: 'One entry per booking, in the order of `bookingIds`.',
      example: [
        { bookingId: 'bkg_01kqs3v7m8e2f4g6h8j0k2m4n6', status: 'cancelled' },
        {
          bookingId: 'bkg_01k5w3q8v0m9c2r4t6x8z0b1d3',
          problem: {
            type: problemType('invalid_transition'),
            title: PROBLEMS.invalid_transition.title,
            status: PROBLEMS.invalid_transition.status,
            detail: 'A booking with status "completed" cannot be cancelled.',
            code: 'invalid_transition',
            requestId: 'req_01kqs3v7m8e2f4g6h8j0k2m4n6',
          },
        },
      ],
    }),
  })
  .openapi('BookingBulkResult', { description: 'How an action ended for each booking.' })

export type BookingBulk = z.infer<typeof BookingBulk>
