import type { ProblemsOf } from '../../kernel/http/refusal-problem.ts'
import type { PaymentsRefusal } from '../refusals.ts'

/** What each refusal of the context is over HTTP. */
export const PAYMENTS_PROBLEMS: ProblemsOf<PaymentsRefusal> = {
  signature_invalid: ({ code }) => ({
    code,
    detail: 'The signature does not match the body, or is older than 5 minutes.',
  }),
  payment_kind_unavailable: ({ code, kind }) => ({
    code,
    detail: `This server cannot connect payments of kind "${kind}".`,
  }),
  payments_open: ({ code, paymentIds }) => ({
    code,
    detail: `Payments are not settled yet: ${paymentIds.join(', ')}.`,
  }),
  payment_closed: ({ code, status }) => ({
    code,
    detail: `Nothing can be paid for this booking: its payment is ${status}.`,
  }),
  refund_too_large: ({ code, refundableAmount, currency }) => ({
    code,
    detail:
      refundableAmount === 0
        ? 'Nothing can be refunded: nothing was paid, or all of it was given back.'
        : `At most ${refundableAmount} ${currency} in minor units can be refunded.`,
  }),
  dispute_open: ({ code, paymentId }) => ({
    code,
    detail: `The payer disputes payment ${paymentId} at their bank. It cannot be refunded.`,
  }),
}
