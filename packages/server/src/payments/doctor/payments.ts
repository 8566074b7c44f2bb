import {
  amountKept,
  amountToKeep,
  type Booking,
  type Payment,
  type SecurityDepositState,
  securityDepositState,
} from '@holdfast/engine'
import { bookingKey } from '../../booking/keys.ts'
import { derivedItems } from '../../kernel/doctor/derived-items.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import { joinRule } from '../../kernel/doctor/join-rule.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { paymentFinding } from '../findings.ts'
import { paymentKey } from '../keys.ts'
import { duePaymentEntity, duePaymentOf, paymentEntity } from '../payment/payment-entity.ts'

/** The rule that a payment that is due is in the queue. */
export const paymentDueRule = derivedItems({
  kind: 'payment_due',
  // An entry that only wakes the task belongs to no due time.
  includes({ item }) {
    const due = duePaymentEntity.tryDecode(item)
    return due.ok && due.value.isWakeUp !== true
  },
  owner: { kind: 'payment', entity: paymentEntity },
  expected(payment) {
    const { dueEpochMilliseconds: at } = payment
    return at === undefined ? undefined : duePaymentEntity.encode(duePaymentOf(payment, at))
  },
  ownerKey: (item) => paymentKey(duePaymentEntity.decode(item).paymentId),
  finding: paymentFinding,
  missing: {
    code: 'payment_due_missing',
    sentence: 'The payment is due, but not in the queue, so nobody works on it.',
  },
  stale: {
    code: 'payment_due_stale',
    sentence: 'The entry in the queue of payments does not match a payment.',
    namesOwner: true,
  },
})

/** What a booking shows of its payment. */
type ShownPayment = Pick<Booking, 'id' | 'status'> & {
  readonly payment: NonNullable<Booking['payment']>
}

/** What a booking shows of its security deposit. */
interface ShownDeposit {
  readonly id: string
  readonly state: SecurityDepositState
}

/** The facts of one payment. */
interface Facts {
  payment: Payment | 'invalid' | undefined
  booking: ShownPayment | undefined
  deposit: ShownDeposit | undefined
}

/**
 * The rule that every payment belongs to a booking and every booking shows its payment, and that money is where both
 * agree that it should be. Its facts are the payments and their bookings. Money is never moved: people decide about it.
 */
export const paymentRule = joinRule<{ payment: Payment; booking: Booking }, Facts>({
  empty: () => ({ payment: undefined, booking: undefined, deposit: undefined }),
  visit: ({ at }) => ({
    payment({ partitionId, value }) {
      at(partitionId).payment = value ?? 'invalid'
    },
    booking({ value }) {
      const { paymentId, state } = value?.securityDeposit ?? {}
      if (value && paymentId !== undefined && state !== undefined) {
        at(paymentId).deposit = { id: value.id, state }
      }
      // What is paid with others is checked with its order.
      if (value?.payment === undefined || value.payment.orderId !== undefined) return
      const { id, status, payment } = value
      at(payment.id).booking = { id, status, payment }
    },
  }),
  *findings(paymentId, { payment, booking, deposit }) {
    if (payment === 'invalid') return
    if (payment) {
      yield* payment.isSecurityDeposit ? ofDeposit(payment, deposit) : ofPayment(payment, booking)
      return
    }
    for (const shown of [booking, deposit]) {
      if (shown === undefined) continue
      const keys = [paymentKey(paymentId), bookingKey(shown.id)]
      const sentence = 'The payment that the booking shows does not exist.'
      yield paymentFinding('payment_missing', keys, sentence)
    }
  },
})

function* ofDeposit(payment: Payment, shown: ShownDeposit | undefined): Iterable<Finding> {
  const keys = [paymentKey(payment.id), bookingKey(payment.bookingId)]
  if (shown?.id !== payment.bookingId) {
    yield paymentFinding('payment_orphaned', keys, 'No booking has this security deposit.')
    return
  }
  const state = securityDepositState(payment, payment.truth)
  if (shown.state === state) return
  const sentence = `The security deposit is ${state}, but its booking shows ${shown.state}.`
  yield paymentFinding('payment_status_wrong', keys, sentence)
}

function* ofPayment(payment: Payment, booking: ShownPayment | undefined): Iterable<Finding> {
  const keys = [paymentKey(payment.id), bookingKey(payment.bookingId)]
  if (payment.orderId !== undefined) {
    yield* ofMoney(payment, false, keys)
    return
  }
  if (booking === undefined || booking.id !== payment.bookingId) {
    yield paymentFinding('payment_orphaned', keys, 'No booking has this payment.')
    return
  }
  if (booking.payment.status !== payment.status) {
    const sentence = `The payment is ${payment.status}, but its booking shows ${booking.payment.status}.`
    yield paymentFinding('payment_status_wrong', keys, sentence)
  }
  yield* ofMoney(payment, booking.status === 'cancelled' || booking.status === 'expired', keys)
}

/** Whether the money is where it should be. `hasEnded`: whether the booking that decides about it has. */
function* ofMoney(
  payment: Payment,
  hasEnded: boolean,
  keys: readonly ItemKey[],
): Iterable<Finding> {
  const { truth, desired, amount, dueEpochMilliseconds } = payment
  // The task is still at it.
  if (dueEpochMilliseconds !== undefined) return
  const kept = truth?.status === 'captured' ? amountKept(truth) : 0
  if (kept > amountToKeep(desired, amount) && truth?.isDisputed !== true) {
    yield paymentFinding('payment_kept', keys, 'More money is kept than the booking allows.')
  }
  if (hasEnded && (desired.kind === 'captured' || desired.kind === 'none')) {
    yield paymentFinding(
      'payment_kept',
      keys,
      'The booking has ended, but its payment does not follow.',
    )
  }
  const isOwed = !hasEnded && desired.kind === 'captured'
  if (isOwed && payment.status !== 'paid' && payment.status !== 'failed') {
    const sentence =
      'The booking stands, but its money was neither captured nor recorded as failed.'
    yield paymentFinding('payment_uncaptured', keys, sentence)
  }
}
