import { decimalText } from '@holdfast/engine'
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
    detail:
      refundableAmount === 0
        ? 'Nothing can be refunded: nothing was paid, or all of it was given back.'
        : `At most ${refundableAmount} ${currency} in minor units can be refunded.`,
  }),
  dispute_open: ({ code, paymentId }: Of<'dispute_open'>) => ({
    code,
    detail: `The payer disputes payment ${paymentId} at their bank. It cannot be refunded.`,
  }),
  price_changed: ({ code, price }: Of<'price_changed'>) => ({
    code,
    detail: `The price is ${decimalText(price)} ${price.currency}, not the expected one.`,
    price,
  }),
  too_many_prices: ({ code, count, max }: Of<'too_many_prices'>) => ({
    code,
    detail: `The candidates have ${count} different pairs of a duration and a price. At most ${max} are possible, and what the event type itself says is one of them.`,
  }),
} as const
