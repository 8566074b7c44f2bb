import type { Booking, Payment } from '@holdfast/engine'
import { commitBooking } from '../../booking/bookings/commit-booking.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { transact } from '../../kernel/transaction.ts'
import {
  bookingOfPayment,
  changedPayment,
  type PaymentChange,
  withPayment,
} from './changed-payment.ts'
import type { RecordDependencies } from './payment-dependencies.ts'
import { paymentWrites } from './payment-entity.ts'
import { paymentEventsOf, paymentEventWrites, VENDOR, vendorCaller } from './payment-event.ts'
import { recordCharge } from './record-charge.ts'
import { recordDeposit } from './record-deposit.ts'

/**
 * Records a change of a payment, on condition that it has not changed meanwhile: with its events, and with the
 * status that its booking shows, in one transaction. What a security deposit comes to is shown by its booking too, with an event of its own. A charge of an order of several is recorded with the order. Answers whether it was
 * recorded.
 */
export async function recordPayment(
  deps: RecordDependencies,
  before: Payment,
  change: PaymentChange,
): Promise<boolean> {
  const after = changedPayment(deps, before, change)
  if (before.isSecurityDeposit) return await recordDeposit(deps, before, after)
  const types = paymentEventsOf(before, after)
  if (before.orderId !== undefined) {
    return await recordCharge(deps, before.orderId, { before, after, types })
  }
  const isShown = before.status === after.status
  const booking = types.length > 0 || !isShown ? await bookingOfPayment(deps, before) : undefined
  if (booking === undefined) {
    return (await transact(deps, paymentWrites(before, after))).kind === 'done'
  }
  const writes = (shown: Booking) => () => ({
    ...paymentWrites(before, after),
    ...paymentEventWrites(deps, types, after, shown),
  })
  if (isShown) return (await transact(deps, writes(booking)())).kind === 'done'
  return await commitShown(deps, booking, after, writes)
}

/** Commits a payment together with the booking that shows its new status. */
async function commitShown(
  deps: RecordDependencies,
  before: Booking,
  payment: Payment,
  writes: (shown: Booking) => () => Readonly<Record<string, Write>>,
): Promise<boolean> {
  const booking: Booking = {
    ...withPayment(before, payment, deps.publicUrl),
    version: before.version + 1,
    actor: VENDOR,
    updatedAtEpochSeconds: epochSeconds(deps.clock),
  }
  const decision = {
    booking,
    claim: { kind: 'none' },
    events: [],
    payment: () => Object.values(writes(booking)()),
  } as const
  const caller = vendorCaller(before.accountId)
  const committed = await commitBooking(deps, caller, before, decision, booking)
  return committed.kind === 'done'
}
