import { PAYMENT_STATUSES } from '@holdfast/engine'
import { z } from 'zod'
import { bookingLocationSchema } from '../locations/location.ts'
import { answersSchema } from '../questions/question.ts'

/** The schemas of what a booking carries beside its time and its booker, in its item. */
export const CARRIED_ATTRIBUTES = {
  location: z.exactOptional(bookingLocationSchema),
  answers: z.exactOptional(answersSchema),
  sealedPrivateAnswers: z.exactOptional(z.string()),
  guests: z.exactOptional(
    z.array(z.object({ name: z.exactOptional(z.string()), email: z.string() })),
  ),
  metadata: z.exactOptional(z.record(z.string(), z.string())),
  payment: z.exactOptional(
    z.object({
      id: z.string(),
      status: z.enum(PAYMENT_STATUSES),
      amount: z.int(),
      currency: z.string(),
      payWithinMinutes: z.exactOptional(z.int()),
      refundDeadlineMinutes: z.exactOptional(z.int()),
      refundStartEpochSeconds: z.exactOptional(z.int()),
      approvedAtEpochSeconds: z.exactOptional(z.int()),
      checkoutUrl: z.exactOptional(z.string()),
    }),
  ),
  redirectUrl: z.exactOptional(z.string()),
  asksBooker: z.exactOptional(z.boolean()),
  rescheduleCount: z.exactOptional(z.int()),
} as const
