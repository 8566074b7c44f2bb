import {
  type Actor,
  type Booking,
  type BookingSecurityDeposit,
  type Payment,
  securityDepositState,
  securityDepositTaken,
} from '@holdfast/engine'
import { bookingRepresentation } from '../../booking/bookings/booking-representation.ts'
import { commitBooking } from '../../booking/bookings/commit-booking.ts'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { ownTaskWrite } from '../../kernel/queue/own-task.ts'
import { sameValue } from '../../kernel/same-value.ts'
import { commit, transact } from '../../kernel/transaction.ts'
import { bookingOfPayment } from './changed-payment.ts'
import { paymentWrites } from './payment-entity.ts'
import { vendorCaller } from './payment-event.ts'

/** The payment of a security deposit before and after a change. `before` is absent for a new one. */
export interface ChangedDeposit {
  readonly before?: Payment
  readonly after: Payment
}

/**
 * Commits a change of a security deposit: its payment, what its booking shows of it, and the event if that is something else. The booker
 * is emailed about money that was taken. `deposit`: as it is to be, but for what follows from the payment. `changed` is absent if it was
 * not asked for yet.
 */
export async function commitDeposit(
  deps: Dependencies,
  caller: Caller<Booking>,
  booking: Booking,
  deposit: BookingSecurityDeposit,
  changed?: ChangedDeposit,
) {
  const shown = changed ? shownDeposit(deposit, changed.after) : deposit
  const payment = changed ? paymentWrites(changed.before, changed.after) : {}
  if (booking.securityDeposit && sameValue({ ...shown }, { ...booking.securityDeposit })) {
    const committed = await commit(deps, caller, payment, booking)
    return committed.kind === 'done' ? ({ kind: 'done', value: booking } as const) : committed
  }
  const next: Booking = {
    ...booking,
    securityDeposit: shown,
    version: booking.version + 1,
    actor: caller.actor,
    updatedAtEpochSeconds: epochSeconds(deps.clock),
  }
  const isTaken = shown.state === 'captured' && booking.securityDeposit?.state !== 'captured'
  const writes = () => [
    ...Object.values(payment),
    updatedEvent(deps, caller.actor, next),
    ...(isTaken ? [takenMail(deps, next)] : []),
  ]
  const decision = { booking: next, claim: { kind: 'none' }, events: [], payment: writes } as const
  return await commitBooking(deps, caller, booking, decision, next)
}

/** Records what the vendor says about a security deposit. Answers whether it was recorded. */
export async function recordDeposit(
  deps: Dependencies,
  before: Payment,
  after: Payment,
): Promise<boolean> {
  const booking = await bookingOfPayment(deps, before)
  if (booking?.securityDeposit === undefined) {
    return (await transact(deps, paymentWrites(before, after))).kind === 'done'
  }
  const caller = vendorCaller(before.accountId)
  const changed = { before, after }
  return (
    (await commitDeposit(deps, caller, booking, booking.securityDeposit, changed)).kind === 'done'
  )
}

/** A security deposit as its booking shows it. */
function shownDeposit(
  { checkoutUrl, capturedAmount: _, ...deposit }: BookingSecurityDeposit,
  payment: Payment,
): BookingSecurityDeposit {
  const state = securityDepositState(payment, payment.truth)
  const capturedAmount = securityDepositTaken(payment.truth)
  return {
    ...deposit,
    state,
    paymentId: payment.id,
    ...(state === 'due' && checkoutUrl !== undefined && { checkoutUrl }),
    ...(capturedAmount > 0 && { capturedAmount }),
  }
}

const updatedEvent = (deps: Dependencies, actor: Actor, booking: Booking): Write =>
  outboxWrite(
    deps,
    { type: 'security_deposit.updated', actor, ...aboutBooking(booking) },
    deps.clock.nowEpochMilliseconds(),
  )

const takenMail = (deps: Dependencies, booking: Booking): Write =>
  ownTaskWrite(deps, 'mails', { type: 'security_deposit.taken', ...aboutBooking(booking) })

const aboutBooking = (booking: Booking) => ({
  accountId: booking.accountId,
  resourceId: booking.id,
  resourceVersion: booking.version,
  data: { booking: bookingRepresentation(booking) },
})
