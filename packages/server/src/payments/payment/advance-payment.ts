import {
  awaitsPayment,
  confirmBooking as decideConfirmation,
  invariant,
  nextPaymentStep,
  type Payment,
  type PaymentTruth,
  type PaymentTruths,
  paymentStatusOf,
} from '@holdfast/engine'
import { cancelBooking, expireBooking } from '../../booking/bookings/change-booking.ts'
import { commitBooking, decidedBy } from '../../booking/bookings/commit-booking.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { AttributeValue } from '../../kernel/ports/store.ts'
import { sameValue } from '../../kernel/same-value.ts'
import { vendorOfAccount } from '../connection/account-vendors.ts'
import type { PaymentVendor, VendorOutcome } from '../ports/payment-vendor.ts'
import {
  bookingOfPayment,
  type PaymentChange,
  toBeCaptured,
  withPayment,
} from './changed-payment.ts'
import { decideOnCharge } from './confirm-order.ts'
import { bookingIdsOfCharge } from './order.ts'
import type { PaymentTaskDependencies } from './payment-dependencies.ts'
import { paymentWrites, readPayment } from './payment-entity.ts'
import { paymentEventsOf, paymentEventWrites, vendorCaller } from './payment-event.ts'
import { type Advanced, beginStep, deferPayment, performStep } from './perform-step.ts'
import { recordPayment } from './record-payment.ts'

/** A payment takes few steps; more at once would be a quarrel with another writer. The rest is done later. */
const MOST_ROUNDS = 20

/**
 * Brings a payment to what is desired: reads the vendor's truth, does one step or records what it found, and repeats
 * until nothing is left to do now. Each round begins from what is stored, so it may be interrupted anywhere, called
 * any number of times, and run by two servers at once.
 */
export async function advancePayment(
  deps: PaymentTaskDependencies,
  paymentId: string,
): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const payment = await readPayment(deps, paymentId)
    if (payment === undefined || (await advanceOnce(deps, payment)) === 'settled') return
  }
}

async function advanceOnce(deps: PaymentTaskDependencies, payment: Payment): Promise<Advanced> {
  const { step, checkout, strayCheckoutIds } = payment
  if (step === undefined && checkout === undefined && strayCheckoutIds === undefined) {
    return await settle(deps, payment, undefined, 'rest')
  }
  const vendor = await vendorOfAccount(deps, payment.accountId)
  if (vendor === undefined) return await deferPayment(deps, payment, undefined)
  if (step !== undefined) return (await performStep(deps, vendor, payment, step)).advanced
  const truths = await readTruths(vendor, payment)
  if (!truths.ok) return await deferPayment(deps, payment, truths.failure)
  const { current } = truths.value
  const next = nextPaymentStep(payment, truths.value)
  if (next.kind === 'authorized') {
    invariant(current !== undefined, 'money without a checkout')
    return await decideOnMoney(deps, payment, current)
  }
  if (next.kind === 'step') {
    const seen = whatWasSeen(deps, payment, current)
    const { step: wanted } = next
    const isCurrent =
      'authorizationId' in wanted && wanted.authorizationId === current?.authorizationId
    await beginStep(deps, payment, wanted, {
      ...seen,
      ...(wanted.kind === 'refund' && isCurrent && { refundedBefore: current.amountRefunded }),
    })
    return 'again'
  }
  return await settle(deps, payment, current, next.kind)
}

async function readTruths(
  vendor: PaymentVendor,
  { checkout, strayCheckoutIds = [] }: Payment,
): Promise<VendorOutcome<PaymentTruths>> {
  const strays: [string, PaymentTruth][] = []
  for (const checkoutId of strayCheckoutIds) {
    const read = await readTruth(vendor, checkoutId)
    if (!read.ok) return read
    strays.push([checkoutId, read.value])
  }
  if (checkout === undefined) return { ok: true, value: { strays } }
  const current = await readTruth(vendor, checkout.id)
  return current.ok ? { ok: true, value: { current: current.value, strays } } : current
}

async function readTruth(
  vendor: PaymentVendor,
  checkoutId: string,
): Promise<VendorOutcome<PaymentTruth>> {
  const read = await vendor.read(checkoutId)
  if (!read.ok) return read
  const { authorizationId, checkout, status, isDisputed } = read.value
  const { amountAuthorized, amountCaptured, amountRefunded } = read.value
  const amounts = { amountAuthorized, amountCaptured, amountRefunded }
  const truth = { checkout, status, ...amounts, isDisputed }
  return { ok: true, value: authorizationId === undefined ? truth : { ...truth, authorizationId } }
}

/** The members of a payment that follow from what the vendor says. */
function whatWasSeen(
  { clock }: Pick<PaymentTaskDependencies, 'clock'>,
  payment: Payment,
  truth: PaymentTruth | undefined,
): PaymentChange {
  const status = paymentStatusOf(payment, truth)
  const isFailed = status === 'failed'
  return {
    truth,
    status,
    failedAtEpochSeconds: isFailed
      ? (payment.failedAtEpochSeconds ?? epochSeconds(clock))
      : undefined,
    ...(status === 'paid' && { failure: undefined }),
  }
}

/**
 * Confirms the booking, now that the money is there, and has it captured. If the booking cannot be confirmed any
 * more, the money is given back.
 */
async function decideOnMoney(
  deps: PaymentTaskDependencies,
  payment: Payment,
  truth: PaymentTruth,
): Promise<Advanced> {
  if (payment.orderId !== undefined) {
    await decideOnCharge(deps, payment, truth)
    return 'again'
  }
  const booking = await bookingOfPayment(deps, payment)
  const now = epochSeconds(deps.clock)
  const VOIDED: PaymentChange = { truth, desired: { kind: 'void' } }
  if (booking?.status !== 'pending' || !awaitsPayment(booking)) {
    await recordPayment(deps, payment, VOIDED)
    return 'again'
  }
  const decision = decideConfirmation(booking, now, 'provider')
  if (!decision.ok) {
    // Expiring the booking has its money given back.
    const caller = systemCaller(booking.accountId, 'payments')
    const expired = await expireBooking(deps, caller, booking.id)
    if (!expired.ok) await recordPayment(deps, payment, VOIDED)
    return 'again'
  }
  const after = toBeCaptured(deps, payment, truth)
  const caller = vendorCaller(booking.accountId)
  const decided = decidedBy(caller, decision.value)
  const confirmed = withPayment(decided.booking, after, deps.publicUrl)
  const types = paymentEventsOf(payment, after)
  const writes = () => ({
    ...paymentWrites(payment, after),
    ...paymentEventWrites(deps, types, after, confirmed),
  })
  const committed = await commitBooking(
    deps,
    caller,
    booking,
    { ...decided, booking: confirmed, payment: () => Object.values(writes()) },
    confirmed,
  )
  // Another booking has taken the time: a clock that runs ahead of this one ended the hold.
  if (committed.kind === 'refused') await recordPayment(deps, payment, VOIDED)
  return 'again'
}

/** Records what was found, and when to look again. */
async function settle(
  deps: PaymentTaskDependencies,
  payment: Payment,
  truth: PaymentTruth | undefined,
  kind: 'wait' | 'held' | 'rest' | 'disputed',
): Promise<Advanced> {
  const seen = whatWasSeen(deps, payment, truth)
  const now = deps.clock.nowEpochMilliseconds()
  const giveUpAt = whenToGiveUp(payment, seen)
  if (giveUpAt !== undefined && giveUpAt <= now) return await cancelUnpaid(deps, payment)
  const lookAt =
    kind === 'wait'
      ? nextPoll(payment, now)
      : kind === 'held'
        ? now + HELD_POLL_MILLISECONDS
        : undefined
  const times = [lookAt, giveUpAt].filter((each) => each !== undefined)
  const change: PaymentChange = {
    ...seen,
    failedCallCount: undefined,
    ...(kind === 'rest' && { strayCheckoutIds: undefined }),
    dueEpochMilliseconds: times.length > 0 ? Math.min(...times) : undefined,
  }
  if (isSame(payment, change)) return 'settled'
  return (await recordPayment(deps, payment, change)) ? 'settled' : 'again'
}

const isSame = (payment: Payment, change: PaymentChange): boolean =>
  Object.entries(change).every(([name, value]) =>
    // Every member of a payment is an attribute.
    sameValue(value as AttributeValue, payment[name as keyof Payment] as AttributeValue),
  )

/** When a booking without its money is cancelled; undefined if it is not. */
function whenToGiveUp({ terms, desired }: Payment, seen: PaymentChange): number | undefined {
  const { failedAtEpochSeconds: failedAt } = seen
  if (failedAt === undefined || desired.kind !== 'captured') return undefined
  if (terms.onCaptureFailure !== 'cancel') return undefined
  return (failedAt + terms.captureFailureMinutes * 60) * 1000
}

/** Why the server cancels a booking whose payment failed. */
export const UNPAID_REASON = 'The payment failed.'

/** Cancels the bookings whose money could not be captured in time. */
async function cancelUnpaid(deps: PaymentTaskDependencies, payment: Payment): Promise<Advanced> {
  const caller = systemCaller(payment.accountId, 'payments')
  const reason = { reason: UNPAID_REASON, by: 'system' } as const
  let isAny = false
  for (const bookingId of await bookingIdsOfCharge(deps, payment)) {
    const cancelled = await cancelBooking(deps, caller, bookingId, reason)
    if (cancelled.ok) isAny = true
  }
  // They have ended otherwise, so the money is no longer asked for.
  if (!isAny) await recordPayment(deps, payment, { desired: { kind: 'void' } })
  return 'again'
}

/** A security deposit is reserved for days, and its vendor reports when it ends it. */
const HELD_POLL_MILLISECONDS = 6 * 60 * 60 * 1000

const SHORTEST_POLL_MILLISECONDS = 15_000
const LONGEST_POLL_MILLISECONDS = 300_000

/** When to read an open checkout again in case a webhook was lost: the older it is, the more rarely. */
function nextPoll({ checkout }: Payment, now: number): number {
  const age = now - (checkout?.openedAtEpochSeconds ?? 0) * 1000
  const pause = Math.min(Math.max(age / 8, SHORTEST_POLL_MILLISECONDS), LONGEST_POLL_MILLISECONDS)
  return Math.ceil(now + pause)
}
