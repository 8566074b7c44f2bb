import type { BegunStep, Booking, Payment, PaymentStep } from '@holdfast/engine'
import { backoffMilliseconds } from '../../kernel/backoff.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { markVendorBroken } from '../connection/account-vendors.ts'
import type { PaymentVendor, VendorFailure, VendorOutcome } from '../ports/payment-vendor.ts'
import { bookingOfPayment, changedPayment, type PaymentChange } from './changed-payment.ts'
import { type PaymentTaskDependencies, payPageUrl } from './payment-dependencies.ts'
import { recordPayment } from './record-payment.ts'

/** What a step needs beside what it does. */
export type StepDetails = Pick<BegunStep, 'refundedBefore' | 'expiresAtEpochSeconds'>

/** Whether to look at the payment once more now, or later. */
export type Advanced = 'again' | 'settled'

/** If the server dies within a step, the task continues it after this long. */
const STEP_RECOVERY_MILLISECONDS = 60_000

const RETRY = { firstMilliseconds: 2_000, longestMilliseconds: 60 * 60 * 1000, jitter: 0.5 }

/** Refusals in a row after which the next attempt waits. */
const MOST_REFUSALS_AT_ONCE = 2

/**
 * Stores a step before the vendor is called, with its idempotency key, and what else is to be recorded. Answers the
 * payment with the step, or undefined if it was changed meanwhile.
 */
export async function beginStep(
  deps: PaymentTaskDependencies,
  payment: Payment,
  step: PaymentStep,
  { refundedBefore, expiresAtEpochSeconds, ...change }: PaymentChange & StepDetails,
): Promise<Payment | undefined> {
  const recoverAt = deps.clock.nowEpochMilliseconds() + STEP_RECOVERY_MILLISECONDS
  const after = changedPayment(deps, payment, {
    ...change,
    step: {
      ...step,
      ...(refundedBefore !== undefined && { refundedBefore }),
      ...(expiresAtEpochSeconds !== undefined && { expiresAtEpochSeconds }),
      key: `${payment.id}:${payment.version + 1}`,
    },
    dueEpochMilliseconds: Math.min(payment.dueEpochMilliseconds ?? recoverAt, recoverAt),
  })
  return (await recordPayment(deps, payment, after)) ? after : undefined
}

/** Calls the vendor for the step that a payment has begun, and records the outcome. */
export async function performStep(
  deps: PaymentTaskDependencies,
  vendor: PaymentVendor,
  payment: Payment,
  step: BegunStep,
): Promise<{ readonly advanced: Advanced; readonly failure?: VendorFailure }> {
  const outcome = await callVendor(deps, vendor, payment, step)
  if (outcome.ok) {
    await recordPayment(deps, payment, { ...DONE, ...outcome.value })
    return { advanced: 'again' }
  }
  const { failure } = outcome
  if (failure.kind !== 'refused') {
    return { advanced: await deferPayment(deps, payment, failure), failure }
  }
  return { advanced: await recordRefusal(deps, payment, step, failure), failure }
}

const DONE: PaymentChange = { step: undefined, failedCallCount: undefined }

async function callVendor(
  deps: PaymentTaskDependencies,
  vendor: PaymentVendor,
  payment: Payment,
  step: BegunStep,
): Promise<VendorOutcome<PaymentChange>> {
  const { currency } = payment
  const { key } = step
  switch (step.kind) {
    case 'open':
      return await openAt(deps, vendor, payment, step)
    case 'close':
      return withoutValue(await vendor.closeCheckout(step.checkoutId, key))
    case 'release':
      return withoutValue(await vendor.release(step.authorizationId, key))
    case 'capture': {
      const { authorizationId, amount } = step
      return withoutValue(await vendor.capture(authorizationId, { amount, currency, key }))
    }
    case 'refund': {
      // A vendor remembers a key for a day. After that, only its truth says whether the call had its effect.
      const done = await isRefunded(vendor, payment, step)
      if (!done.ok) return done
      if (done.value) return { ok: true, value: {} }
      const { authorizationId, amount } = step
      return withoutValue(await vendor.refund(authorizationId, { amount, currency, key }))
    }
  }
}

const withoutValue = (outcome: VendorOutcome<void>): VendorOutcome<PaymentChange> =>
  outcome.ok ? { ok: true, value: {} } : outcome

async function isRefunded(
  vendor: PaymentVendor,
  { checkout, truth }: Payment,
  step: BegunStep & { readonly kind: 'refund' },
): Promise<VendorOutcome<boolean>> {
  // The money of a stray checkout is refunded under its own key alone.
  if (checkout === undefined || truth?.authorizationId !== step.authorizationId) {
    return { ok: true, value: false }
  }
  const read = await vendor.read(checkout.id)
  if (!read.ok) return read
  const wanted = (step.refundedBefore ?? 0) + step.amount
  return { ok: true, value: read.value.amountRefunded >= wanted }
}

async function openAt(
  deps: PaymentTaskDependencies,
  vendor: PaymentVendor,
  payment: Payment,
  { key, expiresAtEpochSeconds = 0, amount: asked }: BegunStep,
): Promise<VendorOutcome<PaymentChange>> {
  const page = payPageUrl(deps.publicUrl, payment.id)
  const payer = payerOf(await bookingOfPayment(deps, payment))
  const { id: paymentId, currency, title, strayCheckoutIds = [] } = payment
  const amount = asked ?? payment.amount
  const returnUrl = `${page}?returned=1`
  const request = { paymentId, amount, currency, title, returnUrl, cancelUrl: page, ...payer }
  const opened = await vendor.openCheckout({ ...request, expiresAtEpochSeconds, key })
  if (!opened.ok) return opened
  const { checkoutId: id, url } = opened.value
  const checkout = {
    id,
    url,
    openedAtEpochSeconds: epochSeconds(deps.clock),
    expiresAtEpochSeconds: opened.value.expiresAtEpochSeconds,
    ...((payment.orderId !== undefined || amount !== payment.amount) && { amount }),
  }
  const due = { dueEpochMilliseconds: deps.clock.nowEpochMilliseconds() }
  if (amount < payment.amount) {
    // Its hold has become dearer since the step was begun.
    return { ok: true, value: { ...due, strayCheckoutIds: [...strayCheckoutIds, id] } }
  }
  const change = { checkout, truth: undefined, captureRefusalCount: undefined, failure: undefined }
  return { ok: true, value: { ...change, ...due } }
}

const payerOf = (booking: Booking | undefined) => ({
  ...(booking?.booker?.email !== undefined && { email: booking.booker.email }),
  ...(booking?.booker?.locale !== undefined && { locale: booking.booker.locale }),
})

async function recordRefusal(
  deps: PaymentTaskDependencies,
  payment: Payment,
  step: BegunStep,
  { code, message }: VendorFailure & { readonly kind: 'refused' },
): Promise<Advanced> {
  // Somebody paid in the meantime, or the money is elsewhere already. The vendor's truth says what to do.
  const isOvertaken = step.kind === 'close' || step.kind === 'release'
  const failedCallCount = (payment.failedCallCount ?? 0) + 1
  const isDeferred = step.kind === 'open' || failedCallCount >= MOST_REFUSALS_AT_ONCE
  await recordPayment(deps, payment, {
    step: undefined,
    failedCallCount,
    ...(!isOvertaken && { failure: { code, message } }),
    ...(step.kind === 'capture' && {
      captureRefusalCount: (payment.captureRefusalCount ?? 0) + 1,
    }),
    ...(isDeferred && { dueEpochMilliseconds: laterAt(deps, failedCallCount) }),
  })
  return isDeferred ? 'settled' : 'again'
}

const laterAt = ({ clock, random }: PaymentTaskDependencies, failedCallCount: number): number =>
  clock.nowEpochMilliseconds() + backoffMilliseconds(RETRY, failedCallCount, random())

/** Looks at a payment again later, since its vendor cannot be asked now. */
export async function deferPayment(
  deps: PaymentTaskDependencies,
  payment: Payment,
  failure: VendorFailure | undefined,
): Promise<Advanced> {
  const { accountId } = payment
  if (failure?.kind === 'denied') await markVendorBroken(deps, accountId, failure.message)
  const failedCallCount = (payment.failedCallCount ?? 0) + 1
  const notBefore = failure?.kind === 'unavailable' ? (failure.retryAfterSeconds ?? 0) * 1000 : 0
  const at = Math.max(laterAt(deps, failedCallCount), deps.clock.nowEpochMilliseconds() + notBefore)
  await recordPayment(deps, payment, { failedCallCount, dueEpochMilliseconds: at })
  return 'settled'
}
