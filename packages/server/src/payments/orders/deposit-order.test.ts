import { expect, test } from 'vitest'
import { BOOKER, secondsOf, unwrap } from '../../../tests/support/booking-world.ts'
import { eachInPaymentWorld } from '../../../tests/support/each-payment-world.ts'
import { PAID_START, PRICE } from '../../../tests/support/payment-world.ts'
import { bookingRepresentation } from '../../booking/bookings/booking-representation.ts'
import { cancelBooking, confirmBooking } from '../../booking/bookings/change-booking.ts'
import { rescheduleBooking } from '../../booking/bookings/reschedule-booking.ts'
import { PUBLIC_CAPS } from '../../identity/limits/cap-sizes.ts'
import { orderIdOfPayment } from '../../kernel/booking-fields/order-ids.ts'
import { formatEntity } from '../../kernel/format.ts'
import { formatKey } from '../../kernel/keys.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { listPayments } from '../payment/list-payments.ts'
import { balanceOf, getOrder } from '../payment/order.ts'
import { enterPayment } from './change-order.ts'
import { payRest } from './public-order.ts'
import { refundBooking } from './refund.ts'
import { sendLink } from './send-link.ts'

const given = eachInPaymentWorld()

const DEPOSIT = { ...PRICE, kind: 'deposit', depositAmount: 1000 } as const

/** Books 50 EUR with a deposit of 10 EUR. */
async function reserve() {
  const { id } = await given.world.paidType({ payment: DEPOSIT })
  const booking = await given.world.reserve(id)
  const chargeId = booking.payment?.id ?? ''
  return { id: booking.id, chargeId, orderId: orderIdOfPayment(chargeId) }
}

async function pay(chargeId: string) {
  given.stripe.pay(await given.world.checkoutOf(chargeId))
  await given.world.work()
}

/** What an order comes to, its charges, and what its booking shows. */
async function outcome(orderId: string) {
  const view = unwrap(await getOrder(given.world.deps, given.world.caller, orderId))
  const { total, paid, due } = balanceOf(view)
  const [booking] = view.bookings
  return {
    balance: [total, paid, due],
    status: booking.status,
    charges: view.charges.map(({ status, amount }) => `${status} ${amount}`),
    shown: `${booking.payment?.status} ${booking.payment?.amount}`,
  }
}

const findings = async () => (await inspect(given.world.deps)).findings.map(({ code }) => code)
const cash = (amount: number) => ({ method: 'cash', amount }) as const

/** Asks for the balance on the page of the booker; answers the charge. */
async function askForRest(orderId: string): Promise<string> {
  const caller = given.world.publicCaller
  const asked = unwrap(await payRest(given.world.deps, caller, orderId, PUBLIC_CAPS))
  return asked.charges.at(-1)?.id ?? ''
}

test('a deposit confirms the booking, and the rest of the price is due', async () => {
  const { id, orderId, chargeId } = await reserve()
  expect(await outcome(orderId)).toEqual({
    balance: [5000, 0, 5000],
    status: 'pending',
    charges: ['required 1000'],
    shown: 'required 1000',
  })
  await pay(chargeId)
  expect(await outcome(orderId)).toEqual({
    balance: [5000, 1000, 4000],
    status: 'confirmed',
    charges: ['paid 1000'],
    shown: 'paid 1000',
  })
  // As without a balance.
  expect(await given.world.events('payment.')).toEqual(['payment.authorized', 'payment.captured'])
  const { payment, orderId: shownOrder } = bookingRepresentation(await given.world.booking(id))
  expect(payment).toMatchObject({ id: chargeId, status: 'paid', amount: 1000, checkoutUrl: null })
  expect(shownOrder).toBe(orderId)
  expect((await formatEntity.read(given.world.deps.store, formatKey))?.format).toBe(2)
  expect(await findings()).toEqual([])
})

test('the booker pays the balance on the page, once', async () => {
  const { id, orderId, chargeId } = await reserve()
  await pay(chargeId)
  const [rest, again] = [await askForRest(orderId), await askForRest(orderId)]
  expect(again).toBe(rest)
  await pay(rest)
  expect(await outcome(orderId)).toEqual({
    balance: [5000, 5000, 0],
    status: 'confirmed',
    charges: ['paid 1000', 'paid 4000'],
    shown: 'paid 1000',
  })
  const listed = unwrap(
    await listPayments(given.world.deps, given.world.caller, { bookingId: id }, { limit: 10 }),
  )
  expect(listed.data.map(({ amount }) => amount)).toEqual([4000, 1000])
  expect(await given.world.events('payment.')).toHaveLength(4)
  expect(await findings()).toEqual([])
})

test('staff take the balance in cash, and what they took in part is no longer asked for by link', async () => {
  const { orderId, chargeId } = await reserve()
  await pay(chargeId)
  unwrap(await enterPayment(given.world.deps, given.world.caller, orderId, cash(1500)))
  const tooMuch = await sendLink(given.world.deps, given.world.caller, orderId, 4000)
  expect(tooMuch).toMatchObject({ ok: false, refusal: { code: 'validation_failed' } })
  const asked = unwrap(await sendLink(given.world.deps, given.world.caller, orderId, 2500))
  unwrap(await enterPayment(given.world.deps, given.world.caller, orderId, cash(500)))
  await pay(asked.charges[1]?.id ?? '')
  expect((await outcome(orderId)).balance).toEqual([5000, 5000, 0])
  expect((await outcome(orderId)).charges).toEqual(['paid 1000', 'paid 2000'])
  expect(await findings()).toEqual([])
})

test('the deposit at the desk confirms the booking; less than it does not', async () => {
  const { orderId } = await reserve()
  unwrap(await enterPayment(given.world.deps, given.world.caller, orderId, cash(600)))
  expect((await outcome(orderId)).status).toBe('pending')
  unwrap(await enterPayment(given.world.deps, given.world.caller, orderId, cash(400)))
  expect(await outcome(orderId)).toEqual({
    balance: [5000, 1000, 4000],
    status: 'confirmed',
    charges: ['released 1000'],
    shown: 'released 1000',
  })
  expect(await findings()).toEqual([])
})

test('a booking that is confirmed without its deposit owes the whole price', async () => {
  const { id, orderId, chargeId } = await reserve()
  const outdated = await given.world.checkoutOf(chargeId)
  unwrap(await confirmBooking(given.world.deps, given.world.caller, id))
  await given.world.work()
  expect(given.stripe.objects.session(outdated).status).toBe('expired')
  expect(await outcome(orderId)).toEqual({
    balance: [5000, 0, 5000],
    status: 'confirmed',
    charges: ['released 1000'],
    shown: 'released 1000',
  })
  await pay(await askForRest(orderId))
  expect((await outcome(orderId)).balance).toEqual([5000, 5000, 0])
  expect(await findings()).toEqual([])
})

test('a booker who cancels gets their part of the deposit, and owes no balance', async () => {
  const { id, orderId, chargeId } = await reserve()
  await pay(chargeId)
  const rest = await askForRest(orderId)
  const checkoutId = await given.world.checkoutOf(rest)
  const shown = await given.world.deps.payments.refundIfCancelled(given.world.deps, [
    await given.world.booking(id),
  ])
  expect(shown).toMatchObject({ amount: 500, currency: 'EUR' })
  unwrap(await cancelBooking(given.world.deps, given.world.publicCaller, id, {}))
  await given.world.work()
  expect(given.stripe.objects.session(checkoutId).status).toBe('expired')
  expect(await outcome(orderId)).toEqual({
    balance: [500, 500, 0],
    status: 'cancelled',
    charges: ['partly_refunded 1000', 'released 4000'],
    shown: 'partly_refunded 1000',
  })
  expect(await findings()).toEqual([])
})

test('the rules for refunds count over both charges, and the newest is refunded first', async () => {
  const { id, orderId, chargeId } = await reserve()
  await pay(chargeId)
  await pay(await askForRest(orderId))
  const shown = await given.world.deps.payments.refundIfCancelled(given.world.deps, [
    await given.world.booking(id),
  ])
  expect(shown).toMatchObject({ amount: 2500, currency: 'EUR' })
  unwrap(await cancelBooking(given.world.deps, given.world.publicCaller, id, {}))
  await given.world.work()
  expect(await outcome(orderId)).toEqual({
    balance: [2500, 2500, 0],
    status: 'cancelled',
    charges: ['paid 1000', 'partly_refunded 4000'],
    shown: 'paid 1000',
  })
  expect(await findings()).toEqual([])
})

test('a refund by hand counts toward that of a later cancellation', async () => {
  const { id, orderId, chargeId } = await reserve()
  await pay(chargeId)
  await pay(await askForRest(orderId))
  unwrap(await refundBooking(given.world.deps, given.world.caller, id, 1000))
  await given.world.work()
  expect((await outcome(orderId)).balance).toEqual([4000, 4000, 0])
  unwrap(await cancelBooking(given.world.deps, given.world.publicCaller, id, {}))
  await given.world.work()
  expect((await outcome(orderId)).balance).toEqual([2500, 2500, 0])
  expect(await findings()).toEqual([])
})

test('the account that cancels gives everything back', async () => {
  const { id, orderId, chargeId } = await reserve()
  await pay(chargeId)
  await pay(await askForRest(orderId))
  unwrap(await cancelBooking(given.world.deps, given.world.caller, id, {}))
  await given.world.work()
  expect((await outcome(orderId)).balance).toEqual([0, 0, 0])
  expect((await outcome(orderId)).charges).toEqual(['refunded 1000', 'refunded 4000'])
  expect((await outcome(orderId)).shown).toBe('refunded 1000')
  expect(await findings()).toEqual([])
})

test('a hold that expires owes nothing', async () => {
  const { orderId, chargeId } = await reserve()
  await given.world.checkoutOf(chargeId)
  given.world.moveBy(PRICE.payWithinMinutes + 10)
  await given.world.sweep()
  await given.world.work()
  expect(await outcome(orderId)).toEqual({
    balance: [0, 0, 0],
    status: 'expired',
    charges: ['released 1000'],
    shown: 'released 1000',
  })
  expect(await findings()).toEqual([])
})

test('a move keeps the balance', async () => {
  const { id, orderId, chargeId } = await reserve()
  await pay(chargeId)
  const startEpochSeconds = secondsOf(PAID_START) + 3600
  unwrap(await rescheduleBooking(given.world.deps, given.world.caller, id, { startEpochSeconds }))
  expect(await outcome(orderId)).toMatchObject({
    balance: [5000, 1000, 4000],
    charges: ['paid 1000'],
    shown: 'paid 1000',
  })
  expect(await findings()).toEqual([])
})

test('a deposit that cannot be captured is shown as failed, and can be paid anew', async () => {
  const { orderId, chargeId } = await reserve()
  const checkoutId = await given.world.checkoutOf(chargeId)
  given.stripe.pay(checkoutId)
  given.stripe.break('/capture', 'declined', 3)
  await given.world.work()
  for (let minute = 0; minute < 3; minute += 1) {
    given.world.moveBy(1)
    await given.world.work()
  }
  expect(await outcome(orderId)).toMatchObject({
    status: 'confirmed',
    charges: ['failed 1000'],
    shown: 'failed 1000',
  })
  await pay(chargeId)
  expect(await outcome(orderId)).toMatchObject({
    balance: [5000, 1000, 4000],
    shown: 'paid 1000',
  })
  expect(await findings()).toEqual([])
})

test('a deposit of the whole price is a payment without an order of its own', async () => {
  const { id } = await given.world.paidType({ payment: { ...DEPOSIT, depositAmount: 5000 } })
  const booking = await given.world.reserve(id, { booker: BOOKER })
  expect(booking.payment?.orderId).toBeUndefined()
  expect(await given.world.items('ORDER#')).toEqual([])
})
