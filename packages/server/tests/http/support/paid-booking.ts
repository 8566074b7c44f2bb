import { runDuePayments } from '../../../src/payments/payment/due-payments.ts'
import type { TestApp } from './app.ts'
import type { Body, Got } from './call.ts'
import { book, makeEventType, START } from './fixtures.ts'

/** What a paid event type of the tests costs: 50 EUR, half of it back until a day before. */
export const PRICE = {
  amount: 5000,
  currency: 'EUR',
  kind: 'full',
  refunds: [{ untilMinutesBefore: 1440, percent: 50 }],
}

/** A booking with a payment, as the API answers it. */
export interface PaidBooking extends Pick<Body, 'id' | 'manageToken'> {
  readonly orderId: string
  readonly payment: { readonly id: string; readonly checkoutUrl: string | null }
}

/** Books an event type with a price; the booking waits for its payment. */
export async function makeUnpaidBooking({ call }: TestApp): Promise<PaidBooking> {
  const eventType = await makeEventType(call, { payment: PRICE })
  const booking = await book(call, eventType.id, START)
  // The event type has a price, so its booking has a payment.
  return booking as unknown as PaidBooking
}

/** Lets the task look at the payment of a booking. */
export async function settlePayment({ call, deps }: TestApp, paymentId: string): Promise<void> {
  // Reading the page to pay on wakes the task.
  await call('GET', `/v1/public/payments/${paymentId}`, { key: null })
  await runDuePayments(deps, 25)
}

/** Books an event type with a price and pays with the simulated vendor, which must be connected. */
export async function makePaidBooking(server: TestApp): Promise<PaidBooking> {
  const booking = await makeUnpaidBooking(server)
  await paySimulated(server, booking.payment.id)
  return booking
}

/** Opens the checkout of a payment at the simulated vendor, and answers the path of its page. */
export async function openCheckout({ call }: TestApp, paymentId: string): Promise<string> {
  const path = `/v1/public/payments/${paymentId}/checkout`
  const checkout = await call('POST', path, { key: null })
  return new URL(String(checkout.body.url)).pathname
}

/** Pays on the page of a checkout. */
export const payOn = ({ call }: TestApp, page: string): Promise<Got> =>
  call('POST', page, {
    key: null,
    rawBody: 'choice=pay',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

/** Pays with the simulated vendor. */
export async function paySimulated(server: TestApp, paymentId: string): Promise<void> {
  await payOn(server, await openCheckout(server, paymentId))
  await settlePayment(server, paymentId)
}

/** Pays with the simulated vendor what a link to pay is for. */
export const payByLink = (server: TestApp, checkoutUrl: string): Promise<void> =>
  paySimulated(server, new URL(checkoutUrl).pathname.split('/').at(-1) ?? '')
