import { MOST_CHARGES } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { ROOMY_CAPS } from '../../../tests/support/caps.ts'
import { eachInPaymentWorld } from '../../../tests/support/each-payment-world.ts'
import { PRICE } from '../../../tests/support/payment-world.ts'
import { confirmBookingGroup } from '../../booking/groups/change-group.ts'
import { orderIdOfPayment } from '../../kernel/booking-fields/order-ids.ts'
import { enterLine, enterPayment } from './change-order.ts'
import { payRest, publicOrderRepresentation, readPublicOrder } from './public-order.ts'
import { sendLink } from './send-link.ts'

const given = eachInPaymentWorld()

const PAGES = 'https://book.example.com'

/** A group of a booking for 50 EUR and one for 30 EUR. */
async function reserve() {
  const cheap = { ...PRICE, amount: 3000 } as const
  const types = [await given.world.paidType(), await given.world.paidType({ payment: cheap })]
  return await given.world.reserveGroup(types.map(({ id }) => id))
}

/** A group that was paid online. */
async function paid() {
  const made = await reserve()
  given.stripe.pay(await given.world.checkoutOf(made.chargeId))
  await given.world.work()
  return made
}

const owe = async (orderId: string, amount: number) =>
  unwrap(
    await enterLine(given.world.deps, given.world.caller, orderId, { reason: 'Extra', amount }),
  )
const shown = async (orderId: string) =>
  publicOrderRepresentation(unwrap(await readPublicOrder(given.world.deps, orderId)), PAGES)
const pay = (orderId: string, caps = ROOMY_CAPS) =>
  payRest(given.world.deps, { ...given.world.publicCaller }, orderId, caps)
const charges = async (orderId: string) => (await shown(orderId)).charges

test('an order shows its booker what it comes to, and the page of what can be paid', async () => {
  const { orderId, chargeId } = await reserve()
  const charge = { paymentId: chargeId, amount: 8000, checkoutUrl: `${PAGES}/pay/${chargeId}` }
  expect(await shown(orderId)).toEqual({
    id: orderId,
    currency: 'EUR',
    total: 8000,
    paid: 0,
    due: 8000,
    payableAmount: 0,
    charges: [charge],
  })
})

test('an order that is paid has nothing to pay, and one that owes again says how much', async () => {
  const { orderId } = await paid()
  expect(await shown(orderId)).toMatchObject({ paid: 8000, due: 0, payableAmount: 0, charges: [] })
  await owe(orderId, 1200)
  expect(await shown(orderId)).toMatchObject({ due: 1200, payableAmount: 1200, charges: [] })
})

test('an order that is unknown is not found', async () => {
  const notFound = { ok: false, refusal: { code: 'not_found', resource: 'order' } }
  expect(await readPublicOrder(given.world.deps, 'ord_unknown')).toMatchObject(notFound)
  expect(await pay('ord_unknown')).toMatchObject(notFound)
})

test('what an order still owes can be asked for on its page, once', async () => {
  const { orderId } = await paid()
  await owe(orderId, 1200)
  unwrap(await pay(orderId))
  const asked = await charges(orderId)
  expect(asked).toMatchObject([{ amount: 1200 }])
  unwrap(await pay(orderId))
  expect(await charges(orderId)).toEqual(asked)
  given.stripe.pay(await given.world.checkoutOf(asked[0]?.paymentId ?? ''))
  await given.world.work()
  expect(await shown(orderId)).toMatchObject({ total: 9200, paid: 9200, due: 0, charges: [] })
  expect(await pay(orderId)).toMatchObject({ ok: false, refusal: { code: 'payment_closed' } })
})

test('no charge is added while the first one can be paid', async () => {
  const { orderId, chargeId } = await reserve()
  const { charges: after } = unwrap(await pay(orderId))
  expect(after.map(({ id }) => id)).toEqual([chargeId])
})

test('less than a card can be charged is left to the desk', async () => {
  const { orderId } = await paid()
  await owe(orderId, 49)
  expect((await shown(orderId)).payableAmount).toBe(0)
  expect(await pay(orderId)).toMatchObject({ ok: false, refusal: { code: 'payment_closed' } })
  await owe(orderId, 1)
  expect((await shown(orderId)).payableAmount).toBe(50)
})

test('an order with as many charges as there can be asks for nothing more online', async () => {
  const { orderId } = await paid()
  await owe(orderId, 5000)
  let left = 5000
  for (let made = 1; made < MOST_CHARGES; made += 1) {
    expect((await shown(orderId)).payableAmount).toBe(left)
    // Of another amount than those before, which would be asked for again.
    unwrap(await sendLink(given.world.deps, given.world.caller, orderId, 100 + made))
    left -= 100 + made
  }
  expect(left).toBeGreaterThan(1000)
  expect((await shown(orderId)).payableAmount).toBe(0)
  const refused = await sendLink(given.world.deps, given.world.caller, orderId, 99)
  expect(JSON.stringify(refused)).toContain(
    `the order has ${MOST_CHARGES} charges, the most possible`,
  )
})

test('what was paid too much is not asked for', async () => {
  const { orderId } = await paid()
  const cash = { method: 'cash', amount: 500 } as const
  unwrap(await enterPayment(given.world.deps, given.world.caller, orderId, cash))
  expect(await shown(orderId)).toMatchObject({ due: -500, payableAmount: 0 })
})

test('one address asks for only so many charges', async () => {
  const { orderId } = await paid()
  const caps = { ...ROOMY_CAPS, bookings: { tenMinutes: 0, day: 0 } }
  await owe(orderId, 1200)
  expect(await pay(orderId, caps)).toMatchObject({ ok: false, refusal: { code: 'rate_limited' } })
  expect(await charges(orderId)).toEqual([])
})

test('the order of one booking gets no second charge', async () => {
  const type = await given.world.paidType()
  const booking = await given.world.reserve(type.id)
  const orderId = orderIdOfPayment((await given.world.paymentOf(booking.id)).id)
  given.stripe.pay(await given.world.checkout(booking.id))
  await given.world.work()
  await owe(orderId, 1200)
  expect(await shown(orderId)).toMatchObject({ due: 1200, payableAmount: 0, charges: [] })
  expect(await pay(orderId)).toMatchObject({
    ok: false,
    refusal: { code: 'payment_closed', status: 'paid' },
  })
})

test('a group that the account confirms without its payment can be paid on its page', async () => {
  const { orderId, group } = await reserve()
  unwrap(await confirmBookingGroup(given.world.deps, given.world.caller, group.id))
  await given.world.work()
  expect(await shown(orderId)).toMatchObject({ due: 8000, payableAmount: 8000, charges: [] })
  unwrap(await pay(orderId))
  expect(await charges(orderId)).toMatchObject([{ amount: 8000 }])
})
