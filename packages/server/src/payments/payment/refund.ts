import { ok, type Payment, type Result, refuse, stepOf } from '@holdfast/engine'
import { getBooking } from '../../booking/bookings/change-booking.ts'
import type { Caller } from '../../kernel/caller.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit } from '../../kernel/transaction.ts'
import { vendorOfAccount } from '../connection/account-vendors.ts'
import type { PaymentTaskDependencies } from './payment-dependencies.ts'
import { paymentWrites, readPayment } from './payment-entity.ts'
import { changedPayment } from './record-payment.ts'

/**
 * Has an amount of a booking's payment refunded; absent: everything that is left. The task does it, so the payment
 * that is answered does not show it yet. Refused if the payer disputes the payment.
 */
export const refundBooking = (
  deps: PaymentTaskDependencies,
  caller: Caller<Payment>,
  bookingId: string,
  amount?: number,
): Promise<Result<Payment, Refusal>> =>
  retryOnConflict(`payment of ${bookingId}`, async () => {
    const booking = await getBooking(deps, caller, bookingId)
    if (!booking.ok) return booking
    const { payment: shown } = booking.value
    const payment = shown && (await readPayment(deps, shown.id))
    if (payment === undefined) return notFound('payment', bookingId)
    const { currency } = payment
    const refundableAmount = refundable(payment)
    const wanted = amount ?? refundableAmount
    const step = stepOf(currency)
    if (wanted % step !== 0)
      return invalid('/amount', `must be a multiple of ${step} in ${currency}`)
    if (wanted === 0 || wanted > refundableAmount) {
      return refuse({ code: 'refund_too_large', refundableAmount, currency })
    }
    const disputed = await isDisputed(deps, payment)
    if (!disputed.ok) return disputed
    if (disputed.value) return refuse({ code: 'dispute_open', paymentId: payment.id })
    const after = changedPayment(deps, payment, {
      desired: { kind: 'refunded', amount: refundedAmount(payment) + wanted },
      dueEpochMilliseconds: deps.clock.nowEpochMilliseconds(),
    })
    const committed = await commit(deps, caller, paymentWrites(payment, after), after)
    if (committed.kind === 'done') return ok(after)
    return committed.kind === 'refused' ? refuse(committed.refusal) : CONFLICT
  })

/** What was refunded, or is to be. */
const refundedAmount = ({ desired, truth }: Payment): number =>
  Math.max(desired.kind === 'refunded' ? desired.amount : 0, truth?.amountRefunded ?? 0)

/** What can still be refunded of what was paid, or is about to be captured. */
function refundable(payment: Payment): number {
  const { desired, amount, truth } = payment
  const isTaken = desired.kind === 'captured' || desired.kind === 'refunded'
  const hasMoney = truth?.status === 'captured' || truth?.status === 'authorized'
  return isTaken && hasMoney ? Math.max(0, amount - refundedAmount(payment)) : 0
}

/** Asks the vendor, since its webhook about a dispute may be late. */
async function isDisputed(
  deps: PaymentTaskDependencies,
  { accountId, checkout }: Payment,
): Promise<Result<boolean, Refusal>> {
  const vendor = await vendorOfAccount(deps, accountId)
  const read = checkout && (await vendor?.read(checkout.id))
  return read?.ok ? ok(read.value.isDisputed) : refuse({ code: 'payment_unavailable' })
}
