import type { Refusal } from '../refusals.ts'

type Of<Code extends Refusal['code']> = Extract<Refusal, { readonly code: Code }>

/** The details of the refusals about payments of bookings, for `refusal-problem.ts`. */
export const PAYMENT_PROBLEMS = {
  payment_required: ({ code, paymentId }: Of<'payment_required'>) => ({
    code,
    detail: `The booking is confirmed by its payment ${paymentId}. Pay at its \`checkoutUrl\`.`,
  }),
  payment_closed: ({ code, status }: Of<'payment_closed'>) => ({
    code,
    detail: `Nothing can be paid for this booking: its payment is ${status}.`,
  }),
  refund_too_large: ({ code, refundableAmount, currency }: Of<'refund_too_large'>) => ({
    code,
    detail: `At most ${refundableAmount} ${currency} in minor units can be refunded.`,
  }),
  dispute_open: ({ code, paymentId }: Of<'dispute_open'>) => ({
    code,
    detail: `The payer disputes payment ${paymentId} at their bank. It cannot be refunded.`,
  }),
} as const
