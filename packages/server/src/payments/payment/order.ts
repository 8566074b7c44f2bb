import {
  type Booking,
  ENTRY_METHODS,
  isSharedOrder,
  type Order,
  type OrderBalance,
  ok,
  orderBalance,
  type Payment,
  type Result,
  type SharedOrder,
  sharedBalance,
} from '@holdfast/engine'
import { z } from 'zod'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingKey } from '../../booking/keys.ts'
import { ACTOR_SCHEMA } from '../../kernel/actor.ts'
import { orderIdOfPayment, paymentIdOfOrder } from '../../kernel/booking-fields/order-ids.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { defineEntity } from '../../kernel/entity.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { keyTail } from '../../kernel/keys.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { orderKey, paymentKey } from '../keys.ts'
import { bookingOfPayment } from './changed-payment.ts'
import { paymentEntity, readPayment } from './payment-entity.ts'

const ENTERED = { amount: z.int(), actor: ACTOR_SCHEMA, atEpochSeconds: z.int() }

const PART = z.object({
  bookingId: z.string(),
  title: z.string(),
  amount: z.int(),
  depositAmount: z.exactOptional(z.int()),
  balance: z.exactOptional(z.object({ dueDays: z.int(), cancelDays: z.exactOptional(z.int()) })),
  refunds: z.array(
    z.object({
      untilMinutesBefore: z.int(),
      percent: z.int(),
      keptAmount: z.exactOptional(z.int()),
    }),
  ),
  waits: z.exactOptional(z.literal(true)),
  refundedAmount: z.exactOptional(z.int()),
  forfeitedAmount: z.exactOptional(z.int()),
  keptAmount: z.exactOptional(z.int()),
})

/**
 * The item of an order. That of one booking is written with the first payment or line that staff enter, that of several bookings
 * with them.
 */
export const orderEntity = defineEntity<Order, 'id'>({
  name: 'order',
  key: ({ id }) => orderKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  schema: z.object({
    accountId: z.string(),
    bookingId: z.string(),
    parts: z.exactOptional(z.array(PART)),
    chargeIds: z.exactOptional(z.array(z.string())),
    version: z.int(),
    currency: z.string(),
    lines: z.array(z.object({ reason: z.string(), ...ENTERED })),
    entries: z.array(z.object({ method: z.enum(ENTRY_METHODS), ...ENTERED })),
    returnedAmount: z.exactOptional(z.int()),
    createdAtEpochSeconds: z.int(),
    updatedAtEpochSeconds: z.int(),
  }),
})

/** An order with its charges, oldest first, and its bookings. */
export interface OrderView<Of extends Order = Order> {
  readonly order: Of
  readonly charges: readonly [Payment, ...Payment[]]
  readonly bookings: readonly [Booking, ...Booking[]]
}

/** Whether an order has several bookings or charges. */
export const isSharedView = (view: OrderView): view is OrderView<SharedOrder> =>
  isSharedOrder(view.order)

/** What an order comes to now. */
export function balanceOf(view: OrderView): Omit<OrderBalance, 'bookingAmount'> {
  if (isSharedView(view)) return sharedBalance(view)
  const { order, charges, bookings } = view
  return orderBalance(order, charges[0], bookings[0])
}

/** The order of a payment as it is before staff enter anything: nothing of it is stored. */
const emptyOrder = (payment: Payment): Order => ({
  id: orderIdOfPayment(payment.id),
  accountId: payment.accountId,
  bookingId: payment.bookingId,
  version: 0,
  currency: payment.currency,
  lines: [],
  entries: [],
  createdAtEpochSeconds: payment.createdAtEpochSeconds,
  updatedAtEpochSeconds: payment.createdAtEpochSeconds,
})

type Reading = Pick<Dependencies, 'store'>

const readOrder = ({ store }: Reading, orderId: string): Promise<Order | undefined> =>
  orderEntity.read(store, orderKey(orderId))

/** Reads the order of a payment of one booking; sees every acknowledged write. */
export const orderOfPayment = async (deps: Reading, payment: Payment): Promise<Order> =>
  (await readOrder(deps, orderIdOfPayment(payment.id))) ?? emptyOrder(payment)

/** Reads an order of the caller's account, with its charges and its bookings. */
export async function getOrder(
  deps: Reading,
  { accountId }: Pick<Caller, 'accountId'>,
  orderId: string,
): Promise<Result<OrderView, Refusal>> {
  const [order, payment] = await Promise.all([
    readOrder(deps, orderId),
    readPayment(deps, paymentIdOfOrder(orderId)),
  ])
  // A security deposit belongs to no order.
  if (payment?.accountId !== accountId || payment.isSecurityDeposit) {
    return notFound('order', orderId)
  }
  if (order !== undefined && isSharedOrder(order)) {
    const view = await viewOf(deps, order)
    return view === undefined ? notFound('order', orderId) : ok(view)
  }
  const booking = await bookingOfPayment(deps, payment)
  return booking === undefined
    ? notFound('order', orderId)
    : ok({ order: order ?? emptyOrder(payment), charges: [payment], bookings: [booking] })
}

/** Reads an order of several bookings or charges. Undefined while its account is being deleted. */
export async function readSharedOrder(
  deps: Reading,
  orderId: string,
): Promise<OrderView<SharedOrder> | undefined> {
  const order = await readOrder(deps, orderId)
  return order !== undefined && isSharedOrder(order) ? await viewOf(deps, order) : undefined
}

/**
 * Reads the charges and bookings of an order that was read before. What they decide changes with the order, so a change of the order as
 * it was read has seen them as they are.
 */
async function viewOf(
  { store }: Reading,
  order: SharedOrder,
): Promise<OrderView<SharedOrder> | undefined> {
  const { chargeIds, parts } = order
  const keys = [...chargeIds.map(paymentKey), ...parts.map((part) => bookingKey(part.bookingId))]
  const items = await readItems(store, keys)
  const found = <Value>(from: number, to: number, decode: (item: never) => Value) =>
    items.slice(from, to).flatMap((item) => (item === undefined ? [] : [decode(item as never)]))
  const [charge, ...charges] = found(0, chargeIds.length, paymentEntity.decode)
  const [booking, ...bookings] = found(chargeIds.length, keys.length, bookingEntity.decode)
  if (charge === undefined || booking === undefined) return undefined
  return { order, charges: [charge, ...charges], bookings: [booking, ...bookings] }
}

/** The bookings that a payment is for. */
export async function bookingIdsOfCharge(
  { store }: Reading,
  { bookingId, orderId }: Payment,
): Promise<readonly string[]> {
  const order = orderId === undefined ? undefined : await readOrder({ store }, orderId)
  return order?.parts?.map((part) => part.bookingId) ?? [bookingId]
}
