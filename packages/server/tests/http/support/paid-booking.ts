import { runDuePayments } from '../../../src/payments/payment/due-payments.ts'
import type { TestApp } from './app.ts'
import type { Body } from './call.ts'
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

/** Pays with the simulated vendor. */
export async function paySimulated(server: TestApp, paymentId: string): Promise<void> {
  const { call } = server
  const path = `/v1/public/payments/${paymentId}/checkout`
  const checkout = await call('POST', path, { key: null })
  await call('POST', new URL(String(checkout.body.url)).pathname, {
    key: null,
    rawBody: 'choice=pay',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  await settlePayment(server, paymentId)
}
