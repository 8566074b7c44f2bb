import { decimalText, type SecurityDepositState } from '@holdfast/engine'
import type { ProblemsOf } from '../../kernel/http/refusal-problem.ts'
import type { PaymentsRefusal } from '../refusals.ts'

/** Why nothing of a security deposit can be taken or released. */
const DEPOSIT_DETAILS = {
  none: 'This booking has no security deposit.',
  due: 'Nobody has authorized the security deposit of this booking yet, so nothing of it can be taken.',
  authorized: 'The security deposit of this booking is being released.',
  captured: 'The security deposit of this booking was taken already.',
  released: 'The security deposit of this booking was released.',
  lapsed:
    'The authorization of the security deposit has lapsed: nothing of it can be taken any more.',
} as const satisfies Record<SecurityDepositState | 'none', string>

/** Why an amount cannot be given back, and how the money is given back that is not meant here. */
function refundText({
  refundableAmount,
  currency,
  isOfStaff,
}: Extract<PaymentsRefusal, { readonly code: 'refund_too_large' }>): string {
  if (currency === null) return 'Nothing can be refunded: the booking has no payment.'
  if (refundableAmount === 0) {
    return isOfStaff
      ? 'Nothing can be given back: staff received nothing, or gave all of it back. Refund what was paid online at its booking.'
      : 'Nothing can be refunded: nothing was paid online, or all of it was given back. Enter what staff give back as a negative amount at the order.'
  }
  const inMajorUnits = `${decimalText({ amount: refundableAmount, currency })} ${currency}`
  return `At most ${refundableAmount} in minor units (${inMajorUnits}) can be ${isOfStaff ? 'given back by staff' : 'refunded'}.`
}

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
  refund_too_large: (refusal) => ({ code: refusal.code, detail: refundText(refusal) }),
  security_deposit_not_held: ({ code, state }) => ({
    code,
    detail: DEPOSIT_DETAILS[state],
  }),
  dispute_open: ({ code, paymentId }) => ({
    code,
    detail: `The payer disputes payment ${paymentId} at their bank. It cannot be refunded.`,
  }),
}
