import { afterAll, beforeAll, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { openPaymentWorld, type PaymentWorld } from '../../../tests/support/payment-world.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { orderIdOfPayment } from '../../kernel/booking-fields/order-ids.ts'
import { eventFromOutbox, isFence } from '../../kernel/events/outbox.ts'
import { enterLine, enterPayment } from '../orders/change-order.ts'
import { getOrder } from './order.ts'
import { orderRepresentation } from './order-representation.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.close())

const PUBLIC_URL = 'https://book.example.com'

async function single() {
  const booking = await world.reserve((await world.paidType()).id, world.nextStart())
  const payment = await world.paymentOf(booking.id)
  return { bookingId: booking.id, paymentId: payment.id, orderId: orderIdOfPayment(payment.id) }
}
async function group() {
  const { id } = await world.paidType()
  const { bookings, chargeId, orderId } = await world.reserveGroup([id, id])
  return { ids: bookings.map((booking) => booking.id), chargeId, orderId }
}
const shown = async (orderId: string) =>
  orderRepresentation(unwrap(await getOrder(world.deps, world.caller, orderId)), PUBLIC_URL)
/** The data of the last event of an order. */
async function lastEvent(orderId: string) {
  const events = (await world.items('OUTBOX#'))
    .filter((item) => !isFence(item))
    .map(eventFromOutbox)
    .filter(({ resourceId }) => resourceId === orderId)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  return events.at(-1)?.data
}
const bookingLine = (bookingId: string | undefined, amount: number) => ({
  kind: 'booking',
  bookingId,
  label: 'Check-up',
  amount,
  actor: null,
  at: null,
})

test('the order of a booking has its price, and the page to pay it on', async () => {
  const { bookingId, paymentId, orderId } = await single()
  expect(await shown(orderId)).toEqual({
    id: orderId,
    currency: 'EUR',
    total: 5000,
    paid: 0,
    due: 5000,
    lines: [bookingLine(bookingId, 5000)],
    charges: [
      {
        paymentId,
        bookingId,
        status: 'required',
        amount: 5000,
        checkoutUrl: `${PUBLIC_URL}/pay/${paymentId}`,
        amountCaptured: 0,
        amountRefunded: 0,
      },
    ],
    entries: [],
  })
})

test('what staff add and receive is shown with who did it and when', async () => {
  const { bookingId, orderId } = await single()
  world.moveTo(Date.parse('2026-04-20T09:00:00Z'))
  const line = { reason: 'Towels', amount: 300 }
  unwrap(await enterLine(world.deps, world.caller, orderId, line))
  world.moveTo(Date.parse('2026-04-20T09:05:00Z'))
  const cash = { method: 'cash', amount: 1000 } as const
  unwrap(await enterPayment(world.deps, world.caller, orderId, cash))
  const order = await shown(orderId)
  const actor = { kind: 'system' }
  expect(order).toMatchObject({ total: 5300, paid: 1000, due: 4300 })
  expect(order.lines).toEqual([
    bookingLine(bookingId, 5000),
    {
      kind: 'staff',
      bookingId: null,
      label: 'Towels',
      amount: 300,
      actor: expect.objectContaining(actor),
      at: '2026-04-20T09:00:00Z',
    },
  ])
  expect(order.entries).toEqual([
    {
      method: 'cash',
      amount: 1000,
      actor: expect.objectContaining(actor),
      at: '2026-04-20T09:05:00Z',
    },
  ])
})

test('money that was captured and given back is shown', async () => {
  const { bookingId, orderId } = await single()
  world.stripe.pay(await world.checkout(bookingId))
  await world.work()
  expect((await shown(orderId)).charges).toMatchObject([
    { status: 'paid', checkoutUrl: null, amountCaptured: 5000, amountRefunded: 0 },
  ])
  unwrap(await cancelBooking(world.deps, world.caller, bookingId, {}))
  await world.work()
  expect((await shown(orderId)).charges).toMatchObject([
    { status: 'refunded', amountCaptured: 5000, amountRefunded: 5000 },
  ])
})

test('the order of several bookings has a line for each, and one charge that is of none alone', async () => {
  const { ids, chargeId, orderId } = await group()
  const [first, second] = ids
  expect(await shown(orderId)).toMatchObject({
    total: 10_000,
    lines: [bookingLine(first, 5000), bookingLine(second, 5000)],
    charges: [
      { paymentId: chargeId, bookingId: null, checkoutUrl: `${PUBLIC_URL}/pay/${chargeId}` },
    ],
  })
  unwrap(await cancelBooking(world.deps, world.publicCaller, second ?? '', {}))
  expect((await shown(orderId)).lines.map(({ amount }) => amount)).toEqual([5000, 0])
})

test('an order whose bookings have all ended cannot be paid any more', async () => {
  const { ids, orderId } = await group()
  for (const id of ids) unwrap(await cancelBooking(world.deps, world.publicCaller, id, {}))
  expect((await shown(orderId)).charges).toMatchObject([{ status: 'released', checkoutUrl: null }])
})

test('the event of a changed order has the booking only if it is of one alone', async () => {
  const one = await single()
  const cash = { method: 'cash', amount: 1000 } as const
  unwrap(await enterPayment(world.deps, world.caller, one.orderId, cash))
  expect(await lastEvent(one.orderId)).toMatchObject({
    order: { id: one.orderId, paid: 1000 },
    booking: { id: one.bookingId },
  })
  const several = await group()
  unwrap(await enterPayment(world.deps, world.caller, several.orderId, cash))
  const data = await lastEvent(several.orderId)
  expect(data).toMatchObject({ order: { id: several.orderId, paid: 1000 } })
  expect(data).not.toHaveProperty('booking')
})
