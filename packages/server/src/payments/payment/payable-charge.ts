import { type Booking, isAsking, ok, type Payment, type Result, refuse } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { bookingOfPayment } from './changed-payment.ts'
import { isSharedView, type OrderView, readSharedOrder } from './order.ts'
import { isFirstCharge } from './order-representation.ts'
import { payableUntil } from './payable.ts'
import { waitingBookings } from './waiting-bookings.ts'

/** How long the checkout of a charge is open that no hold waits for, in seconds. Another one can be opened afterwards. */
const CHECKOUT_SECONDS = 12 * 60 * 60

/** A booking that a payment is for, and until when it can be paid, in epoch seconds, exclusive. */
export interface Payable {
  /** Of several, the first that is not over. */
  readonly booking: Booking
  readonly until: Result<number, Refusal>
}

/** Reads until when a payment can be paid. Undefined while its account is being deleted. */
export async function payablePayment(
  deps: Pick<Dependencies, 'store' | 'clock'>,
  payment: Payment,
): Promise<Payable | undefined> {
  const now = epochSeconds(deps.clock)
  if (payment.orderId !== undefined) {
    const view = await readSharedOrder(deps, payment.orderId)
    return view && { booking: liveliest(view), until: chargeUntil(view, payment, now) }
  }
  const booking = await bookingOfPayment(deps, payment)
  if (booking === undefined) return undefined
  const until = payment.isSecurityDeposit
    ? depositUntil(booking, payment, now)
    : payableUntil(booking, payment, now)
  return { booking, until }
}

/** Until when a security deposit can be authorized: while its stay is confirmed and not over, and it is still due. */
function depositUntil(
  { status, endEpochSeconds, securityDeposit }: Booking,
  payment: Payment,
  nowEpochSeconds: number,
): Result<number, Refusal> {
  const isDue = securityDeposit?.state === 'due' && payment.desired.kind === 'none'
  return isDue && status === 'confirmed' && endEpochSeconds > nowEpochSeconds
    ? ok(Math.min(endEpochSeconds, nowEpochSeconds + CHECKOUT_SECONDS))
    : refuse({ code: 'payment_closed', status: payment.status })
}

const liveliest = ({ bookings }: OrderView): Booking =>
  bookings.find(({ status }) => status === 'pending') ??
  bookings.find(({ status }) => status === 'confirmed') ??
  bookings[0]

/**
 * Until when a charge of an order can be paid. The first one while all holds that wait for it stand, and all others as long as it is
 * asked for.
 */
export function chargeUntil(
  view: OrderView,
  charge: Payment,
  nowEpochSeconds: number,
): Result<number, Refusal> {
  if (!isSharedView(view)) return payableUntil(view.bookings[0], charge, nowEpochSeconds)
  if (!isAsking(charge)) return refuse({ code: 'payment_closed', status: charge.status })
  const isAwaited = charge.desired.kind === 'none' && isFirstCharge(view.order, charge)
  if (!isAwaited) return ok(nowEpochSeconds + CHECKOUT_SECONDS)
  let first = Number.POSITIVE_INFINITY
  for (const booking of waitingBookings(view)) {
    const until = payableUntil(booking, charge, nowEpochSeconds)
    if (!until.ok) return until
    first = Math.min(first, until.value)
  }
  return ok(first)
}
