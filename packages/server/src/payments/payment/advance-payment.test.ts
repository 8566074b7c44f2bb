import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { secondsOf, unwrap } from '../../../tests/support/booking-world.ts'
import {
  openPaymentWorld,
  PAID_START,
  type PaymentWorld,
  PRICE,
} from '../../../tests/support/payment-world.ts'
import { type StripeServer, startStripe } from '../../../tests/support/stripe-server.ts'
import { cancelBooking, confirmBooking } from '../../booking/bookings/change-booking.ts'
import { rescheduleBooking } from '../../booking/bookings/reschedule-booking.ts'
import { updateBooking } from '../../booking/bookings/update-booking.ts'
import { connectVendor, getPaymentConnection } from '../connecting/connect-vendor.ts'
import { openCheckout } from './open-checkout.ts'
import { wakeForCheckout, wakePayment } from './wake-payment.ts'

let stripe: StripeServer
let world: PaymentWorld

beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())
afterEach(() => world.close())

const open = async () => {
  world = await openPaymentWorld('sqlite', stripe)
  return world
}

/** A booking whose booker has paid, before the server knows. */
async function paid(more: Parameters<PaymentWorld['paidType']>[0] = {}) {
  const { paidType, reserve, checkout } = await open()
  const { id } = await reserve((await paidType(more)).id)
  const checkoutId = await checkout(id)
  stripe.pay(checkoutId)
  return { id, checkoutId }
}

/** A booking that was paid, confirmed and captured. */
async function captured(more: Parameters<PaymentWorld['paidType']>[0] = {}) {
  const made = await paid(more)
  await wakePayment(world.deps, await world.paymentOf(made.id))
  await world.work()
  return made
}

const charge = async (bookingId: string) => {
  const payment = await world.paymentOf(bookingId)
  return stripe.chargesOf(payment.id)
}

describe('a booking of an event type with a price', () => {
  test.each(['hold', 'instant'] as const)(
    'with confirmation %s waits for its payment',
    async (confirmation) => {
      const { paidType, reserve, deps } = await open()
      const booking = await reserve((await paidType({ confirmation })).id)
      expect(booking).toMatchObject({
        status: 'pending',
        holdExpiresAtEpochSeconds: Math.floor(deps.clock.nowEpochMilliseconds() / 1000) + 25 * 60,
        payment: {
          status: 'required',
          amount: 5000,
          currency: 'EUR',
          checkoutUrl: `https://book.example.com/pay/${booking.payment?.id}`,
        },
      })
    },
  )

  test('is confirmed and captured once its booker has paid', async () => {
    const { id } = await captured()
    expect(await world.booking(id)).toMatchObject({
      status: 'confirmed',
      actor: { kind: 'vendor' },
      payment: { status: 'paid' },
    })
    expect((await world.booking(id)).payment?.checkoutUrl).toBeUndefined()
    expect(await charge(id)).toMatchObject([{ amount_captured: 5000, amount_refunded: 0 }])
    expect(await world.events()).toEqual(['payment.authorized', 'payment.captured'])
    expect(await world.items('PAYMENTDUE#')).toEqual([])
  })

  test('is found paid without any webhook', async () => {
    const { id } = await paid()
    world.moveBy(1)
    await world.work()
    expect((await world.booking(id)).payment?.status).toBe('paid')
  })

  test('has one open checkout, however often it is opened', async () => {
    const { paidType, reserve, paymentOf, deps } = await open()
    const { id } = await reserve((await paidType()).id)
    const payment = await paymentOf(id)
    const urls = await Promise.all([1, 2, 3].map(() => openCheckout(deps, payment.id)))
    expect(new Set(urls.map((url) => unwrap(url).url)).size).toBe(1)
    expect(stripe.sessionsOf(payment.id)).toHaveLength(1)
  })

  test('has one open checkout, although its booker changes while the answer of the vendor is lost', async () => {
    const { paidType, reserve, paymentOf, deps, caller } = await open()
    const { id } = await reserve((await paidType()).id)
    const payment = await paymentOf(id)
    stripe.break('POST /v1/checkout/sessions', 'lost_answer')
    expect(await openCheckout(deps, payment.id)).toMatchObject({
      refusal: { code: 'payment_unavailable' },
    })
    const booker = { name: 'Ada', email: 'ada@example.org', locale: 'de' }
    unwrap(await updateBooking(deps, caller, id, { booker }))
    const { url } = unwrap(await openCheckout(deps, payment.id))
    expect(stripe.sessionsOf(payment.id).map((session) => session.url)).toEqual([url])
    expect((await paymentOf(id)).failure).toBeUndefined()
  })

  test('that nobody pays expires, and its checkout is closed', async () => {
    const { paidType, reserve, checkout, sweep, work, moveBy, paymentOf } = await open()
    const { id } = await reserve((await paidType()).id)
    await checkout(id)
    moveBy(25)
    await sweep()
    await work()
    const payment = await paymentOf(id)
    expect(payment.status).toBe('released')
    expect(stripe.sessionsOf(payment.id)).toMatchObject([{ status: 'expired' }])
    expect((await world.booking(id)).payment?.status).toBe('released')
    expect(await world.items('PAYMENTDUE#')).toEqual([])
  })

  test('that was paid after its hold has ended gives the money back', async () => {
    const { id } = await paid()
    world.moveBy(25)
    await world.work()
    expect((await world.booking(id)).status).toBe('expired')
    expect((await world.paymentOf(id)).status).toBe('released')
    expect(await charge(id)).toMatchObject([{ amount_captured: 0 }])
  })

  test('is confirmed by the account without its payment, and nothing is taken', async () => {
    const { id } = await paid()
    unwrap(await confirmBooking(world.deps, world.caller, id))
    await world.work()
    expect(await world.booking(id)).toMatchObject({
      status: 'confirmed',
      payment: { status: 'released' },
    })
    expect(await charge(id)).toMatchObject([{ amount_captured: 0 }])
  })

  test('is not confirmed by its booker, who stores their details only', async () => {
    const { paidType, reserve, deps, publicCaller } = await open()
    const { id } = await reserve((await paidType()).id, null)
    const booker = { name: 'Ada', email: 'ada@example.com' }
    const stored = unwrap(await confirmBooking(deps, publicCaller, id, { booker }))
    expect(stored).toMatchObject({ status: 'pending', booker })
    expect(await confirmBooking(deps, publicCaller, id)).toMatchObject({
      refusal: { code: 'payment_required' },
    })
  })
})

describe('an event type that needs approval', () => {
  test('takes the payment after the approval, in a new hold', async () => {
    const { paidType, reserve, deps, caller, paymentOf, checkout, clock } = await open()
    const { id } = await reserve((await paidType({ confirmation: 'approval' })).id)
    const payment = await paymentOf(id)
    expect(await openCheckout(deps, payment.id)).toMatchObject({
      refusal: { code: 'invalid_transition', reason: 'needs_approval' },
    })
    world.moveBy(60)
    const approved = unwrap(await confirmBooking(deps, caller, id))
    const now = Math.floor(clock.nowEpochMilliseconds() / 1000)
    expect(approved).toMatchObject({
      status: 'pending',
      holdExpiresAtEpochSeconds: now + 25 * 60,
    })
    expect(unwrap(await confirmBooking(deps, caller, id))).toEqual(approved)
    stripe.pay(await checkout(id))
    world.moveBy(1)
    await world.work()
    expect(await world.booking(id)).toMatchObject({
      status: 'confirmed',
      payment: { status: 'paid' },
    })
  })
})

describe('a request that was approved', () => {
  test('is confirmed without its payment only if the account says so, and not after its hold', async () => {
    const { paidType, reserve, deps, caller } = await open()
    const eventType = await paidType({ confirmation: 'approval' })
    const { id } = await reserve(eventType.id)
    unwrap(await confirmBooking(deps, caller, id))
    const confirmed = unwrap(await confirmBooking(deps, caller, id, undefined, true))
    expect(confirmed).toMatchObject({ status: 'confirmed' })
    const late = await reserve(eventType.id, {
      startEpochSeconds: secondsOf(PAID_START) + 7200,
    })
    unwrap(await confirmBooking(deps, caller, late.id))
    world.moveBy(26 * 60)
    expect(await confirmBooking(deps, caller, late.id)).toMatchObject({
      refusal: { code: 'hold_expired' },
    })
  })
})

describe('a cancellation', () => {
  test('by the booker refunds what the rules say', async () => {
    const { id } = await captured()
    unwrap(await cancelBooking(world.deps, world.publicCaller, id, {}))
    await world.work()
    expect((await world.booking(id)).payment?.status).toBe('partly_refunded')
    expect(await charge(id)).toMatchObject([{ amount_captured: 5000, amount_refunded: 2500 }])
    expect(await world.events()).toEqual([
      'payment.authorized',
      'payment.captured',
      'payment.refunded',
    ])
  })

  test.each([
    [59, 0, 'paid'],
    [61, 2500, 'partly_refunded'],
  ] as const)(
    'by the booker, who moved the booking %d minutes before its first start, refunds %d',
    async (minutesBefore, refunded, status) => {
      const { id } = await captured()
      const firstStart = secondsOf(PAID_START)
      world.moveTo((firstStart - minutesBefore * 60) * 1000)
      const later = { startEpochSeconds: firstStart + 2 * 86_400 }
      unwrap(await rescheduleBooking(world.deps, world.publicCaller, id, later))
      world.moveBy(5)
      const told = await world.deps.payments.refundIfCancelled(world.deps, [
        await world.booking(id),
      ])
      expect(told).toMatchObject({ amount: refunded, currency: 'EUR' })
      unwrap(await cancelBooking(world.deps, world.publicCaller, id, {}))
      await world.work()
      expect((await world.booking(id)).payment?.status).toBe(status)
      expect(await charge(id)).toMatchObject([{ amount_captured: 5000, amount_refunded: refunded }])
    },
  )

  test('by the account refunds everything', async () => {
    const { id } = await captured()
    unwrap(await cancelBooking(world.deps, world.caller, id, {}))
    await world.work()
    expect((await world.booking(id)).payment?.status).toBe('refunded')
    expect(await charge(id)).toMatchObject([{ amount_refunded: 5000 }])
  })

  test('before the capture captures only what is kept', async () => {
    const { id } = await paid()
    stripe.break('/capture', 'fault_before')
    world.moveBy(1)
    await world.work()
    expect((await world.booking(id)).payment?.status).toBe('authorized')
    unwrap(await cancelBooking(world.deps, world.publicCaller, id, {}))
    world.moveBy(60)
    await world.work()
    expect((await world.paymentOf(id)).status).toBe('partly_refunded')
    const [only] = await charge(id)
    expect((only?.amount_captured ?? 0) - (only?.amount_refunded ?? 0)).toBe(2500)
  })
})

describe('a payment that cannot be captured', () => {
  const fails = async (onCaptureFailure: 'keep' | 'cancel') => {
    const made = await paid({ payment: { ...PRICE, onCaptureFailure } })
    stripe.break('/capture', 'declined', 3)
    for (let round = 0; round < 4; round += 1) {
      world.moveBy(1)
      await world.work()
    }
    return made
  }

  test('leaves the booking, is failed, and can be paid anew', async () => {
    const { id, checkoutId } = await fails('keep')
    expect(await world.booking(id)).toMatchObject({
      status: 'confirmed',
      payment: { status: 'failed', checkoutUrl: expect.stringContaining('/pay/pay_') },
    })
    expect(await world.events()).toContain('payment.failed')
    const second = await world.checkout(id)
    expect(second).not.toBe(checkoutId)
    stripe.pay(second)
    world.moveBy(5)
    await world.work()
    expect((await world.booking(id)).payment?.status).toBe('paid')
    expect(await charge(id)).toMatchObject([{ amount_captured: 0 }, { amount_captured: 5000 }])
  })

  test('cancels the booking after its time if the event type says so', async () => {
    const { id } = await fails('cancel')
    expect((await world.booking(id)).status).toBe('confirmed')
    world.moveBy(61)
    await world.work()
    expect(await world.booking(id)).toMatchObject({ status: 'cancelled', cancelledBy: 'system' })
    expect((await world.paymentOf(id)).status).toBe('released')
  })
})

test('money of a second checkout is given back', async () => {
  const { id } = await captured()
  const payment = await world.paymentOf(id)
  const vendor = world.deps.paymentVendors.stripe.withKey(stripe.key)
  const opened = await vendor.openCheckout({
    paymentId: payment.id,
    amount: 5000,
    currency: 'EUR',
    title: 'Check-up',
    returnUrl: 'https://book.example.com/',
    cancelUrl: 'https://book.example.com/',
    expiresAtEpochSeconds: Math.floor(world.clock.nowEpochMilliseconds() / 1000) + 3600,
    key: 'another',
  })
  if (!opened.ok) throw new Error('the checkout was not opened')
  stripe.pay(opened.value.checkoutId)
  await wakeForCheckout(world.deps, payment.id, opened.value.checkoutId)
  await world.work()
  expect((await charge(id)).map((each) => each.amount_captured)).toEqual([5000, 0])
  expect(stripe.sessionsOf(payment.id)[1]?.payment_intent?.status).toBe('canceled')
  expect((await world.booking(id)).payment?.status).toBe('paid')
})

test('a disputed payment is not refunded', async () => {
  const { id, checkoutId } = await captured()
  stripe.dispute(checkoutId)
  unwrap(await cancelBooking(world.deps, world.caller, id, {}))
  await world.work()
  expect((await world.paymentOf(id)).truth?.isDisputed).toBe(true)
  expect(await charge(id)).toMatchObject([{ amount_refunded: 0 }])
  expect(await world.items('PAYMENTDUE#')).toEqual([])
})

test('a vendor that denies the key breaks the connection, and the payment waits for another key', async () => {
  const { id } = await paid()
  const key = 'rk_test_another0000000000000'
  stripe.addKey(key, [])
  const { deps, caller } = world
  const restrictedKey = (given: string) =>
    connectVendor(deps, caller, { kind: 'stripe', restrictedKey: given })
  unwrap(await restrictedKey(key))
  stripe.revokeKey(key)
  world.moveBy(1)
  await world.work()
  expect((await world.booking(id)).status).toBe('pending')
  expect(unwrap(await getPaymentConnection(deps, caller)).failure).toBeDefined()
  unwrap(await restrictedKey(stripe.key))
  world.moveBy(1)
  await world.work()
  expect((await world.booking(id)).payment?.status).toBe('paid')
})

describe('the price', () => {
  test('of a duration and of a deposit is what is to pay', async () => {
    const { paidType, reserve } = await open()
    const payment = { ...PRICE, amountByDurationMinutes: { '30': 3000 } }
    const byDuration = await paidType({ durationOptionsMinutes: [60, 30], payment })
    const short = await reserve(byDuration.id, { durationMinutes: 30 })
    expect(short.payment?.amount).toBe(3000)
    const deposit = { ...PRICE, kind: 'deposit', depositAmount: 1500 } as const
    const withDeposit = await reserve((await paidType({ payment: deposit })).id)
    expect(withDeposit.payment?.amount).toBe(1500)
  })

  test('of nothing costs no write: such a booking has no payment', async () => {
    const { eventType, create } = await open()
    const free = await eventType()
    unwrap(await create(free.id, '2026-04-21T09:00:00Z'))
    expect([...(await world.items('PAYMENT')), ...(await world.items('PAYMENTDUE#'))]).toEqual([])
  })
})
