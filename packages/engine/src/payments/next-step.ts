import type { PaymentStatus } from '../bookings/booking-fields.ts'
import { amountKept, amountToKeep } from './amounts.ts'
import type { Payment, PaymentStep, PaymentTruth } from './payment.ts'
import { type SecurityDepositState, securityDepositState } from './security-deposit.ts'

/** What is known of a payment's checkouts. */
export interface PaymentTruths {
  /** The last checkout. Absent: none was opened, or the vendor knows none. */
  readonly current?: PaymentTruth | undefined
  /** Other checkouts with their ids. */
  readonly strays?: readonly (readonly [checkoutId: string, truth: PaymentTruth])[]
}

/** What to do next about a payment. */
export type NextStep =
  | { readonly kind: 'step'; readonly step: PaymentStep }
  /** The money is there: the booking decides what becomes of it. */
  | { readonly kind: 'authorized' }
  /** The money of a security deposit is reserved until staff decide, or the vendor ends it: read again in some hours. */
  | { readonly kind: 'held' }
  /** The payer may still pay, or the vendor is at it: read again later. */
  | { readonly kind: 'wait' }
  /** A dispute blocks the refund. */
  | { readonly kind: 'disputed' }
  /** The vendor's truth is as desired. */
  | { readonly kind: 'rest' }

/** After so many refusals to capture an authorization, it is released, and the booker pays anew. */
export const MOST_CAPTURE_REFUSALS = 3

const step = (next: PaymentStep): NextStep => ({ kind: 'step', step: next })

/**
 * Decides the next step about a payment from what is desired and what the vendor says; one step at a time. It does
 * not depend on how the truth came about, so it may be asked in any state and any number of times. Money of a stray
 * checkout is given back first.
 */
export function nextPaymentStep(
  payment: Pick<
    Payment,
    'desired' | 'amount' | 'checkout' | 'captureRefusalCount' | 'isSecurityDeposit'
  >,
  { current, strays = [] }: PaymentTruths,
): NextStep {
  let isBusy = false
  for (const [checkoutId, truth] of strays) {
    const next = undo(checkoutId, truth, 0)
    if (next.kind === 'step') return next
    if (next.kind !== 'rest') isBusy = true
  }
  const next = current === undefined ? REST : stepOfCurrent(payment, current)
  return next.kind === 'rest' && isBusy ? { kind: 'wait' } : next
}

const REST: NextStep = { kind: 'rest' }
const WAIT: NextStep = { kind: 'wait' }

function stepOfCurrent(
  {
    desired,
    amount,
    checkout,
    captureRefusalCount = 0,
    isSecurityDeposit,
  }: Parameters<typeof nextPaymentStep>[0],
  truth: PaymentTruth,
): NextStep {
  const { status, authorizationId } = truth
  if (desired.kind === 'none') {
    if (isSecurityDeposit && status === 'authorized') return { kind: 'held' }
    // Somebody has taken it at the vendor.
    if (isSecurityDeposit && status === 'captured') return REST
    if (status === 'authorized' || status === 'captured') return { kind: 'authorized' }
    return isOver(truth) ? REST : WAIT
  }
  const keep = amountToKeep(desired, amount)
  if (status === 'authorized' && authorizationId !== undefined && keep > 0) {
    return captureRefusalCount < MOST_CAPTURE_REFUSALS
      ? step({ kind: 'capture', authorizationId, amount: Math.min(keep, truth.amountAuthorized) })
      : step({ kind: 'release', authorizationId })
  }
  // A booking that stands without its money may still be paid.
  if (desired.kind === 'captured' && status !== 'captured') return isOver(truth) ? REST : WAIT
  return undo(checkout?.id, truth, keep)
}

/** Gives back what is above `keep`, and closes the checkout if nobody has paid. */
function undo(checkoutId: string | undefined, truth: PaymentTruth, keep: number): NextStep {
  const { status, authorizationId, checkout, isDisputed } = truth
  if (status === 'captured' && authorizationId !== undefined) {
    const amount = amountKept(truth) - keep
    if (amount <= 0) return REST
    return isDisputed ? { kind: 'disputed' } : step({ kind: 'refund', authorizationId, amount })
  }
  if (status === 'authorized' && authorizationId !== undefined) {
    return step({ kind: 'release', authorizationId })
  }
  if (checkout === 'open' && checkoutId !== undefined) return step({ kind: 'close', checkoutId })
  return status === 'processing' ? WAIT : REST
}

/** Whether nobody can pay on a checkout any more, and nothing of it is taken. */
const isOver = ({ checkout, status }: PaymentTruth): boolean =>
  checkout !== 'open' && status !== 'processing' && status !== 'authorized'

/** The status of a payment by what is desired and what the vendor says. */
export function paymentStatusOf(
  {
    desired,
    amount,
    status,
    isSecurityDeposit,
  }: Pick<Payment, 'desired' | 'amount' | 'status' | 'isSecurityDeposit'>,
  truth: PaymentTruth | undefined,
): PaymentStatus {
  if (truth?.status === 'captured') {
    const kept = amountKept(truth)
    if (kept === 0) return 'refunded'
    return kept < amount ? 'partly_refunded' : 'paid'
  }
  if (isSecurityDeposit) return STATUS_OF_SECURITY[securityDepositState({ desired }, truth)]
  const isAuthorized = truth?.status === 'authorized'
  switch (desired.kind) {
    case 'none':
      return 'required'
    case 'captured':
      // It was authorized when this was desired, so whatever else the vendor says is a failure.
      return isAuthorized || truth?.status === 'processing' ? keptStatus(status) : 'failed'
    default:
      return isAuthorized || (truth !== undefined && !isOver(truth)) ? status : 'released'
  }
}

/** The status of a security deposit of which nothing was taken. */
const STATUS_OF_SECURITY = {
  due: 'required',
  authorized: 'authorized',
  captured: 'paid',
  released: 'released',
  lapsed: 'released',
} as const satisfies Record<SecurityDepositState, PaymentStatus>

const keptStatus = (status: PaymentStatus): PaymentStatus =>
  status === 'required' ? 'authorized' : status
