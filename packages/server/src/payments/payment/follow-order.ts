import { type Booking, bookingsChanged, invariant, type SharedOrder } from '@holdfast/engine'
import type { FollowedOrders } from '../../booking/ports/payments.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { type OrderView, readSharedOrder } from './order.ts'
import { nextView, orderWrites } from './order-writes.ts'
import type { RecordDependencies } from './payment-dependencies.ts'
import { withCharge } from './shown-payment.ts'

/** A change of a booking that is paid with others, or by several charges. */
export interface OrderedChange {
  readonly before: Booking
  readonly after: Booking
}

/**
 * Has orders of several follow changes of their bookings that are committed together: what is to pay, and what becomes of the money of
 * each charge.
 */
export async function followOrders(
  deps: RecordDependencies,
  changes: readonly OrderedChange[],
): Promise<FollowedOrders> {
  const byOrder = new Map<string, OrderedChange[]>()
  for (const change of changes) {
    const { orderId = '' } = change.before.payment ?? {}
    byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), change])
  }
  const followed: Followed[] = []
  for (const [orderId, ofOrder] of byOrder) followed.push(await followOne(deps, orderId, ofOrder))
  const shown = new Map(followed.flatMap(({ bookings }) => bookings.map((each) => [each.id, each])))
  return {
    bookings: changes.map(({ after }) => shown.get(after.id) ?? after),
    writes: () => followed.flatMap(({ writes }) => writes()),
  }
}

/** Bookings that show what became of their order, and the writes of the order. */
interface Followed {
  readonly bookings: readonly Booking[]
  readonly writes: () => readonly Write[]
}

async function followOne(
  deps: RecordDependencies,
  orderId: string,
  changes: readonly OrderedChange[],
): Promise<Followed> {
  const before = await readSharedOrder(deps, orderId)
  invariant(before !== undefined, `the order ${orderId} is missing`)
  return await followedOrder(deps, before, changes)
}

/** Has an order, as it was read, follow changes of its bookings. */
export async function followedOrder(
  deps: RecordDependencies,
  before: OrderView<SharedOrder>,
  changes: readonly OrderedChange[],
): Promise<Followed> {
  const after = nextView(deps, before, bookingsChanged(before, changes))
  const shown = changes.map((change) =>
    withCharge(change.after, after.charges[0], deps.publicUrl, 'released'),
  )
  const changed = new Map(shown.map((booking) => [booking.id, booking]))
  const [first = before.bookings[0], ...others] = before.bookings.map(
    (each) => changed.get(each.id) ?? each,
  )
  const view = { ...after, bookings: [first, ...others] } as const
  return { bookings: shown, writes: await orderWrites(deps, callerOf(changes), before, view) }
}

/** The one who changed the bookings. */
const callerOf = ([change]: readonly OrderedChange[]): Pick<Caller, 'actor'> => ({
  actor: change?.after.actor ?? { kind: 'system' },
})
