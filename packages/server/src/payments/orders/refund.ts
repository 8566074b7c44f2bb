import {
  amountGivenBack,
  type Booking,
  ok,
  overpaidAmount,
  type Payment,
  type Result,
  refundPart,
  refuse,
  type SharedOrder,
  stepOf,
} from '@holdfast/engine'
import { getBooking } from '../../booking/bookings/change-booking.ts'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { type CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { answerOf, commitList, commitOrConflict } from '../../kernel/transaction.ts'
import { vendorOfAccount } from '../connection/account-vendors.ts'
import { changedPayment } from '../payment/changed-payment.ts'
import { type OrderView, orderEntity, orderOfPayment, readSharedOrder } from '../payment/order.ts'
import { nextView, orderWrites } from '../payment/order-writes.ts'
import type { PaymentTaskDependencies } from '../payment/payment-dependencies.ts'
import { paymentWrites, readPayment } from '../payment/payment-entity.ts'

/** The refusal for a booking without a payment. */
const NOTHING_PAID = { code: 'refund_too_large', refundableAmount: 0, currency: null } as const

type Attempt = Result<Payment, Refusal> | typeof CONFLICT

/**
 * Has an amount of a booking's payment refunded; absent: everything that is left. The task does it, so the payment
 * that is answered does not show it yet. Of an order of several, it is refunded from the newest charge with money backwards, and the
 * newest of them is answered. Refused if the payer disputes a payment.
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
    if (shown?.orderId !== undefined) {
      return await refundOfOrder(deps, caller, shown.orderId, { bookingId, amount })
    }
    const payment = shown && (await readPayment(deps, shown.id))
    if (payment === undefined) return refuse(NOTHING_PAID)
    const checked = wantedAmount(amount, refundable(payment), payment.currency)
    if (!checked.ok) return checked
    const wanted = checked.value
    const disputed = await isDisputed(deps, payment)
    if (!disputed.ok) return disputed
    if (disputed.value) return refuse({ code: 'dispute_open', paymentId: payment.id })
    const after = changedPayment(deps, payment, {
      desired: { kind: 'refunded', amount: amountGivenBack(payment) + wanted },
      dueEpochMilliseconds: deps.clock.nowEpochMilliseconds(),
    })
    const order = await returnWrite(deps, { payment, booking: booking.value }, wanted)
    const writes = { ...paymentWrites(payment, after), ...(order && { order }) }
    return commitOrConflict(deps, caller, writes, after)
  })

/** The amount to refund: what is asked for, or everything that can be. */
function wantedAmount(
  amount: number | undefined,
  refundableAmount: number,
  currency: string,
): Result<number, Refusal> {
  const wanted = amount ?? refundableAmount
  const step = stepOf(currency)
  if (wanted % step !== 0) return invalid('/amount', `must be a multiple of ${step} in ${currency}`)
  return wanted === 0 || wanted > refundableAmount
    ? refuse({ code: 'refund_too_large', refundableAmount, currency })
    : ok(wanted)
}

interface RefundOfPart {
  readonly bookingId: string
  readonly amount: number | undefined
}

/** Refunds the line of a booking of an order of several. */
async function refundOfOrder(
  deps: PaymentTaskDependencies,
  caller: Caller<Payment>,
  orderId: string,
  { bookingId, amount }: RefundOfPart,
): Promise<Attempt> {
  const before = await readSharedOrder(deps, orderId)
  if (before === undefined) return notFound('order', orderId)
  const { refundableAmount, refund } = refundPart(before, bookingId)
  const wanted = wantedAmount(amount, refundableAmount, before.order.currency)
  if (!wanted.ok) return wanted
  const after = nextView(deps, before, refund(wanted.value))
  const allowed = await checkDisputes(deps, before, after)
  if (!allowed.ok) return allowed
  const newest = after.charges.findLast((charge, index) => charge !== before.charges[index])
  const value = newest ?? after.charges[0]
  const writes = await orderWrites(deps, caller, before, after)
  const committed = await commitList(deps, caller, writes(), value)
  return answerOf(committed, value)
}

/** Refuses to refund from a charge that its payer disputes. */
async function checkDisputes(
  deps: PaymentTaskDependencies,
  before: OrderView<SharedOrder>,
  after: OrderView<SharedOrder>,
): Promise<Result<undefined, Refusal>> {
  for (const [index, charge] of before.charges.entries()) {
    if (charge === after.charges[index] || after.charges[index]?.desired.kind !== 'refunded')
      continue
    const disputed = await isDisputed(deps, charge)
    if (!disputed.ok) return disputed
    if (disputed.value) return refuse({ code: 'dispute_open', paymentId: charge.id })
  }
  return ok(undefined)
}

/**
 * The write that keeps how much of a refund only returns what was paid too much: the rest makes the booking cheaper.
 * Undefined if nothing was, as in every order that staff did not change.
 */
async function returnWrite(
  deps: PaymentTaskDependencies,
  { payment, booking }: { readonly payment: Payment; readonly booking: Booking },
  wanted: number,
): Promise<Write | undefined> {
  const order = await orderOfPayment(deps, payment)
  if (order.version === 0) return undefined
  const { returnedAmount = 0, version } = order
  const returned = Math.min(wanted, overpaidAmount(order, payment, booking))
  return orderEntity.replace(order, {
    ...order,
    version: version + 1,
    returnedAmount: returnedAmount + returned,
    updatedAtEpochSeconds: epochSeconds(deps.clock),
  })
}

/** What can still be refunded of what was paid, or is about to be captured. */
function refundable(payment: Payment): number {
  const { desired, amount, truth } = payment
  const isTaken = desired.kind === 'captured' || desired.kind === 'refunded'
  const hasMoney = truth?.status === 'captured' || truth?.status === 'authorized'
  return isTaken && hasMoney ? Math.max(0, amount - amountGivenBack(payment)) : 0
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
