import type { Booking } from '@holdfast/contracts'
import { expectStatus } from '../../support/fixtures.ts'
import type { House } from './house.ts'

/** What a booking costs, and what was paid. */
export interface Order {
  readonly total: number
  readonly paid: number
  readonly due: number
  readonly entries: readonly { readonly amount: number }[]
  readonly charges: readonly {
    readonly amount: number
    readonly checkoutUrl: string | null
    readonly amountCaptured: number
    readonly amountRefunded: number
  }[]
}

/** Reads the order of a booking. */
export const orderOf = async (
  { api }: House,
  { orderId }: Pick<Booking, 'orderId'>,
): Promise<Order> => expectStatus(await api.get<Order>(`/v1/orders/${orderId}`), 200)

let payers = 0
/** Pays the charge of an order that can be paid, on the page of the simulated vendor, as the payer does. */
export async function payOnline(house: House, order: Order): Promise<void> {
  const charge = order.charges.find(({ checkoutUrl }) => checkoutUrl !== null)
  const url = new URL(charge?.checkoutUrl ?? '')
  const path = `/v1/public/payments/${url.pathname.split('/pay/')[1]}`
  const stranger = house.stranger()
  const checkout = expectStatus(await stranger.post<{ url: string }>(`${path}/checkout`, {}), 200)
  payers += 1
  const paid = await fetch(checkout.url, {
    method: 'POST',
    headers: { 'x-forwarded-for': `203.0.113.${payers % 250}` },
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  })
  if (paid.status !== 303) throw new Error(`expected 303, got ${paid.status}`)
}
