import { expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { depositWorld } from '../../../tests/support/deposit-world.ts'
import { eachInPaymentWorld } from '../../../tests/support/each-payment-world.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { rescheduleBooking } from '../../booking/bookings/reschedule-booking.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { listPayments } from '../../payments/payment/list-payments.ts'
import { captureDeposit, releaseDeposit } from '../../payments/security/decide-deposit.ts'

const given = eachInPaymentWorld()
const deposits = () => depositWorld(given.world)

test('a deposit is asked for the day before, authorized, and taken in part', async () => {
  const of = deposits()
  const stay = await of.stay()
  await of.reach(stay.id, 1.01)
  expect(await of.shown(stay.id)).toMatchObject({ state: 'due', amount: 30_000 })
  expect(await of.asked(stay.id)).toBe(0)
  await of.reach(stay.id, 1)
  expect(await of.asked(stay.id)).toBe(1)
  await of.authorize(stay.id)
  expect(await of.shown(stay.id)).toMatchObject({ state: 'authorized' })
  expect(await of.atVendor(stay.id)).toEqual({ reserved: 30_000, captured: 0 })
  const taken = { amount: 8000, reason: 'A broken window' }
  const { world } = given
  unwrap(await captureDeposit(world.deps, world.caller, stay.id, taken))
  // Again, with the same amount and reason: nothing happens twice.
  unwrap(await captureDeposit(world.deps, world.caller, stay.id, taken))
  await world.work()
  unwrap(await captureDeposit(world.deps, world.caller, stay.id, taken))
  await world.work()
  expect(await of.shown(stay.id)).toMatchObject({
    state: 'captured',
    amount: 30_000,
    capturedAmount: 8000,
    reason: 'A broken window',
  })
  expect(await of.atVendor(stay.id)).toEqual({ reserved: 0, captured: 8000 })
  const page = { limit: 10 }
  const { data } = unwrap(
    await listPayments(world.deps, world.caller, { bookingId: stay.id }, page),
  )
  const rows = data.map(({ amount, status, truth }) => [amount, status, truth?.amountCaptured])
  // The deposit, and the price, which it is no part of.
  expect(rows).toEqual([
    [8000, 'paid', 8000],
    [15_000, 'paid', 15_000],
  ])
  for (const refused of [
    await captureDeposit(world.deps, world.caller, stay.id, { ...taken, amount: 9000 }),
    await releaseDeposit(world.deps, world.caller, stay.id),
  ]) {
    expect(refused).toMatchObject({
      ok: false,
      refusal: { code: 'security_deposit_not_held', state: 'captured' },
    })
  }
  expect((await inspect(world.deps)).findings).toEqual([])
})

test('a deposit that nobody takes is released two days after the departure', async () => {
  const of = deposits()
  const stay = await of.stay()
  await of.reach(stay.id, 1)
  await of.authorize(stay.id)
  await of.reach(stay.id, -4.99)
  expect(await of.shown(stay.id)).toMatchObject({ state: 'authorized' })
  await of.reach(stay.id, -5)
  await given.world.work()
  expect(await of.shown(stay.id)).toMatchObject({ state: 'released' })
  expect(await of.atVendor(stay.id)).toEqual({ reserved: 0, captured: 0 })
  expect(await given.world.items('DUE#')).toEqual([])
  expect((await inspect(given.world.deps)).findings).toEqual([])
})

test('a stay that is cancelled releases its deposit, also one that is being authorized', async () => {
  const of = deposits()
  const { deps, caller } = given.world
  for (const isAuthorized of [true, false]) {
    const stay = await of.stay()
    await of.reach(stay.id, 1)
    const checkoutId = await of.checkout(stay.id)
    if (isAuthorized) await of.authorize(stay.id)
    unwrap(await cancelBooking(deps, caller, stay.id, {}))
    await of.consume()
    if (!isAuthorized) given.stripe.pay(checkoutId)
    await given.world.work()
    expect(await of.shown(stay.id)).toMatchObject({ state: 'released' })
    expect(await of.atVendor(stay.id)).toEqual({ reserved: 0, captured: 0 })
  }
  expect((await inspect(deps)).findings).toEqual([])
})

test('an authorization that the vendor ends has lapsed, and nothing can be taken of it', async () => {
  const of = deposits()
  const { deps, caller } = given.world
  const stay = await of.stay()
  await of.reach(stay.id, 1)
  await of.authorize(stay.id)
  await of.lapse(stay.id)
  // The webhook is late: the vendor is asked before anything is taken.
  const capture = { amount: 1000, reason: 'A lamp' }
  expect(await captureDeposit(deps, caller, stay.id, capture)).toMatchObject({
    ok: false,
    refusal: { code: 'security_deposit_not_held', state: 'lapsed' },
  })
  await given.world.work()
  expect(await of.shown(stay.id)).toMatchObject({ state: 'lapsed' })
  expect(await of.atVendor(stay.id)).toEqual({ reserved: 0, captured: 0 })
})

test('a lapse is found without a webhook', async () => {
  const of = deposits()
  const stay = await of.stay()
  await of.reach(stay.id, 1)
  await of.authorize(stay.id)
  await of.lapse(stay.id)
  await of.reach(stay.id, 0.7)
  await given.world.work()
  expect(await of.shown(stay.id)).toMatchObject({ state: 'lapsed' })
})

test('a stay that moves is asked at its new arrival, and a deposit that stands is kept', async () => {
  const of = deposits()
  const { deps, caller } = given.world
  const stay = await of.stay()
  await of.reach(stay.id, 1)
  expect(await of.asked(stay.id)).toBe(1)
  const { arrivalDay, departureDay } = stay.nights
  const later = { arrivalDay: arrivalDay + 10, departureDay: departureDay + 10 }
  const input = { stay: later, startEpochSeconds: 0 }
  unwrap(await rescheduleBooking(deps, caller, stay.id, input))
  await of.consume()
  await of.reach(stay.id, 5)
  expect(await of.asked(stay.id)).toBe(1)
  await of.reach(stay.id, 1)
  expect(await of.asked(stay.id)).toBe(2)
  await of.authorize(stay.id)
  unwrap(
    await rescheduleBooking(deps, caller, stay.id, {
      ...input,
      stay: { arrivalDay: arrivalDay + 11, departureDay: departureDay + 11 },
    }),
  )
  await of.consume()
  await of.reach(stay.id, 1)
  expect(await of.asked(stay.id)).toBe(2)
  expect(await of.shown(stay.id)).toMatchObject({ state: 'authorized' })
})

test('staff who release a deposit before it is due end it, and nobody is asked', async () => {
  const of = deposits()
  const { deps, caller } = given.world
  const stay = await of.stay()
  for (let time = 0; time < 2; time += 1) {
    const released = unwrap(await releaseDeposit(deps, caller, stay.id))
    expect(released.securityDeposit).toMatchObject({ state: 'released' })
  }
  await of.reach(stay.id, 1)
  expect(await of.asked(stay.id)).toBe(0)
})

test('what cannot be taken is refused in words', async () => {
  const of = deposits()
  const { deps, caller } = given.world
  const stay = await of.stay()
  const take = async (amount: number) =>
    await captureDeposit(deps, caller, stay.id, { amount, reason: 'A lamp' })
  expect(await take(1000)).toMatchObject({ refusal: { state: 'due' } })
  await of.reach(stay.id, 1)
  await of.authorize(stay.id)
  for (const [amount, message] of [
    [30_001, 'must be at most the deposit, 30000; got 30001'],
    [10, expect.stringContaining('at least')],
  ] as const) {
    expect(await take(amount)).toMatchObject({
      refusal: { code: 'validation_failed', errors: [{ pointer: '/amount', message }] },
    })
  }
  expect(await of.shown(stay.id)).toMatchObject({ state: 'authorized' })
})
