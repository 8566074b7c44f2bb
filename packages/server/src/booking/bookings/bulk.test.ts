import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { type BulkOutcome, changeBookings } from './bulk.ts'
import { cancelBooking, closeBooking, confirmBooking, getBooking } from './change-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const encoder = new TextEncoder()
const MISSING = 'bkg_01kqs3v7m8e2f4g6h8j0k2m4n6'

/** Holds a time of each of the first hours of a Monday. */
const holds = async (count: number) => {
  const { id } = await world.eventType({ durationMinutes: 15 })
  const ids: string[] = []
  for (let quarter = 0; quarter < count; quarter += 1) {
    const start = new Date((secondsOf('2026-04-27T09:00:00Z') + quarter * 900) * 1000)
    ids.push((await world.book(id, start.toISOString())).id)
  }
  return ids
}
const texts = (outcomes: readonly BulkOutcome[]) =>
  outcomes.map(({ result }) => (result.ok ? result.value : result.refusal.code))
const cancelAll = async (bookingIds: readonly string[], caller = world.caller) =>
  unwrap(await changeBookings(world.deps, caller, { action: 'cancel', bookingIds, reason: 'Ill' }))

test('each booking is cancelled by itself, with the reason, in the order of the ids', async () => {
  const ids = await holds(20)
  const [first = '', second = '', third = ''] = ids
  unwrap(await confirmBooking(world.deps, world.caller, second))
  world.moveTo('2026-04-27T10:00:00Z')
  unwrap(await closeBooking(world.deps, world.caller, second, 'complete'))
  unwrap(await cancelBooking(world.deps, world.caller, third, { reason: 'Earlier' }))
  const order = [MISSING, ...ids]
  const outcomes = await cancelAll(order)
  expect(outcomes.map(({ bookingId }) => bookingId)).toEqual(order)
  expect(texts(outcomes)).toEqual([
    'not_found',
    'cancelled',
    'invalid_transition',
    ...Array.from({ length: 18 }, () => 'cancelled'),
  ])
  const reasonOf = async (id: string) =>
    unwrap(await getBooking(world.deps, world.caller, id)).cancellationReason
  expect([await reasonOf(first), await reasonOf(third)]).toEqual(['Ill', 'Earlier'])
})

test('bookings of another account are not found', async () => {
  const ids = await holds(1)
  expect(texts(await cancelAll(ids, world.stranger))).toEqual(['not_found'])
})

test('a repeated call with the idempotency key is answered from its record and changes nothing', async () => {
  const ids = await holds(2)
  const seal = (outcomes: readonly BulkOutcome[]) => encoder.encode(JSON.stringify(texts(outcomes)))
  const keyed = {
    ...world.caller,
    idempotency: { scopeHash: 'scope', fingerprint: 'print', seal },
  }
  const run = (bookingIds: readonly string[]) =>
    changeBookings(world.deps, keyed, { action: 'cancel', bookingIds })
  expect(texts(unwrap(await run(ids.slice(0, 1))))).toEqual(['cancelled'])
  expect(await run(ids)).toMatchObject({
    ok: false,
    refusal: {
      code: 'idempotency_key_seen',
      record: { fingerprint: 'print', sealedAnswer: encoder.encode('["cancelled"]') },
    },
  })
  const [, second = ''] = ids
  expect(unwrap(await getBooking(world.deps, world.caller, second)).status).toBe('pending')
})

test('a call that failed half-way is completed by its repetition', async () => {
  const ids = await holds(12)
  let left = 5
  const store = storeWith(world.store, {
    transact: async (writes, token) => {
      left -= 1
      if (left < 0) throw new StoreUnavailable('gone', 'not-applied')
      return world.store.transact(writes, token)
    },
  })
  const input = { action: 'cancel', bookingIds: ids } as const
  const broken = changeBookings({ ...world.deps, store }, world.caller, input)
  await expect(broken).rejects.toThrow('gone')
  expect(texts(await cancelAll(ids))).toEqual(ids.map(() => 'cancelled'))
})
