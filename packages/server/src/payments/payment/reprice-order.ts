import {
  bookingRepriced,
  invariant,
  type Payment,
  type RepricedBooking,
  type SharedOrder,
} from '@holdfast/engine'
import type { NewPrice, RepricedMove, WithPayment } from '../../booking/ports/payments.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { canAsk, newCharge, notAskedFor } from './new-charge.ts'
import { isSharedView, type OrderView } from './order.ts'
import { orderMail } from './order-mail.ts'
import { asShared, storedOrder } from './order-of-booking.ts'
import { nextView, orderWrites } from './order-writes.ts'
import type { RecordDependencies } from './payment-dependencies.ts'
import { withCharge } from './shown-payment.ts'

/**
 * Has the order of a booking follow a move after which something else is to pay. A booking that is paid by one payment gets an order with
 * room for more charges. What is to pay in addition is asked for by an email with a link, unless the booking has a balance that nobody
 * has asked for, or one with a due date: then it belongs to that.
 */
export async function repriceOrder(
  deps: RecordDependencies,
  { before, after }: Pick<RepricedMove, 'before' | 'after'>,
  { by, amountOf }: NewPrice & { readonly kind: 'agreed' },
): Promise<WithPayment> {
  const stored = await storedOrder(deps, before)
  const was = asShared(stored)
  const [part] = was.order.parts
  invariant(part !== undefined && before.groupId === undefined, 'only a single booking is repriced')
  const amount = Math.max(0, amountOf(part.amount))
  const atEpochSeconds = epochSeconds(deps.clock)
  const move = { booking: before, amount, by, atEpochSeconds }
  const repriced = decidedView(deps, { stored, was }, move)
  const owedBefore = notAskedFor(was)
  const wanted = notAskedFor(repriced)
  const isAskedLater = owedBefore > 0 || part.balance !== undefined
  const charge =
    !isAskedLater && canAsk(repriced.order, wanted) ? newCharge(deps, repriced, wanted) : undefined
  const view = charge ? withMore(repriced, charge) : repriced
  const { payment } = after
  const linked = { ...after, ...(payment && { payment: { ...payment, orderId: was.order.id } }) }
  const booking = withCharge(linked, view.charges[0], deps.publicUrl, 'released')
  const shown = { ...view, bookings: [booking] } as const
  const caller = { actor: after.actor ?? { kind: 'system' } } as const
  const writes = await orderWrites(deps, caller, stored, shown)
  return {
    booking,
    payment: () => [...writes(), ...(charge ? [orderMail(deps, charge, 'payment.requested')] : [])],
  }
}

/** The order after the move. The payment that is a charge from now on is written in any case. */
function decidedView(
  deps: RecordDependencies,
  { stored, was }: { readonly stored: OrderView; readonly was: OrderView<SharedOrder> },
  repriced: RepricedBooking,
): OrderView<SharedOrder> {
  const next = nextView(deps, was, bookingRepriced(was, repriced))
  const [first, ...others] = next.charges
  if (isSharedView(stored) || first !== was.charges[0]) return next
  const { version } = first
  const written = {
    ...first,
    version: version + 1,
    updatedAtEpochSeconds: epochSeconds(deps.clock),
  }
  return { ...next, charges: [written, ...others] }
}

const withMore = (view: OrderView<SharedOrder>, charge: Payment): OrderView<SharedOrder> => {
  const [first, ...others] = view.charges
  const order = { ...view.order, chargeIds: [...view.order.chargeIds, charge.id] }
  return { ...view, order, charges: [first, ...others, charge] }
}
