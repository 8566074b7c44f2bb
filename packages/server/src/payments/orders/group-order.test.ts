import { expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { eachInPaymentWorld } from '../../../tests/support/each-payment-world.ts'
import { PRICE } from '../../../tests/support/payment-world.ts'
import { cancelBooking, confirmBooking } from '../../booking/bookings/change-booking.ts'
import { cancelBookingGroup, confirmBookingGroup } from '../../booking/groups/change-group.ts'
import { orderIdOfPayment } from '../../kernel/booking-fields/order-ids.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { balanceOf, getOrder } from '../payment/order.ts'
import { orderRepresentation } from '../payment/order-representation.ts'
import { enterLine, enterPayment } from './change-order.ts'
import { refundBooking } from './refund.ts'
import { sendLink } from './send-link.ts'

const given = eachInPaymentWorld()

const CHEAP = { ...PRICE, amount: 3000 } as const

/** A group of a booking for 50 EUR and one for 30 EUR. */
async function reserve() {
  const types = [await given.world.paidType(), await given.world.paidType({ payment: CHEAP })]
  const made = await given.world.reserveGroup(types.map(({ id }) => id))
  const [first, second] = made.bookings.map(({ id }) => id)
  return { ...made, first: first ?? '', second: second ?? '' }
}

async function pay(chargeId: string) {
  given.stripe.pay(await given.world.checkoutOf(chargeId))
  await given.world.work()
}

const read = async (orderId: string) =>
  unwrap(await getOrder(given.world.deps, given.world.caller, orderId))

/** What an order comes to, and what became of its bookings and its charges. */
async function outcome(orderId: string) {
  const view = await read(orderId)
  const { total, paid, due } = balanceOf(view)
  return {
    balance: [total, paid, due],
    bookings: view.bookings.map(({ status }) => status),
    charges: view.charges.map(({ status, amount }) => `${status} ${amount}`),
  }
}

const findings = async () => (await inspect(given.world.deps)).findings.map(({ code }) => code)
const cash = (amount: number) => ({ method: 'cash', amount }) as const

test('a group with prices is one order, whose payment confirms all bookings together', async () => {
  const { orderId, chargeId, bookings } = await reserve()
  expect(await outcome(orderId)).toEqual({
    balance: [8000, 0, 8000],
    bookings: ['pending', 'pending'],
    charges: ['required 8000'],
  })
  expect(new Set(bookings.map((each) => each.holdExpiresAtEpochSeconds)).size).toBe(1)
  await pay(chargeId)
  expect(await outcome(orderId)).toEqual({
    balance: [8000, 8000, 0],
    bookings: ['confirmed', 'confirmed'],
    charges: ['paid 8000'],
  })
  expect(await given.world.events('payment.')).toEqual([])
  expect((await given.world.events('order.')).length).toBeGreaterThanOrEqual(2)
  expect(await findings()).toEqual([])
})

test('if one hold cannot be confirmed, none is, and the money is released', async () => {
  const { orderId, chargeId } = await reserve()
  const checkoutId = await given.world.checkoutOf(chargeId)
  given.stripe.pay(checkoutId)
  given.world.moveBy(PRICE.payWithinMinutes + 10)
  await given.world.work()
  await given.world.sweep()
  await given.world.work()
  expect(await outcome(orderId)).toEqual({
    balance: [0, 0, 0],
    bookings: ['expired', 'expired'],
    charges: ['released 8000'],
  })
  expect(await findings()).toEqual([])
})

test('a booking that is cancelled before the payment makes it smaller, also on an open checkout', async () => {
  const { orderId, chargeId, second } = await reserve()
  const outdated = await given.world.checkoutOf(chargeId)
  unwrap(await cancelBooking(given.world.deps, given.world.publicCaller, second, {}))
  expect((await outcome(orderId)).charges).toEqual(['required 5000'])
  const current = await given.world.checkoutOf(chargeId)
  expect(current).not.toBe(outdated)
  given.stripe.pay(current)
  await given.world.work()
  expect(await outcome(orderId)).toEqual({
    balance: [5000, 5000, 0],
    bookings: ['confirmed', 'cancelled'],
    charges: ['paid 5000'],
  })
  expect(await findings()).toEqual([])
})

test('who has paid too much on an old checkout is charged what is left', async () => {
  const { orderId, chargeId, second } = await reserve()
  given.stripe.pay(await given.world.checkoutOf(chargeId))
  unwrap(await cancelBooking(given.world.deps, given.world.publicCaller, second, {}))
  await given.world.work()
  expect(await outcome(orderId)).toEqual({
    balance: [5000, 5000, 0],
    bookings: ['confirmed', 'cancelled'],
    charges: ['paid 5000'],
  })
})

test('a cancelled booking is refunded by its own policy, and the rest stays', async () => {
  const { orderId, chargeId, first, second } = await reserve()
  await pay(chargeId)
  unwrap(await cancelBooking(given.world.deps, given.world.publicCaller, second, {}))
  await given.world.work()
  expect(await outcome(orderId)).toEqual({
    balance: [6500, 6500, 0],
    bookings: ['confirmed', 'cancelled'],
    charges: ['partly_refunded 8000'],
  })
  unwrap(await cancelBooking(given.world.deps, given.world.caller, first, {}))
  await given.world.work()
  expect((await outcome(orderId)).balance).toEqual([1500, 1500, 0])
  expect(await findings()).toEqual([])
})

test('a cancelled group gives back the money of all of its bookings', async () => {
  const { orderId, chargeId, group } = await reserve()
  await pay(chargeId)
  unwrap(await cancelBookingGroup(given.world.deps, given.world.caller, group.id, {}))
  await given.world.work()
  expect(await outcome(orderId)).toEqual({
    balance: [0, 0, 0],
    bookings: ['cancelled', 'cancelled'],
    charges: ['refunded 8000'],
  })
  expect(await findings()).toEqual([])
})

test('the account confirms a group without its payment, and nothing is taken', async () => {
  const { orderId, chargeId, group } = await reserve()
  given.stripe.pay(await given.world.checkoutOf(chargeId))
  unwrap(await confirmBookingGroup(given.world.deps, given.world.caller, group.id))
  await given.world.work()
  expect(await outcome(orderId)).toEqual({
    balance: [8000, 0, 8000],
    bookings: ['confirmed', 'confirmed'],
    charges: ['released 8000'],
  })
  expect(await findings()).toEqual([])
})

test('money at the desk that covers a group confirms it; a part makes the online payment smaller', async () => {
  const { orderId } = await reserve()
  unwrap(await enterPayment(given.world.deps, given.world.caller, orderId, cash(2000)))
  expect(await outcome(orderId)).toEqual({
    balance: [8000, 2000, 6000],
    bookings: ['pending', 'pending'],
    charges: ['required 6000'],
  })
  unwrap(await enterPayment(given.world.deps, given.world.caller, orderId, cash(7000)))
  expect(await outcome(orderId)).toEqual({
    balance: [8000, 9000, -1000],
    bookings: ['confirmed', 'confirmed'],
    charges: ['released 6000'],
  })
  expect(await findings()).toEqual([])
})

test('what is due later is asked for by further charges, and never twice', async () => {
  const { orderId, chargeId } = await reserve()
  await pay(chargeId)
  unwrap(
    await enterLine(given.world.deps, given.world.caller, orderId, {
      reason: 'Late',
      amount: 2000,
    }),
  )
  const over = await sendLink(given.world.deps, given.world.caller, orderId, 2001)
  expect(over).toMatchObject({ refusal: { code: 'validation_failed' } })
  unwrap(await sendLink(given.world.deps, given.world.caller, orderId, 1500))
  const again = await sendLink(given.world.deps, given.world.caller, orderId, 1000)
  expect(again).toMatchObject({ refusal: { code: 'validation_failed' } })
  unwrap(await sendLink(given.world.deps, given.world.caller, orderId, 500))
  expect((await outcome(orderId)).charges).toEqual(['paid 8000', 'required 1500', 'required 500'])
  // Money at the desk leaves less to ask for: the newest charge first.
  unwrap(await enterPayment(given.world.deps, given.world.caller, orderId, cash(700)))
  expect((await outcome(orderId)).charges).toEqual(['paid 8000', 'required 1300', 'released 500'])
  const { charges } = await read(orderId)
  await pay(charges[1]?.id ?? '')
  expect(await outcome(orderId)).toMatchObject({
    balance: [10_000, 10_000, 0],
    charges: ['paid 8000', 'paid 1300', 'released 500'],
  })
  expect(await findings()).toEqual([])
})

test('a refund is made from the newest charge backwards', async () => {
  const { orderId, chargeId, first } = await reserve()
  await pay(chargeId)
  unwrap(
    await enterLine(given.world.deps, given.world.caller, orderId, {
      reason: 'Extra',
      amount: 1000,
    }),
  )
  unwrap(await sendLink(given.world.deps, given.world.caller, orderId, 1000))
  const [, second] = (await read(orderId)).charges
  await pay(second?.id ?? '')
  const refunded = unwrap(await refundBooking(given.world.deps, given.world.caller, first, 2500))
  expect(refunded.id).toBe(second?.id)
  await given.world.work()
  expect(await outcome(orderId)).toMatchObject({
    balance: [6500, 6500, 0],
    charges: ['partly_refunded 8000', 'refunded 1000'],
  })
  expect(await refundBooking(given.world.deps, given.world.caller, first, 2501)).toMatchObject({
    refusal: { code: 'refund_too_large', refundableAmount: 2500 },
  })
  expect(await findings()).toEqual([])
})

test('a group of requests is paid once all are approved', async () => {
  const type = await given.world.paidType({ confirmation: 'approval' })
  const { orderId, chargeId, bookings } = await given.world.reserveGroup([type.id, type.id])
  const url = async () =>
    orderRepresentation(await read(orderId), 'https://x.example').charges[0]?.checkoutUrl
  unwrap(await confirmBooking(given.world.deps, given.world.caller, bookings[0]?.id ?? ''))
  expect(await url()).toBeNull()
  unwrap(await confirmBooking(given.world.deps, given.world.caller, bookings[1]?.id ?? ''))
  expect(await url()).toBe(`https://x.example/pay/${chargeId}`)
  await pay(chargeId)
  expect((await outcome(orderId)).bookings).toEqual(['confirmed', 'confirmed'])
})

test('money at the desk and online in the same moment is kept once, or said to be too much', async () => {
  const seen = new Set<number>()
  for (let round = 0; round < 10; round += 1) {
    const { orderId, chargeId } = await reserve()
    given.stripe.pay(await given.world.checkoutOf(chargeId))
    const enter = async () => {
      // The entry begins at another moment of the task in each round.
      for (let turn = 0; turn < round; turn += 1) await given.world.store.get({ PK: 'x', SK: 'y' })
      unwrap(await enterPayment(given.world.deps, given.world.caller, orderId, cash(8000)))
    }
    await Promise.all([enter(), given.world.work()])
    await given.world.work()
    const { balance, bookings } = await outcome(orderId)
    const [total = 0, paid = 0, due = 0] = balance
    expect([total, due, bookings]).toEqual([8000, total - paid, ['confirmed', 'confirmed']])
    seen.add(paid)
  }
  for (const paid of seen) expect([8000, 16_000]).toContain(paid)
  expect(await findings()).toEqual([])
})

test('two bookings that are cancelled in the same moment are both refunded, each once', async () => {
  const { orderId, chargeId, first, second } = await reserve()
  await pay(chargeId)
  const cancelled = [first, second].map((id) =>
    cancelBooking(given.world.deps, given.world.caller, id, {}),
  )
  for (const each of await Promise.all(cancelled)) expect(each.ok).toBe(true)
  await given.world.work()
  expect(await outcome(orderId)).toEqual({
    balance: [0, 0, 0],
    bookings: ['cancelled', 'cancelled'],
    charges: ['refunded 8000'],
  })
  expect(await findings()).toEqual([])
})

test('a booking that the account confirms without its payment still owes its price', async () => {
  const type = await given.world.paidType()
  const { id } = await given.world.reserve(type.id)
  unwrap(await confirmBooking(given.world.deps, given.world.caller, id))
  const orderId = orderIdOfPayment((await given.world.paymentOf(id)).id)
  expect((await outcome(orderId)).balance).toEqual([5000, 0, 5000])
})

test('two refunds of one order in the same moment both count, each once', async () => {
  const { orderId, chargeId, first, second } = await reserve()
  await pay(chargeId)
  const [one, other] = await Promise.all([
    refundBooking(given.world.deps, given.world.caller, first, 1000),
    refundBooking(given.world.deps, given.world.caller, second, 500),
  ])
  expect([one.ok, other.ok]).toEqual([true, true])
  await given.world.work()
  expect(await outcome(orderId)).toMatchObject({
    balance: [6500, 6500, 0],
    charges: ['partly_refunded 8000'],
  })
  expect(await findings()).toEqual([])
})
