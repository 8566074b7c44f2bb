import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openPaymentWorld, type PaymentWorld } from '../../../tests/support/payment-world.ts'
import { type StripeServer, startStripe } from '../../../tests/support/stripe-server.ts'
import { bookingKey } from '../../booking/keys.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import { newTransactionToken } from '../../kernel/transaction.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { repair } from '../../ops/doctor/repair.ts'
import { paymentKey } from '../keys.ts'
import { wakePayment } from '../payment/wake-payment.ts'

let stripe: StripeServer
let world: PaymentWorld

beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())
afterEach(() => world.close())

/** A world with a booking that was paid, and one that waits for its payment. */
async function open() {
  world = await openPaymentWorld('sqlite', stripe)
  const type = await world.paidType()
  const paid = await world.reserve(type.id)
  stripe.pay(await world.checkout(paid.id))
  await wakePayment(world.deps, await world.paymentOf(paid.id))
  await world.work()
  const waiting = await world.reserve(type.id, world.nextStart())
  await world.checkout(waiting.id)
  return { paid, waiting }
}

const write = async (...writes: Parameters<typeof world.store.transact>[0]) => {
  const outcome = await world.store.transact(writes, newTransactionToken(world.deps))
  expect(outcome.committed).toBe(true)
}

/** Changes attributes of an item without conditions; undefined removes one. */
async function alter(key: ItemKey, attributes: Partial<Item>): Promise<void> {
  const before = await world.store.get(key, { consistent: true })
  const members = Object.entries({ ...before, ...attributes })
  const item = Object.fromEntries(members.filter(([, value]) => value !== undefined)) as Item
  await write({ kind: 'delete', key })
  await write({ kind: 'put-if-absent', item })
}

const codes = async (): Promise<readonly string[]> =>
  (await inspect(world.deps)).findings.map(({ code }) => code).sort()

const paymentOf = (bookingId: string) => world.paymentOf(bookingId)

test('payments that agree with their bookings have no findings', async () => {
  await open()
  expect(await codes()).toEqual([])
})

test('a captured payment of a booking that was cancelled behind its back is found', async () => {
  const { paid } = await open()
  const booking = await world.booking(paid.id)
  const { id } = await paymentOf(paid.id)
  await alter(bookingKey(booking.id), { payment: { ...booking.payment, status: 'failed' } })
  expect(await codes()).toEqual(['payment_status_wrong'])
  await alter(bookingKey(booking.id), { payment: { ...booking.payment } })
  await alter(paymentKey(id), { desired: { kind: 'void' } })
  expect(await codes()).toEqual(['payment_kept'])
})

test('a booking that stands without its capture is found', async () => {
  const { paid } = await open()
  const booking = await world.booking(paid.id)
  const { id } = await paymentOf(paid.id)
  await alter(paymentKey(id), { status: 'authorized', truth: undefined })
  await alter(bookingKey(booking.id), { payment: { ...booking.payment, status: 'authorized' } })
  expect(await codes()).toEqual(['payment_uncaptured'])
})

test('a payment without its booking, and a booking without its payment, are found', async () => {
  const { paid } = await open()
  const booking = await world.booking(paid.id)
  await alter(bookingKey(paid.id), {
    payment: { ...booking.payment, id: 'pay_01k5w3q8v0m9c2r4t6x8z0b1d3' },
  })
  expect(await codes()).toEqual(['payment_missing', 'payment_orphaned'])
})

test('a payment that is missing in the queue is found and put back', async () => {
  const { waiting } = await open()
  const payment = await paymentOf(waiting.id)
  const [entry] = await world.items('PAYMENTDUE#')
  if (entry === undefined) throw new Error('nothing is due')
  await write({ kind: 'delete', key: { PK: entry.PK, SK: entry.SK } })
  const { findings } = await inspect(world.deps)
  expect(findings.map(({ code }) => code)).toEqual(['payment_due_missing'])
  await repair(world.deps, findings)
  expect(await codes()).toEqual([])
  expect((await world.items('PAYMENTDUE#')).map(({ paymentId }) => paymentId)).toEqual([payment.id])
})
