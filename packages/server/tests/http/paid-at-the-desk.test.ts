import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatEntity } from '../../src/kernel/format.ts'
import { formatKey } from '../../src/kernel/keys.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeEventType, START } from './support/fixtures.ts'
import { PRICE } from './support/paid-booking.ts'

// Each on a new store, so that each is the first that raises its format.
let server: TestApp
beforeEach(async () => {
  server = await openTestApp()
})
afterEach(() => server.close())

const DAY_MILLISECONDS = 86_400_000
const onDay = (day: number) =>
  new Date(Date.parse(START) + day * DAY_MILLISECONDS).toISOString().replace('.000', '')

interface Booked {
  readonly id: string
  readonly orderId: string
  readonly bookings: readonly { readonly id: string }[]
}

/** Sends a body with a key of the account; answers what was made. */
async function make(path: string, body: object): Promise<Booked> {
  const { status, body: made } = await server.call('POST', path, { body: { ...body } })
  expect(status, JSON.stringify(made)).toBeLessThan(300)
  return made as unknown as Booked
}

/** Enters money into an order; answers what the order comes to. */
async function enter(orderId: string, method: string, amount: number) {
  await make(`/v1/orders/${orderId}/payments`, { method, amount })
  return await balance(orderId)
}

async function balance(orderId: string) {
  const { total, paid, due } = (await server.call('GET', `/v1/orders/${orderId}`)).body
  return [total, paid, due]
}

const statusOf = async (id: string) => (await server.call('GET', `/v1/bookings/${id}`)).body.status

test('a course of somebody with a phone is one order, paid at once at the desk, and each date is given back by itself', async () => {
  const { id: eventTypeId } = await makeEventType(server.call, { payment: PRICE })
  const items = [0, 1, 2, 3].map((day) => ({ eventTypeId, start: onDay(day) }))
  const course = await make('/v1/booking-groups', {
    items,
    booker: { name: 'Nora Phone', phone: '+41 44 333 44 55' },
  })
  // The person and the order raise the format of the store together, once.
  const format = await formatEntity.read(server.deps.store, formatKey)
  expect(format).toMatchObject({ format: 2, version: 1 })
  expect(await balance(course.orderId)).toEqual([20_000, 0, 20_000])
  expect(await enter(course.orderId, 'card_reader', 20_000)).toEqual([20_000, 20_000, 0])
  const ids = course.bookings.map(({ id }) => id)
  expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'confirmed'))

  // The house cancels one date, and staff give its price back.
  await make(`/v1/bookings/${ids[1]}/cancel`, {})
  expect(await balance(course.orderId)).toEqual([15_000, 20_000, -5000])
  expect(await enter(course.orderId, 'cash', -5000)).toEqual([15_000, 15_000, 0])
  // The others stand.
  expect(await statusOf(ids[0] ?? '')).toBe('confirmed')
  await make(`/v1/booking-groups/${course.id}/cancel`, { scope: 'all' })
  expect(await balance(course.orderId)).toEqual([0, 15_000, -15_000])
})

test('a walk-in without an address pays in cash and is confirmed', async () => {
  const { id: eventTypeId } = await makeEventType(server.call, { payment: PRICE })
  const walkIn = await make('/v1/bookings', {
    eventTypeId,
    start: onDay(1),
    booker: { name: 'Somebody' },
  })
  expect(await statusOf(walkIn.id)).toBe('pending')
  expect(await enter(walkIn.orderId, 'cash', 5000)).toEqual([5000, 5000, 0])
  expect(await statusOf(walkIn.id)).toBe('confirmed')
})

test('a booking by phone is confirmed by its deposit, and the balance is paid on arrival', async () => {
  const payment = { ...PRICE, kind: 'deposit', depositAmount: 1000 }
  const { id: eventTypeId } = await makeEventType(server.call, { payment })
  const booking = await make('/v1/bookings', {
    eventTypeId,
    start: onDay(2),
    booker: { name: 'Nora Phone', phone: '+41 44 333 44 55' },
  })
  expect(await enter(booking.orderId, 'transfer', 1000)).toEqual([5000, 1000, 4000])
  expect(await statusOf(booking.id)).toBe('confirmed')
  const shown = (await server.call('GET', `/v1/bookings/${booking.id}`)).body
  expect(shown.payment).toMatchObject({ status: 'released', amount: 1000, checkoutUrl: null })
  expect(await enter(booking.orderId, 'cash', 4000)).toEqual([5000, 5000, 0])
})
