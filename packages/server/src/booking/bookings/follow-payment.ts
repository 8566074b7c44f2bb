import { awaitsPayment, type Booking, type BookingDecision, invariant } from '@holdfast/engine'
import type {
  DecisionWithPayment,
  NewPrice,
  PaymentsOfBookings,
  PaymentWrites,
} from '../ports/payments.ts'
import type { BookingChange } from './claims-of-bookings.ts'
import type { OfferDependencies } from './offer-freed-time.ts'

/** Dependencies of changes of bookings, which may have payments, and whose time may go to a line. */
export type ChangeDependencies = OfferDependencies & PaymentsOfBookings

/** Whether a booking is paid with others, or by several charges. */
export const isPaidTogether = ({ payment }: Pick<Booking, 'payment'>): boolean =>
  payment?.orderId !== undefined

/**
 * Has the payment of a booking follow a decision about it. A booking without a payment costs nothing. `price`: what else is to pay
 * after a move.
 */
export async function followPayment(
  deps: ChangeDependencies,
  before: Booking,
  decision: BookingDecision,
  price?: NewPrice,
): Promise<DecisionWithPayment> {
  if (price) return await followPrice(deps, before, decision, price)
  const { booking: after } = decision
  if (after.payment === undefined || after.status === before.status) return decision
  invariant(deps.payments !== undefined, `nobody follows the payment of booking ${before.id}`)
  return { ...decision, ...(await deps.payments.follow(deps, before, after)) }
}

/**
 * Has the payment of a booking follow a move after which something else is to pay. The booker of a hold that the account moves is emailed the
 * link with the new price.
 */
export async function followPrice(
  deps: ChangeDependencies,
  before: Booking,
  decision: BookingDecision,
  price: NewPrice,
): Promise<DecisionWithPayment> {
  invariant(deps.payments !== undefined, `nobody follows the payment of booking ${before.id}`)
  const { booking: after } = decision
  const followed = await deps.payments.reprice(deps, { before, after, price })
  const isAsked = price.kind === 'hold' && price.by === 'account' && awaitsPayment(followed.booking)
  return { ...decision, ...followed, ...(isAsked && { asksForPayment: true }) }
}

/** A change of a booking that exists. */
type FollowedChange = BookingChange & { readonly before: Booking }

/**
 * Has what bookings are paid by together follow decisions about them that are committed in one transaction. Bookings that are paid by
 * themselves stay as they are.
 */
export async function followTogether(
  deps: ChangeDependencies,
  changes: readonly FollowedChange[],
): Promise<{ readonly changes: readonly FollowedChange[]; readonly writes: PaymentWrites }> {
  const followed = changes.filter(
    ({ before, decision: { booking } }) =>
      isPaidTogether(before) && before.status !== booking.status,
  )
  if (followed.length === 0) return { changes, writes: () => [] }
  invariant(deps.payments !== undefined, 'nobody follows what bookings are paid by together')
  const orders = await deps.payments.followTogether(
    deps,
    followed.map(({ before, decision }) => ({ before, after: decision.booking })),
  )
  const after = new Map(orders.bookings.map((booking) => [booking.id, booking]))
  const next = changes.map(({ before, decision }) => {
    const booking = after.get(before.id)
    return { before, decision: booking ? { ...decision, booking, payment: NO_WRITES } : decision }
  })
  return { changes: next, writes: orders.writes }
}

// They are those of the order.
const NO_WRITES = () => []
