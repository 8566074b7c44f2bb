import type { Booking, Payment } from '@holdfast/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { openPaymentWorld, type PaymentWorld } from '../../../tests/support/payment-world.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { eventFromOutbox, isFence } from '../../kernel/events/outbox.ts'
import { changedPayment } from './changed-payment.ts'
import { readSharedOrder } from './order.ts'
import { nextView, orderWrites } from './order-writes.ts'
import { payablePayment } from './payable-charge.ts'
import { readPayment } from './payment-entity.ts'
import { recordCharge } from './record-charge.ts'
import { shownWrites } from './shown-payment.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.close())

/** A group of two bookings for 50 EUR each, with its order and its charge as they are stored. */
async function group() {
  const { id } = await world.paidType()
  const made = await world.reserveGroup([id, id])
  return { ...made, second: made.bookings[1]?.id ?? '' }
}
async function viewOf(orderId: string) {
  const view = await readSharedOrder(world.deps, orderId)
  if (view === undefined) throw new Error('no order')
  return view
}
const chargeOf = async (chargeId: string) => {
  const charge = await readPayment(world.deps, chargeId)
  if (charge === undefined) throw new Error('no charge')
  return charge
}
/** The events of an order, oldest first. */
const eventsOf = async (orderId: string) =>
  (await world.items('OUTBOX#'))
    .filter((item) => !isFence(item))
    .map(eventFromOutbox)
    .filter(({ resourceId }) => resourceId === orderId)
    .sort((a, b) => (a.id < b.id ? -1 : 1))

test('a decision about a charge that has changed meanwhile is not recorded, and the change stays', async () => {
  const { chargeId, orderId } = await group()
  const before = await chargeOf(chargeId)
  const failed = changedPayment(world.deps, before, { failedCallCount: 1 })
  expect(await recordCharge(world.deps, orderId, { before, after: failed, types: [] })).toBe(true)
  const late = changedPayment(world.deps, before, { desired: { kind: 'void' } })
  expect(await recordCharge(world.deps, orderId, { before, after: late, types: [] })).toBe(false)
  const stored = await chargeOf(chargeId)
  expect(stored).toMatchObject({ version: before.version + 1, failedCallCount: 1 })
  expect(stored.desired).toEqual({ kind: 'none' })
  expect((await viewOf(orderId)).order.version).toBe(1)
})

test('what decides about the money of a charge is recorded with its order, a call that failed is not', async () => {
  const { chargeId, orderId } = await group()
  const before = await chargeOf(chargeId)
  const failed = changedPayment(world.deps, before, { failedCallCount: 1 })
  await recordCharge(world.deps, orderId, { before, after: failed, types: [] })
  expect((await viewOf(orderId)).order.version).toBe(1)
  expect(await eventsOf(orderId)).toEqual([])
  world.moveBy(1)
  const decided = changedPayment(world.deps, failed, { desired: { kind: 'captured' } })
  expect(
    await recordCharge(world.deps, orderId, { before: failed, after: decided, types: [] }),
  ).toBe(true)
  expect((await viewOf(orderId)).order).toMatchObject({
    version: 2,
    updatedAtEpochSeconds: Math.floor(world.clock.nowEpochMilliseconds() / 1000),
  })
  const [event] = await eventsOf(orderId)
  expect(event).toMatchObject({
    type: 'order.updated',
    actor: { kind: 'vendor' },
    resourceVersion: 2,
  })
})

test('the event of an order names the one who changed a booking of it', async () => {
  const { second, orderId } = await group()
  unwrap(await cancelBooking(world.deps, world.publicCaller, second, {}))
  expect((await eventsOf(orderId)).map(({ actor }) => actor)).toEqual([{ kind: 'booker' }])
})

test('the payment of several bookings is for one that still waits', async () => {
  const { bookings, second, chargeId } = await group()
  const charge = await chargeOf(chargeId)
  const first = bookings[0]?.id ?? ''
  expect((await payablePayment(world.deps, charge))?.booking.id).toBe(first)
  unwrap(await cancelBooking(world.deps, world.publicCaller, first, {}))
  expect((await payablePayment(world.deps, await chargeOf(chargeId)))?.booking.id).toBe(second)
})

test('a booking is written if its charge comes to something else than it shows, and only then', async () => {
  const { orderId } = await group()
  const { order, bookings, charges } = await viewOf(orderId)
  const charge = { ...charges[0], isOfBooking: true as const }
  const payment = { id: charge.id, status: charge.status, amount: charge.amount, currency: 'EUR' }
  const booking = { ...bookings[0], payment } as Booking
  const view = { order, bookings: [booking], charges: [charge] } as const
  const showing = (more: Partial<Payment>) =>
    shownWrites(world.deps, view, { ...view, charges: [{ ...charge, ...more }] })
  expect(showing({})).toEqual([])
  expect(showing({ amount: charge.amount + 500 })).toMatchObject([
    { item: { payment: { amount: charge.amount + 500 }, version: booking.version + 1 } },
  ])
  expect(showing({ status: 'paid' })).toMatchObject([{ item: { payment: { status: 'paid' } } }])
})

test('of the charges of an order only those that come to something else get a version', async () => {
  const { orderId } = await group()
  const before = await viewOf(orderId)
  const [first] = before.charges
  const other = { ...first, id: `${first.id}2` }
  const two = { ...before, charges: [first, other] } as const
  const asked = { ...other, amount: 4000 }
  const after = nextView(world.deps, two, { order: before.order, charges: [first, asked] })
  expect(after.charges[0]).toBe(first)
  expect(after.charges[1]).toMatchObject({ id: other.id, version: first.version + 1, amount: 4000 })
  expect(after.order.version).toBe(before.order.version + 1)
  expect(after.bookings).toBe(before.bookings)
  const writes = await orderWrites(world.deps, world.caller, two, after)
  const keys = writes().flatMap((write) => ('item' in write ? [write.item.PK] : []))
  expect(keys.filter((key) => key.includes(first.id))).toEqual([expect.stringContaining(other.id)])
})
