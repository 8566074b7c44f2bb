import type { Payment, Result } from '@holdfast/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { openPaymentWorld, type PaymentWorld } from '../../../tests/support/payment-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import type { Listed } from '../../kernel/paging.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { listPayments, paymentsForFile } from './list-payments.ts'

let world: PaymentWorld
/** Three payments that began a minute apart, the earliest first, and their bookings. */
let payments: readonly Payment[]
let bookingIds: readonly string[]
beforeAll(async () => {
  world = await openPaymentWorld('sqlite')
  const made: { readonly bookingId: string; readonly payment: Payment }[] = []
  for (let count = 0; count < 3; count += 1) {
    const type = await world.paidType()
    const booking = await world.reserve(type.id)
    made.push({ bookingId: booking.id, payment: await world.paymentOf(booking.id) })
    world.moveBy(1)
  }
  payments = made.map(({ payment }) => payment)
  bookingIds = made.map(({ bookingId }) => bookingId)
})
afterAll(() => world.close())

const ids = (result: Result<Listed<Payment> | readonly Payment[], Refusal>) => {
  const value = unwrap(result)
  return ('data' in value ? value.data : value).map(({ id }) => id)
}
const idOf = (place: number) => payments[place]?.id
const beginOf = (place: number) => payments[place]?.createdAtEpochSeconds ?? 0
const list = (range: Parameters<typeof listPayments>[2] = {}, page = { limit: 100 }) =>
  listPayments(world.deps, world.caller, range, page)

test('payments are listed by their beginning, the latest first', async () => {
  expect(ids(await list())).toEqual([idOf(2), idOf(1), idOf(0)])
})

test('a range of payments has its first second and not its last', async () => {
  const from = { fromEpochSeconds: beginOf(1) }
  const to = { toEpochSeconds: beginOf(1) }
  expect(ids(await list(from))).toEqual([idOf(2), idOf(1)])
  expect(ids(await list(to))).toEqual([idOf(0)])
  expect(ids(await list({ ...from, toEpochSeconds: beginOf(1) + 1 }))).toEqual([idOf(1)])
})

test('pages of payments follow each other without a gap or a repetition', async () => {
  const first = unwrap(await list({}, { limit: 2 }))
  expect(first.data.map(({ id }) => id)).toEqual([idOf(2), idOf(1)])
  const page = { limit: 2, cursor: first.cursor ?? '' }
  const second = unwrap(await listPayments(world.deps, world.caller, {}, page))
  expect(second.data.map(({ id }) => id)).toEqual([idOf(0)])
  expect(second.cursor).toBeUndefined()
})

test('the payment of one booking is listed if it began in the range', async () => {
  const [bookingId = ''] = bookingIds
  const at = beginOf(0)
  expect(ids(await list({ bookingId }))).toEqual([idOf(0)])
  expect(ids(await list({ bookingId, fromEpochSeconds: at }))).toEqual([idOf(0)])
  expect(ids(await list({ bookingId, fromEpochSeconds: at + 1 }))).toEqual([])
  expect(ids(await list({ bookingId, toEpochSeconds: at + 1 }))).toEqual([idOf(0)])
  expect(ids(await list({ bookingId, toEpochSeconds: at }))).toEqual([])
})

test('a booking that is free has no payments to list, and one that is unknown or of another account is refused', async () => {
  const free = await world.eventType({ availabilityRules: [] })
  const booking = await world.create(free.id, '2026-04-22T10:00:00Z', { isOverride: true })
  const freeId = booking.ok ? booking.value.booking.id : 'bkg_none'
  expect(ids(await list({ bookingId: freeId }))).toEqual([])
  const unknown = { ok: false, refusal: { code: 'not_found', resource: 'booking' } }
  expect(await list({ bookingId: 'bkg_unknown' })).toMatchObject(unknown)
  const [bookingId = ''] = bookingIds
  const strange = await listPayments(world.deps, world.stranger, { bookingId }, { limit: 100 })
  expect(strange).toMatchObject(unknown)
  expect(ids(await listPayments(world.deps, world.stranger, {}, { limit: 100 }))).toEqual([])
})

test('a file has the payments of a range, the earliest first, and none of another account', async () => {
  const file = (range = {}) => paymentsForFile(world.deps, world.caller, range)
  expect(ids(await file())).toEqual([idOf(0), idOf(1), idOf(2)])
  expect(ids(await file({ fromEpochSeconds: beginOf(1) }))).toEqual([idOf(1), idOf(2)])
  expect(ids(await file({ toEpochSeconds: beginOf(1) }))).toEqual([idOf(0)])
  expect(ids(await paymentsForFile(world.deps, world.stranger, {}))).toEqual([])
})

/** The world, whose store answers every list of payments in pages of 500 up to this many. */
function withPayments(total: number) {
  const { store } = world.deps
  const cursorsSeen: (string | undefined)[] = []
  const query: typeof store.query = async (request) => {
    const { cursor: _, ...first } = request
    const { items } = await store.query({ ...first, limit: 1 })
    const [item] = items
    if (item === undefined) throw new Error('there is no payment')
    cursorsSeen.push(request.cursor)
    const left = total - 500 * (cursorsSeen.length - 1)
    const page = Array.from({ length: Math.min(500, left) }, () => item)
    return left > 500 ? { items: page, cursor: `page ${cursorsSeen.length}` } : { items: page }
  }
  return { deps: { ...world.deps, store: storeWith(store, { query }) }, cursorsSeen }
}

test('a file has at most 10,000 payments, and every page of them is read', async () => {
  const full = withPayments(10_000)
  expect(ids(await paymentsForFile(full.deps, world.caller, {}))).toHaveLength(10_000)
  expect(full.cursorsSeen.slice(0, 3)).toEqual([undefined, 'page 1', 'page 2'])
  const tooMany = await paymentsForFile(withPayments(10_001).deps, world.caller, {})
  expect(tooMany).toMatchObject({ ok: false, refusal: { code: 'validation_failed' } })
  expect(JSON.stringify(tooMany)).toContain('has more than 10000 payments. Choose a shorter range.')
})
