import { z } from '@hono/zod-openapi'
import { PublicBookingGroup } from './booking-groups.ts'
import { refundFields } from './payment-rules.ts'
import { instantText } from './time.ts'

/** `GET /v1/booking-groups/{id}/details`. */
export const BookingGroupDetailsQuery = z.object({
  from: instantText()
    .optional()
    .describe(
      'What is given back if only the bookings that start at this instant or later are cancelled. Default: all.',
    ),
})

/** A group as the page behind its manage link shows it. */
export const BookingGroupDetails = z
  .object({ group: PublicBookingGroup, ...refundFields })
  .openapi('BookingGroupDetails', {
    description:
      'A group with what its booker gets back for all bookings that can still be cancelled together: those that are pending or confirmed and have not started.',
  })
