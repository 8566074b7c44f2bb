import {
  type Booking,
  ENTRY_METHODS,
  type Order,
  ok,
  type Payment,
  type Result,
} from '@holdfast/engine'
import { z } from 'zod'
import { ACTOR_SCHEMA } from '../../kernel/actor.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { defineEntity } from '../../kernel/entity.ts'
import { formatWrite } from '../../kernel/format.ts'
import { keyTail } from '../../kernel/keys.ts'
import { orderIdOfPayment, paymentIdOfOrder } from '../../kernel/order-ids.ts'
import type { Store, Write } from '../../kernel/ports/store.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { orderKey } from '../keys.ts'
import { readPayment } from '../payment/payment-entity.ts'
import { bookingOfPayment } from '../payment/record-payment.ts'

const ENTERED = { amount: z.int(), actor: ACTOR_SCHEMA, atEpochSeconds: z.int() }

/** The item of an order. It is written with the first payment or line that staff enter. */
export const orderEntity = defineEntity<Order, 'id'>({
  name: 'order',
  key: ({ id }) => orderKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  schema: z.object({
    accountId: z.string(),
    bookingId: z.string(),
    version: z.int(),
    currency: z.string(),
    lines: z.array(z.object({ reason: z.string(), ...ENTERED })),
    entries: z.array(z.object({ method: z.enum(ENTRY_METHODS), ...ENTERED })),
    returnedAmount: z.exactOptional(z.int()),
    createdAtEpochSeconds: z.int(),
    updatedAtEpochSeconds: z.int(),
  }),
})

/** An order with what it is about. */
export interface OrderView {
  readonly order: Order
  readonly payment: Payment
  readonly booking: Booking
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

/** Reads the order of a payment; sees every acknowledged write. */
export const orderOfPayment = async (
  { store }: Pick<Dependencies, 'store'>,
  payment: Payment,
): Promise<Order> =>
  (await orderEntity.read(store, orderKey(orderIdOfPayment(payment.id)), { consistent: true })) ??
  emptyOrder(payment)

/** Reads an order of the caller's account, with its payment and its booking. */
export async function getOrder(
  deps: Pick<Dependencies, 'store'>,
  { accountId }: Pick<Caller, 'accountId'>,
  orderId: string,
): Promise<Result<OrderView, Refusal>> {
  const payment = await readPayment(deps, paymentIdOfOrder(orderId))
  if (payment?.accountId !== accountId) return notFound('order', orderId)
  const [booking, order] = await Promise.all([
    bookingOfPayment(deps, payment),
    orderOfPayment(deps, payment),
  ])
  return booking === undefined ? notFound('order', orderId) : ok({ order, payment, booking })
}

/** The writes of a change of an order, on condition that it has not changed. The first one raises the format of the store. */
export async function orderWrites(
  { store }: { readonly store: Pick<Store, 'get'> },
  before: Order,
  after: Order,
): Promise<readonly Write[]> {
  if (before.version > 0) return [orderEntity.replace(before, after)]
  const format = await formatWrite(store)
  return [orderEntity.create(after), ...(format ? [format] : [])]
}
