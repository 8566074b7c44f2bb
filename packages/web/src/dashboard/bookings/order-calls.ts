import { queryOptions } from '@tanstack/react-query'
import { api, type Booking, unwrap } from '../api.ts'

/** What staff can do about an order. `back`: cash was given back. */
export const ORDER_ACTIONS = [
  'cash',
  'card_reader',
  'transfer',
  'link',
  'back',
  'refund',
  'extra',
  'discount',
] as const

/** What staff can do about an order. */
export type OrderAction = (typeof ORDER_ACTIONS)[number]

/** Something that staff enter. `amount` is above 0, in minor units. */
export interface OrderInput {
  readonly action: OrderAction
  readonly amount: number
  readonly reason: string
}

/** An order as it is now. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', id],
    queryFn: () => unwrap(api.GET('/v1/orders/{id}', { params: { path: { id } } })),
  })

/** An order, as the API answers it. */
export type Order = Awaited<ReturnType<NonNullable<ReturnType<typeof orderQuery>['queryFn']>>>

/** Whether an action adds a line, which needs a reason. */
export const isLine = (action: OrderAction): boolean => action === 'extra' || action === 'discount'

/** What an action is likely to be about, in minor units. */
export function suggestedAmount(
  { due, charges }: Pick<Order, 'due' | 'charges'>,
  action: OrderAction,
): number {
  if (isLine(action)) return 0
  if (action === 'refund') {
    return charges.reduce((sum, each) => sum + each.amountCaptured - each.amountRefunded, 0)
  }
  if (action === 'back') return Math.max(0, -due)
  const open = charges.find(({ checkoutUrl }) => checkoutUrl !== null)
  return action === 'link' && open ? open.amount : Math.max(0, due)
}

/** Enters something into the order of a booking. A repeated call with the same key has one effect. */
export async function enterIntoOrder(
  { id, orderId }: Pick<Booking, 'id' | 'orderId'>,
  { action, amount, reason }: OrderInput,
  idempotencyKey: string,
): Promise<unknown> {
  const header = { 'Idempotency-Key': idempotencyKey }
  if (action === 'refund') {
    const params = { path: { id }, header }
    return await unwrap(api.POST('/v1/bookings/{id}/refund', { params, body: { amount } }))
  }
  const params = { path: { id: orderId ?? '' }, header }
  if (isLine(action)) {
    const body = { reason, amount: action === 'discount' ? -amount : amount }
    return await unwrap(api.POST('/v1/orders/{id}/lines', { params, body }))
  }
  const method = action === 'back' || action === 'extra' || action === 'discount' ? 'cash' : action
  const body = { method, amount: action === 'back' ? -amount : amount }
  return await unwrap(api.POST('/v1/orders/{id}/payments', { params, body }))
}
