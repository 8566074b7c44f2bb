import { expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { eachInPaymentWorld } from '../../../tests/support/each-payment-world.ts'
import { createMortal, isKill } from '../../../tests/support/mortal-process.ts'
import { reserveStay } from '../../../tests/support/reserve-stay.ts'
import { rescheduleBooking } from '../../booking/bookings/reschedule-booking.ts'
import { orderIdOfPayment } from '../../kernel/booking-fields/order-ids.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { openCheckout } from './open-checkout.ts'
import { balanceOf, getOrder } from './order.ts'

const given = eachInPaymentWorld()

type Stay = Awaited<ReturnType<typeof reserveStay>>

/** Gives a stay so many nights from its arrival, as its house does. */
async function stayFor({ id, stay }: Stay, nights: number) {
  const { arrivalDay = 0 } = stay ?? {}
  const input = { stay: { arrivalDay, departureDay: arrivalDay + nights }, startEpochSeconds: 0 }
  return unwrap(await rescheduleBooking(given.world.deps, given.world.caller, id, input))
}

/** How many emails have the link to pay. */
const linksSent = async (): Promise<number> =>
  (await given.world.items('QUEUE#mails')).filter((item) =>
    JSON.stringify(item).includes('payment.requested'),
  ).length

const chargeOf = ({ payment }: Stay): string => payment?.id ?? ''

async function outcome(stay: Stay) {
  const { status, payment } = await given.world.booking(stay.id)
  const orderId = orderIdOfPayment(chargeOf(stay))
  const { total, paid, due } = balanceOf(
    unwrap(await getOrder(given.world.deps, given.world.caller, orderId)),
  )
  const shown = `${payment?.status} ${payment?.amount}`
  return { status, shown, balance: [total, paid, due], doctor: await findings() }
}

const findings = async () => (await inspect(given.world.deps)).findings

async function payNow(stay: Stay) {
  given.stripe.pay(await given.world.checkoutOf(chargeOf(stay)))
  await given.world.work()
}

/** What the checkouts of a payment are at Stripe, oldest first. */
const sessions = (stay: Stay) =>
  given.stripe
    .sessionsOf(chargeOf(stay))
    .map(({ status, payment_intent: intent }) => `${status} ${intent?.status ?? 'unpaid'}`)

test('a hold that moves to another price asks for it, and keeps its end', async () => {
  const stay = await reserveStay(given.world)
  const before = await linksSent()
  const moved = await stayFor(stay, 5)
  expect(await linksSent()).toBe(before + 1)
  expect(moved).toMatchObject({
    status: 'pending',
    holdExpiresAtEpochSeconds: stay.holdExpiresAtEpochSeconds,
    payment: { id: chargeOf(stay), status: 'required', amount: 25_000 },
  })
  await payNow(stay)
  expect(await outcome(stay)).toEqual({
    status: 'confirmed',
    shown: 'paid 25000',
    balance: [25_000, 25_000, 0],
    doctor: [],
  })
})

test('money for an earlier, lower price is given back and confirms nothing', async () => {
  const stay = await reserveStay(given.world)
  const early = await given.world.checkoutOf(chargeOf(stay))
  await stayFor(stay, 5)
  given.stripe.pay(early)
  await given.world.work()
  expect(await outcome(stay)).toMatchObject({ status: 'pending', shown: 'required 25000' })
  expect(sessions(stay)).toEqual(['complete canceled'])
  await payNow(stay)
  expect(await outcome(stay)).toMatchObject({ status: 'confirmed', balance: [25_000, 25_000, 0] })
})

test('the page of an earlier, lower price is closed, and the next one asks for the price of now', async () => {
  const stay = await reserveStay(given.world)
  await given.world.checkoutOf(chargeOf(stay))
  await stayFor(stay, 5)
  await given.world.work()
  expect(sessions(stay)).toEqual(['expired unpaid'])
  await payNow(stay)
  expect(await outcome(stay)).toMatchObject({ status: 'confirmed', balance: [25_000, 25_000, 0] })
})

test('who pays on the page of an earlier, higher price is charged the price of now', async () => {
  const stay = await reserveStay(given.world)
  const early = await given.world.checkoutOf(chargeOf(stay))
  await stayFor(stay, 2)
  given.stripe.pay(early)
  await given.world.work()
  expect(await outcome(stay)).toEqual({
    status: 'confirmed',
    shown: 'paid 10000',
    balance: [10_000, 10_000, 0],
    doctor: [],
  })
})

test('a hold that moves there and back is paid on its first page', async () => {
  const stay = await reserveStay(given.world)
  const early = await given.world.checkoutOf(chargeOf(stay))
  await stayFor(stay, 2)
  await stayFor(stay, 3)
  given.stripe.pay(early)
  await given.world.work()
  expect(await outcome(stay)).toMatchObject({ status: 'confirmed', balance: [15_000, 15_000, 0] })
})

test('with a deposit, the whole price follows, also where the deposit stays the same', async () => {
  const stay = await reserveStay(given.world, { deposit: { nights: 1 } })
  await stayFor(stay, 5)
  expect(await outcome(stay)).toEqual({
    status: 'pending',
    shown: 'required 5000',
    balance: [25_000, 0, 25_000],
    doctor: [],
  })
  await payNow(stay)
  expect(await outcome(stay)).toEqual({
    status: 'confirmed',
    shown: 'paid 5000',
    balance: [25_000, 5000, 20_000],
    doctor: [],
  })
})

test('a stay of one night becomes one with a deposit, and the other way around', async () => {
  const stay = await reserveStay(given.world, { deposit: { nights: 1 } })
  await stayFor(stay, 1)
  expect(await outcome(stay)).toMatchObject({ shown: 'required 5000', balance: [5000, 0, 5000] })
  await stayFor(stay, 4)
  await payNow(stay)
  expect(await outcome(stay)).toMatchObject({
    status: 'confirmed',
    balance: [20_000, 5000, 15_000],
    doctor: [],
  })

  const whole = await reserveStay(given.world, { deposit: { percent: 100 } })
  await stayFor(whole, 2)
  expect(await outcome(whole)).toMatchObject({ shown: 'required 10000' })
})

test('a refund of a stay that moved as a hold goes by the rules of its new nights', async () => {
  const stay = await reserveStay(given.world, { cancellation: [{ penaltyNights: 2 }] })
  await stayFor(stay, 1)
  await payNow(stay)
  const { payment } = await given.world.booking(stay.id)
  expect((await given.world.paymentOf(stay.id)).terms.refunds).toEqual([
    expect.objectContaining({ keptAmount: 5000 }),
  ])
  expect(payment?.refundDeadlineMinutes).toBeDefined()
})

// A server opens a page at the vendor and is killed before, within or after that; then the hold moves.
test.each([1, 2, 3, 4, 5, 6])(
  'a page whose opening was cut off at step %i asks for nothing after a move',
  async (killAt) => {
    const stay = await reserveStay(given.world)
    const mortal = createMortal(killAt)
    const dying = {
      ...given.world.deps,
      store: mortal.store(given.world.deps.store),
      paymentVendors: mortal.vendors(
        given.world.deps.paymentVendors,
      ) as typeof given.world.deps.paymentVendors,
    }
    await openCheckout(dying, chargeOf(stay)).catch((error: unknown) => {
      if (!isKill(error)) throw error
    })
    await stayFor(stay, 5)
    given.world.moveBy(2)
    await given.world.work()
    await payNow(stay)
    expect(await outcome(stay)).toMatchObject({ status: 'confirmed', balance: [25_000, 25_000, 0] })
    expect(sessions(stay).filter((each) => !each.startsWith('expired'))).toEqual([
      'complete succeeded',
    ])
  },
)
