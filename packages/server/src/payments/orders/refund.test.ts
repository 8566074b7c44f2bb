import { expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { eachInPaymentWorld } from '../../../tests/support/each-payment-world.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { orderIdOfPayment } from '../../kernel/booking-fields/order-ids.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { balanceOf, getOrder } from '../payment/order.ts'
import { enterPayment } from './change-order.ts'
import { refundBooking } from './refund.ts'

const given = eachInPaymentWorld()

async function reserve() {
  const type = await given.world.paidType()
  const { id } = await given.world.reserve(type.id)
  return id
}

/** A booking whose 50 EUR were paid, and its checkout at the vendor. */
async function paid() {
  const bookingId = await reserve()
  const checkoutId = await given.world.checkout(bookingId)
  given.stripe.pay(checkoutId)
  await given.world.work()
  expect((await given.world.paymentOf(bookingId)).status).toBe('paid')
  return { bookingId, checkoutId }
}

const refund = (bookingId: string, amount?: number) =>
  refundBooking(given.world.deps, given.world.caller, bookingId, amount)
const tooLarge = (refundableAmount: number) => ({
  ok: false,
  refusal: { code: 'refund_too_large', refundableAmount, currency: 'EUR' },
})

test('a refund without an amount gives back everything that is left, once', async () => {
  const { bookingId } = await paid()
  unwrap(await refund(bookingId, 1500))
  await given.world.work()
  expect(await given.world.paymentOf(bookingId)).toMatchObject({
    status: 'partly_refunded',
    truth: { amountRefunded: 1500 },
  })
  expect(unwrap(await refund(bookingId))).toMatchObject({
    desired: { kind: 'refunded', amount: 5000 },
  })
  await given.world.work()
  expect(await given.world.paymentOf(bookingId)).toMatchObject({
    status: 'refunded',
    truth: { amountRefunded: 5000 },
  })
  expect(await refund(bookingId)).toEqual(tooLarge(0))
  expect((await inspect(given.world.deps)).findings).toEqual([])
})

test('refunds are accepted up to what was paid, to the cent, also before they are done', async () => {
  const { bookingId } = await paid()
  expect(await refund(bookingId, 5001)).toEqual(tooLarge(5000))
  unwrap(await refund(bookingId, 4999))
  expect(await refund(bookingId, 2)).toEqual(tooLarge(1))
  unwrap(await refund(bookingId, 1))
  await given.world.work()
  expect((await given.world.paymentOf(bookingId)).truth?.amountRefunded).toBe(5000)
})

test('nothing can be refunded before anything is paid', async () => {
  const bookingId = await reserve()
  expect(await refund(bookingId)).toEqual(tooLarge(0))
  expect(await refund(bookingId, 1)).toEqual(tooLarge(0))
  await given.world.checkout(bookingId)
  expect(await refund(bookingId, 1)).toEqual(tooLarge(0))
})

test('what a cancellation gives back cannot be refunded again', async () => {
  const { bookingId } = await paid()
  unwrap(await cancelBooking(given.world.deps, given.world.publicCaller, bookingId, {}))
  await given.world.work()
  expect((await given.world.paymentOf(bookingId)).truth?.amountRefunded).toBe(2500)
  expect(await refund(bookingId, 2501)).toEqual(tooLarge(2500))
  unwrap(await refund(bookingId, 2500))
  await given.world.work()
  expect((await given.world.paymentOf(bookingId)).truth?.amountRefunded).toBe(5000)
})

test('money that its payer disputes is not refunded as well', async () => {
  const { bookingId, checkoutId } = await paid()
  const payment = await given.world.paymentOf(bookingId)
  given.stripe.dispute(checkoutId)
  expect(await refund(bookingId, 100)).toEqual({
    ok: false,
    refusal: { code: 'dispute_open', paymentId: payment.id },
  })
  expect((await given.world.paymentOf(bookingId)).desired).toEqual(payment.desired)
})

test('a refund is refused for a booking that is unknown, free or of another account', async () => {
  const { bookingId } = await paid()
  const free = await given.world.eventType()
  const { id: freeId } = await given.world.book(free.id, '2026-04-22T10:00:00Z')
  const notFound = { ok: false, refusal: { code: 'not_found' } }
  expect(await refund('bkg_unknown')).toMatchObject(notFound)
  expect(await refund(freeId)).toEqual({
    ok: false,
    refusal: { code: 'refund_too_large', refundableAmount: 0, currency: null },
  })
  expect(await refundBooking(given.world.deps, given.world.stranger, bookingId)).toMatchObject(
    notFound,
  )
})

test('a refund first returns what was paid too much at the desk, and only the rest makes the booking cheaper', async () => {
  const { bookingId } = await paid()
  const orderId = orderIdOfPayment((await given.world.paymentOf(bookingId)).id)
  const balance = async () => {
    const { total, paid, due } = balanceOf(
      unwrap(await getOrder(given.world.deps, given.world.caller, orderId)),
    )
    return [total, paid, due]
  }
  const cash = { method: 'cash', amount: 1000 } as const
  unwrap(await enterPayment(given.world.deps, given.world.caller, orderId, cash))
  expect(await balance()).toEqual([5000, 6000, -1000])
  unwrap(await refund(bookingId, 1700))
  await given.world.work()
  expect(await balance()).toEqual([4300, 4300, 0])
  expect((await inspect(given.world.deps)).findings).toEqual([])
})
