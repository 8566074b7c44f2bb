import { expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { eachInPaymentWorld } from '../../../tests/support/each-payment-world.ts'
import { confirmBooking } from '../../booking/bookings/change-booking.ts'
import { orderIdOfPayment } from '../../kernel/booking-fields/order-ids.ts'
import { enterLine } from './change-order.ts'
import { sendLink } from './send-link.ts'

const given = eachInPaymentWorld()

async function reserve(confirmation: 'instant' | 'approval' = 'instant') {
  const type = await given.world.paidType({ confirmation })
  const booking = await given.world.reserve(type.id)
  const payment = await given.world.paymentOf(booking.id)
  return { booking, payment, orderId: orderIdOfPayment(payment.id) }
}

const send = (orderId: string, amount: number) =>
  sendLink(given.world.deps, given.world.caller, orderId, amount)

/** The types of the events behind the emails that wait to be sent. */
const mails = async () =>
  (await given.world.items('')).flatMap((item) => {
    const text = JSON.stringify(item)
    return text.includes('"mails"') ? (/payment\.(?:requested|failed)/.exec(text)?.[0] ?? []) : []
  })

test('the link of a booking that waits for its payment is sent, for exactly that amount', async () => {
  const { orderId } = await reserve()
  const before = (await mails()).length
  for (const amount of [4999, 5001]) {
    const refused = await send(orderId, amount)
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'validation_failed' } })
    expect(JSON.stringify(refused)).toContain(`must be 5000, which is paid online; got ${amount}`)
  }
  expect(await mails()).toHaveLength(before)
  unwrap(await send(orderId, 5000))
  expect(await mails()).toHaveLength(before + 1)
  expect((await mails()).at(-1)).toBe('payment.requested')
})

test('no link is sent for what is paid, was not approved yet, or lapsed', async () => {
  const paid = await reserve()
  given.stripe.pay(await given.world.checkout(paid.booking.id))
  await given.world.work()
  expect(await send(paid.orderId, 5000)).toEqual({
    ok: false,
    refusal: { code: 'payment_closed', status: 'paid' },
  })
  const type = await given.world.paidType({ confirmation: 'approval' })
  const requested = await given.world.reserve(type.id, given.world.nextStart())
  const orderId = orderIdOfPayment((await given.world.paymentOf(requested.id)).id)
  expect(await send(orderId, 5000)).toMatchObject({
    refusal: { code: 'invalid_transition', reason: 'needs_approval' },
  })
  unwrap(await confirmBooking(given.world.deps, given.world.caller, requested.id))
  expect(await send(orderId, 5000)).toMatchObject({ ok: true })
  given.world.moveBy(60 * 24 * 2)
  expect(await send(orderId, 5000)).toMatchObject({ ok: false })
})

test('a link is sent for orders of the account alone', async () => {
  const { orderId } = await reserve()
  const refused = sendLink(given.world.deps, given.world.stranger, orderId, 5000)
  expect(await refused).toMatchObject({ refusal: { code: 'not_found' } })
  expect(await send('ord_unknown', 5000)).toMatchObject({ refusal: { code: 'not_found' } })
})

test('another charge of a group asks for a whole amount that cards can be charged', async () => {
  const type = await given.world.paidType()
  const { orderId, chargeId } = await given.world.reserveGroup([type.id, type.id])
  given.stripe.pay(await given.world.checkoutOf(chargeId))
  await given.world.work()
  unwrap(
    await enterLine(given.world.deps, given.world.caller, orderId, {
      reason: 'Extra',
      amount: 1000,
    }),
  )
  expect(await send(orderId, 49)).toMatchObject({ refusal: { code: 'validation_failed' } })
  const over = await send(orderId, 1001)
  expect(JSON.stringify(over)).toContain('must be at most 1000: the order has no more to ask for')
  const { charges, order } = unwrap(await send(orderId, 50))
  expect(charges.map(({ amount, status }) => [amount, status])).toEqual([
    [10_000, 'paid'],
    [50, 'required'],
  ])
  expect(charges.at(-1)).toMatchObject({
    orderId: order.id,
    currency: 'EUR',
    // Its booking stands, and is not cancelled because of it.
    terms: { onCaptureFailure: 'keep', captureFailureMinutes: 0, refunds: [] },
    desired: { kind: 'none' },
  })
  expect((await mails()).at(-1)).toBe('payment.requested')
})

test('the link of a charge that waits already is sent again without another charge', async () => {
  const type = await given.world.paidType()
  const { orderId } = await given.world.reserveGroup([type.id, type.id])
  const before = (await mails()).length
  const { charges } = unwrap(await send(orderId, 10_000))
  expect(charges).toHaveLength(1)
  expect(await mails()).toHaveLength(before + 1)
  const other = await send(orderId, 9000)
  expect(JSON.stringify(other)).toContain('must be 10000, which is paid online; got 9000')
})
