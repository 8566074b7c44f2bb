import type { Actor, OrderState, Payment, SharedOrder } from '@holdfast/engine'
import { bookingRepresentation } from '../../booking/bookings/booking-representation.ts'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { eventWrite } from '../../kernel/events/outbox.ts'
import { formatWrite } from '../../kernel/format.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { withDesired } from './changed-payment.ts'
import { isSharedView, type OrderView, orderEntity } from './order.ts'
import { orderRepresentation } from './order-representation.ts'
import type { RecordDependencies } from './payment-dependencies.ts'
import { paymentWrites } from './payment-entity.ts'
import { shownWrites } from './shown-payment.ts'

/** The next version of an order, with the next versions of the charges that come to something else. */
export function nextView(
  deps: Pick<RecordDependencies, 'clock'>,
  before: OrderView<SharedOrder>,
  { order, charges }: OrderState,
): OrderView<SharedOrder> {
  const next = charges.map((charge, index) => {
    const was = before.charges[index]
    return was === undefined || was === charge
      ? charge
      : withDesired(deps, was, charge.desired, charge.amount)
  })
  const [first = before.charges[0], ...others] = next
  return {
    order: {
      ...order,
      version: before.order.version + 1,
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    },
    charges: [first, ...others],
    bookings: before.bookings,
  }
}

/**
 * Makes the writes of a change of an order, on condition that it has not changed: the order, the charges that changed with it, and the
 * event. The first write of an order of one booking raises the format of the store. Made for each attempt.
 */
export async function orderWrites(
  deps: RecordDependencies,
  caller: Pick<Caller, 'actor'>,
  before: OrderView,
  after: OrderView,
): Promise<() => readonly Write[]> {
  const isNew = before.order.version === 0
  const format = isNew ? await formatWrite(deps.store) : undefined
  const write = isNew
    ? orderEntity.create(after.order)
    : orderEntity.replace(before.order, after.order)
  return () => [
    write,
    ...(format ? [format] : []),
    ...changedCharges(before.charges, after.charges),
    ...shownWrites(deps, before, after),
    updatedEvent(deps, caller.actor, after),
  ]
}

function changedCharges(before: readonly Payment[], after: readonly Payment[]): readonly Write[] {
  const known = new Map(before.map((charge) => [charge.id, charge]))
  return after.flatMap((charge) => {
    const was = known.get(charge.id)
    return was === charge ? [] : Object.values(paymentWrites(was, charge))
  })
}

/** Whether an order is that of one booking alone, which events of the order carry. */
const isOfOneBooking = (view: OrderView): boolean =>
  !isSharedView(view) || view.charges[0].isOfBooking === true

/** The write of the event of a changed order. That of several bookings names them in its lines. */
const updatedEvent = (deps: RecordDependencies, actor: Actor, view: OrderView): Write =>
  eventWrite(deps, 'order.updated', actor, view.order, {
    order: orderRepresentation(view, deps.publicUrl),
    ...(isOfOneBooking(view) && { booking: bookingRepresentation(view.bookings[0]) }),
  })
