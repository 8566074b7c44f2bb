import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import {
  cancelBooking,
  closeBooking,
  confirmBooking,
  getBooking,
} from '../bookings/change-booking.ts'
import { type BulkOutcome, changeBookings } from './change-bookings.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
let scope = 0
beforeEach(() => {
  scope += 1
  world.moveTo(NOW)
})
afterAll(() => world.close())

const encoder = new TextEncoder()
const MISSING = 'bkg_01kqs3v7m8e2f4g6h8j0k2m4n6'

/** The caller with an idempotency key. */
const keyed = () => ({
  ...world.caller,
  idempotency: {
    scopeHash: `scope-${scope}`,
    fingerprint: 'print',
    seal: (outcomes: readonly BulkOutcome[]) => encoder.encode(JSON.stringify(texts(outcomes))),
  },
})

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
const cancelAll = async (ids: readonly string[], caller = world.caller) =>
  unwrap(await changeBookings(world.deps, caller, ids, { action: 'cancel', reason: 'Ill' }))

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
  const run = (bookingIds: readonly string[]) =>
    changeBookings(world.deps, keyed(), bookingIds, { action: 'cancel' })
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
  const broken = changeBookings({ ...world.deps, store }, world.caller, ids, { action: 'cancel' })
  await expect(broken).rejects.toThrow('gone')
  expect(texts(await cancelAll(ids))).toEqual(ids.map(() => 'cancelled'))
})

describe('a bulk reassignment', () => {
  /** Three providers who can stand in for each other, and the bookings of the first on several hours. */
  const shift = async (hours: readonly number[]) => {
    const providerIds: string[] = []
    for (const name of ['Ada', 'Bob', 'Cleo']) {
      providerIds.push((await world.provider({ name })).id)
    }
    const [ada = '', bob = '', cleo = ''] = providerIds
    const type = await world.eventType({
      requirements: [{ name: 'who', providerIds, count: 1, choice: 'priority' }],
    })
    const ids: string[] = []
    for (const hour of hours) {
      const start = `2026-04-27T${String(hour).padStart(2, '0')}:00:00Z`
      ids.push((await world.book(type.id, start)).id)
    }
    return { ids, ada, bob, cleo }
  }
  const busy = async (providerId: string, start: string) =>
    world.book((await world.eventType({ providerId })).id, start)
  const reassign = async (ids: readonly string[], from?: string, deps = world.deps) =>
    unwrap(await changeBookings(deps, keyed(), ids, { action: 'reassign', from }))
  const providersOf = (ids: readonly string[]) =>
    Promise.all(
      ids.map(async (id) => unwrap(await getBooking(world.deps, world.caller, id)).providerId),
    )

  test('gives each booking to another free candidate, and names those that nobody can take', async () => {
    const { ids, ada, bob, cleo } = await shift([9, 10, 11])
    expect(await providersOf(ids)).toEqual([ada, ada, ada])
    await busy(bob, '2026-04-27T10:00:00Z')
    for (const id of [bob, cleo]) await busy(id, '2026-04-27T11:00:00Z')
    const outcomes = await reassign(ids, ada)
    expect(texts(outcomes)).toEqual(['pending', 'pending', 'no_candidate_free'])
    expect(await providersOf(ids)).toEqual([bob, cleo, ada])
  })

  test('that failed half-way moves no booking twice when it is repeated with its key', async () => {
    const { ids, ada, bob, cleo } = await shift([9, 10, 11, 12])
    for (const hour of ['09', '10', '11', '12']) await busy(cleo, `2026-04-27T${hour}:00:00Z`)
    let left = 2
    const store = storeWith(world.store, {
      transact: async (writes, token) => {
        left -= 1
        if (left < 0) throw new StoreUnavailable('gone', 'not-applied')
        return world.store.transact(writes, token)
      },
    })
    await expect(reassign(ids, undefined, { ...world.deps, store })).rejects.toThrow('gone')
    const moved = (await providersOf(ids)).flatMap((id, index) => (id === bob ? [index] : []))
    expect(moved).toHaveLength(2)
    // Nobody but the provider who has them now could take them.
    for (const index of moved)
      await busy(ada, `2026-04-27T${String(9 + index).padStart(2, '0')}:00:00Z`)
    expect(texts(await reassign(ids))).toEqual(['pending', 'pending', 'pending', 'pending'])
    expect(await providersOf(ids)).toEqual([bob, bob, bob, bob])
  })

  test('takes the bookings of the provider that is named', async () => {
    const ids: string[] = []
    for (const name of ['Ada', 'Bob', 'Room 1', 'Room 2'])
      ids.push((await world.provider({ name })).id)
    const [ada, bob, first, second] = ids as [string, string, string, string]
    const type = await world.eventType({
      requirements: [
        { name: 'who', providerIds: [ada, bob], count: 1, choice: 'priority' },
        { name: 'room', providerIds: [first, second], count: 1, choice: 'priority' },
      ],
    })
    const { id } = await world.book(type.id, '2026-04-27T09:00:00Z')
    expect(texts(await reassign([id], first))).toEqual(['pending'])
    const { assignments = [] } = unwrap(await getBooking(world.deps, world.caller, id))
    expect(assignments.map(({ providerId }) => providerId)).toEqual([ada, second])
  })
})
