import {
  type Booking,
  type DesiredPayment,
  type Payment,
  type PaymentTruth,
  paymentStatusOf,
} from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingKey } from '../../booking/keys.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { payPageUrl } from './payment-dependencies.ts'

/** Members to set in a payment; undefined removes one. */
export type PaymentChange = {
  readonly [Name in keyof Payment]?: Payment[Name] | undefined
}

/** The next version of a payment. */
export function changedPayment(
  { clock }: Pick<Dependencies, 'clock'>,
  before: Payment,
  change: PaymentChange,
): Payment {
  const members = {
    ...before,
    ...change,
    version: before.version + 1,
    updatedAtEpochSeconds: epochSeconds(clock),
  }
  const set = Object.entries(members).filter(([, value]) => value !== undefined)
  // Only optional members are ever removed.
  return Object.fromEntries(set) as unknown as Payment
}

/** The next version of a payment whose money is reserved and is to be taken, at once. */
export const toBeCaptured = (
  deps: Pick<Dependencies, 'clock'>,
  payment: Payment,
  truth: PaymentTruth,
): Payment =>
  changedPayment(deps, payment, {
    truth,
    desired: { kind: 'captured' },
    status: 'authorized',
    failedCallCount: undefined,
    dueEpochMilliseconds: deps.clock.nowEpochMilliseconds(),
  })

/** Reads the booking of a payment; sees every acknowledged write. */
export const bookingOfPayment = (
  { store }: Pick<Dependencies, 'store'>,
  { bookingId }: Pick<Payment, 'bookingId'>,
): Promise<Booking | undefined> => bookingEntity.read(store, bookingKey(bookingId))

/**
 * The next version of a payment that comes to something else, also to less than it asked for. The task is called if there is something
 * to undo.
 */
export function withDesired(
  { clock }: Pick<Dependencies, 'clock'>,
  payment: Payment,
  desired: DesiredPayment,
  amount = payment.amount,
): Payment {
  const { dueEpochMilliseconds: _, ...rest } = payment
  // Nothing was begun at the vendor, so there is nothing to undo.
  const isUntouched =
    payment.checkout === undefined &&
    payment.step === undefined &&
    payment.strayCheckoutIds === undefined
  return {
    ...rest,
    version: payment.version + 1,
    amount,
    desired,
    status: isUntouched ? paymentStatusOf({ ...payment, desired }, undefined) : payment.status,
    ...(!isUntouched && { dueEpochMilliseconds: clock.nowEpochMilliseconds() }),
    updatedAtEpochSeconds: epochSeconds(clock),
  }
}

/** A booking that shows the state of its payment, with the page to pay on as long as there is something to pay. */
export function withPayment(booking: Booking, payment: Payment, publicUrl: string): Booking {
  const { id, status, amount, currency } = payment
  const { checkoutUrl: _, ...rest } = booking.payment ?? {}
  const isOpen = status === 'required' || status === 'failed'
  return {
    ...booking,
    payment: {
      ...rest,
      id,
      status,
      amount,
      currency,
      ...(isOpen && { checkoutUrl: booking.payment?.checkoutUrl ?? payPageUrl(publicUrl, id) }),
    },
  }
}
