import { ok, type Payment, type Result, refuse } from '@holdfast/engine'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { vendorOfAccount } from '../connection/account-vendors.ts'
import type { PaymentVendor } from '../ports/payment-vendor.ts'
import { payablePayment } from './payable-charge.ts'
import { type PaymentTaskDependencies, payPageUrl } from './payment-dependencies.ts'
import { readPayment } from './payment-entity.ts'
import { beginStep, performStep } from './perform-step.ts'
import { wakePayment } from './wake-payment.ts'

/** Where a booker pays. */
export interface OpenCheckout {
  readonly url: string
}

type Opened = Result<OpenCheckout, Refusal>

const UNAVAILABLE = { code: 'payment_unavailable' } as const

/**
 * Opens the checkout of a payment, or answers the one that is open: a booking has at most one. If the booker has
 * paid already, answers the page that shows so.
 */
export const openCheckout = (deps: PaymentTaskDependencies, paymentId: string): Promise<Opened> =>
  retryOnConflict(`payment ${paymentId}`, async () => {
    const payment = await readPayment(deps, paymentId)
    const payable = payment && (await payablePayment(deps, payment))
    if (payment === undefined || payable === undefined) return notFound('payment', paymentId)
    const { until } = payable
    if (!until.ok) return until
    const vendor = await vendorOfAccount(deps, payment.accountId)
    if (vendor === undefined) return refuse(UNAVAILABLE)
    const { step, checkout } = payment
    if (step !== undefined) {
      // A server has died within this step, or another one is at it. Both have the same effect.
      const { failure } = await performStep(deps, vendor, payment, step)
      return failure === undefined ? CONFLICT : refuse(UNAVAILABLE)
    }
    if (checkout !== undefined) {
      const answer = await stillOpen(deps, vendor, payment)
      if (answer === 'outdated') {
        const closing = { kind: 'close', checkoutId: checkout.id } as const
        const closed = await beginStep(deps, payment, closing, {})
        if (closed?.step === undefined) return CONFLICT
        const { failure } = await performStep(deps, vendor, closed, closed.step)
        return failure === undefined ? CONFLICT : refuse(UNAVAILABLE)
      }
      if (answer !== 'over') return answer
    }
    const begun = await beginStep(
      deps,
      payment,
      { kind: 'open' },
      { expiresAtEpochSeconds: until.value },
    )
    if (begun?.step === undefined) return CONFLICT
    const { failure } = await performStep(deps, vendor, begun, begun.step)
    // The checkout was recorded, and the next round answers it.
    return failure === undefined ? CONFLICT : refuse(UNAVAILABLE)
  })

/** What to answer about the last checkout; `over`: nobody can pay on it any more; `outdated`: it asks for more than is to pay. */
async function stillOpen(
  deps: PaymentTaskDependencies,
  vendor: PaymentVendor,
  payment: Payment,
): Promise<Opened | 'over' | 'outdated'> {
  const { checkout } = payment
  if (checkout === undefined) return 'over'
  const read = await vendor.read(checkout.id)
  if (!read.ok) return refuse(UNAVAILABLE)
  const { checkout: state, status } = read.value
  if (state === 'open') {
    const { amount = payment.amount } = checkout
    return amount === payment.amount ? ok({ url: checkout.url }) : 'outdated'
  }
  if (status === 'authorized' || status === 'captured' || status === 'processing') {
    await wakePayment(deps, payment)
    return ok({ url: `${payPageUrl(deps.publicUrl, payment.id)}?returned=1` })
  }
  return 'over'
}
