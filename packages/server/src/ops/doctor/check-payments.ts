import {
  amountKept,
  amountToKeep,
  type Booking,
  type Payment,
  type SecurityDepositState,
  securityDepositState,
} from '@holdfast/engine'
import { bookingKey } from '../../booking/keys.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { paymentDueKey, paymentKey } from '../../payments/keys.ts'
import type { Check } from './check.ts'
import { finding } from './finding.ts'

type ShownPayment = NonNullable<Booking['payment']>

/** What is remembered of a booking with a payment. */
interface PaidBooking extends Pick<Booking, 'id' | 'status'> {
  readonly payment: ShownPayment
}

/** What a booking shows of its security deposit. */
interface ShownDeposit {
  readonly id: string
  readonly state: SecurityDepositState
}

/**
 * Checks that every payment belongs to a booking and every booking shows its payment, that money is where both
 * agree that it should be, and that the task has what it still has to do in its queue. Its facts are the payments,
 * their bookings and their entries in the queue.
 */
export function paymentsCheck(inShare: InShare): Check {
  const payments = new Map<string, Payment>()
  const invalidIds = new Set<string>()
  const bookings = new Map<string, PaidBooking>()
  const deposits = new Map<string, ShownDeposit>()
  const due: { readonly key: ItemKey; readonly paymentId: string; readonly at: number }[] = []
  return {
    visit({ kind, item, partitionId, value }) {
      if (kind === 'payment' && inShare(partitionId)) {
        if (value === undefined) invalidIds.add(partitionId)
        else payments.set(partitionId, value as Payment)
      }
      if (kind === 'payment_due') {
        const { paymentId, dueEpochMilliseconds: at, PK, SK } = item
        if (typeof paymentId !== 'string' || typeof at !== 'number' || !inShare(paymentId)) return
        // An entry that only wakes the task belongs to no due time.
        if (item.isWakeUp !== true) due.push({ key: { PK, SK }, paymentId, at })
      }
      if (kind !== 'booking' || value === undefined) return
      const { id, status, payment, securityDeposit } = value as Booking
      const { paymentId, state } = securityDeposit ?? {}
      if (paymentId !== undefined && state !== undefined && inShare(paymentId)) {
        deposits.set(paymentId, { id, state })
      }
      // What is paid with others is checked with its order.
      if (payment && payment.orderId === undefined && inShare(payment.id))
        bookings.set(payment.id, { id, status, payment })
    },
    get factCount() {
      return payments.size + invalidIds.size + bookings.size + deposits.size + due.length
    },
    *findings() {
      for (const [paymentId, booking] of bookings) {
        if (!payments.has(paymentId) && !invalidIds.has(paymentId)) {
          yield missing(paymentId, booking.id)
        }
      }
      for (const [paymentId, { id }] of deposits) {
        if (!payments.has(paymentId) && !invalidIds.has(paymentId)) yield missing(paymentId, id)
      }
      for (const payment of payments.values()) {
        yield* payment.isSecurityDeposit
          ? ofDeposit(payment, deposits.get(payment.id))
          : ofPayment(payment, bookings.get(payment.id))
      }
      yield* ofQueue(payments, invalidIds, due)
    },
  }
}

const missing = (paymentId: string, bookingId: string): Finding =>
  finding(
    'payment_missing',
    [paymentKey(paymentId), bookingKey(bookingId)],
    'The payment that the booking shows does not exist.',
  )

function* ofDeposit(payment: Payment, shown: ShownDeposit | undefined): Generator<Finding> {
  const keys = [paymentKey(payment.id), bookingKey(payment.bookingId)]
  if (shown?.id !== payment.bookingId) {
    yield finding('payment_orphaned', keys, 'No booking has this security deposit.')
    return
  }
  const state = securityDepositState(payment, payment.truth)
  if (shown.state === state) return
  const sentence = `The security deposit is ${state}, but its booking shows ${shown.state}.`
  yield finding('payment_status_wrong', keys, sentence)
}

function* ofPayment(payment: Payment, booking: PaidBooking | undefined): Generator<Finding> {
  const keys = [paymentKey(payment.id), bookingKey(payment.bookingId)]
  if (payment.orderId !== undefined) {
    yield* ofMoney(payment, false, keys)
    return
  }
  if (booking === undefined || booking.id !== payment.bookingId) {
    yield finding('payment_orphaned', keys, 'No booking has this payment.')
    return
  }
  if (booking.payment.status !== payment.status) {
    const sentence = `The payment is ${payment.status}, but its booking shows ${booking.payment.status}.`
    yield finding('payment_status_wrong', keys, sentence)
  }
  yield* ofMoney(payment, booking.status === 'cancelled' || booking.status === 'expired', keys)
}

/** Whether the money is where it should be. `hasEnded`: whether the booking that decides about it has. */
function* ofMoney(
  payment: Payment,
  hasEnded: boolean,
  keys: readonly ItemKey[],
): Generator<Finding> {
  const { truth, desired, amount, dueEpochMilliseconds } = payment
  // The task is still at it.
  if (dueEpochMilliseconds !== undefined) return
  const kept = truth?.status === 'captured' ? amountKept(truth) : 0
  if (kept > amountToKeep(desired, amount) && truth?.isDisputed !== true) {
    yield finding('payment_kept', keys, 'More money is kept than the booking allows.')
  }
  if (hasEnded && (desired.kind === 'captured' || desired.kind === 'none')) {
    yield finding('payment_kept', keys, 'The booking has ended, but its payment does not follow.')
  }
  const isOwed = !hasEnded && desired.kind === 'captured'
  if (isOwed && payment.status !== 'paid' && payment.status !== 'failed') {
    const sentence =
      'The booking stands, but its money was neither captured nor recorded as failed.'
    yield finding('payment_uncaptured', keys, sentence)
  }
}

function* ofQueue(
  payments: ReadonlyMap<string, Payment>,
  invalidIds: ReadonlySet<string>,
  due: readonly { readonly key: ItemKey; readonly paymentId: string; readonly at: number }[],
): Generator<Finding> {
  const queued = new Set<string>()
  for (const { key, paymentId, at } of due) {
    if (invalidIds.has(paymentId)) continue
    if (payments.get(paymentId)?.dueEpochMilliseconds === at) queued.add(paymentId)
    else {
      const sentence = 'The entry in the queue of payments does not match a payment.'
      yield finding('payment_due_stale', [key, paymentKey(paymentId)], sentence)
    }
  }
  for (const { id, dueEpochMilliseconds: at } of payments.values()) {
    if (at === undefined || queued.has(id)) continue
    const sentence = 'The payment is due, but not in the queue, so nobody works on it.'
    yield finding('payment_due_missing', [paymentDueKey(id, at), paymentKey(id)], sentence)
  }
}
