import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { everyDayOf } from '../../../tests/support/slot-starts.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import type { Store, Write } from '../../kernel/ports/store.ts'
import { cancelBooking, confirmBooking } from './change-booking.ts'
import { createBooking } from './create-booking.ts'
import { rescheduleBooking } from './reschedule-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const TEN = '2026-04-27T10:00:00Z'
const ELEVEN = '2026-04-27T11:00:00Z'
const quanta = (first: number, count = 12) => Array.from({ length: count }, (_, n) => first + n)
const isOf = (kind: Write['kind']) => (write: Write) => write.kind === kind

const on = (store: Store) => ({ ...world.deps, store })
const move = (bookingId: string, start: string, deps = world.deps) =>
  rescheduleBooking(deps, world.caller, bookingId, { startEpochSeconds: secondsOf(start) })
const taken = (start: string) => ({
  ok: false,
  refusal: { code: 'slot_taken', startEpochSeconds: secondsOf(start) },
})

/** A store that counts the transactions with such a write. */
function counting(isMeant: (write: Write) => boolean) {
  const counted = { transactions: 0 }
  const store = storeWith(world.store, {
    transact(writes, token) {
      if (writes.some(isMeant)) counted.transactions += 1
      return world.store.transact(writes, token)
    },
  })
  return { counted, store }
}

/** A store that runs something once, before it first answers a read of ledger days. */
function interruptedBeforeDaysAreRead(interrupt: () => Promise<unknown>): Store {
  let isDone = false
  return storeWith(world.store, {
    async getMany(keys, options) {
      if (!isDone && keys.some(({ SK }) => SK.startsWith('DAY#'))) {
        isDone = true
        await interrupt()
      }
      return await world.store.getMany(keys, options)
    },
  })
}

describe('a new booking', () => {
  test('of a day longer than one condition can name reads the day first', async () => {
    const type = await world.eventType({
      durationMinutes: 725,
      availabilityRules: everyDayOf(),
      confirmation: 'instant',
    })
    const { providerId } = type
    const evening = await world.eventType({
      providerId,
      confirmation: 'instant',
      availabilityRules: everyDayOf(),
    })
    await world.book(evening.id, '2026-04-27T23:00:00Z')
    const { counted, store } = counting(isOf('ledger-replace'))
    const input = {
      target: { eventTypeId: type.id },
      startEpochSeconds: secondsOf('2026-04-27T00:00:00Z'),
      booker: BOOKER,
    }
    unwrap(await createBooking(on(store), world.caller, input))
    expect(counted.transactions).toBe(1)
    expect((await world.ledger(providerId, '2026-04-27')).taken).toEqual([
      ...quanta(0, 145),
      ...quanta(276),
    ])
    expect(await createBooking(world.deps, world.caller, input)).toEqual(
      taken('2026-04-27T00:00:00Z'),
    )
  })

  test('twice under one idempotency key is refused the second time', async () => {
    const type = await world.eventType()
    const idempotency = {
      scopeHash: 'books',
      fingerprint: 'body',
      seal: () => new Uint8Array([1]),
    }
    const book = (start: string) =>
      createBooking(
        world.deps,
        { ...world.caller, idempotency },
        {
          target: { eventTypeId: type.id },
          startEpochSeconds: secondsOf(start),
          booker: BOOKER,
        },
      )
    expect(await book(TEN)).toMatchObject({ ok: true })
    for (const start of [TEN, ELEVEN]) {
      expect(await book(start)).toMatchObject({
        refusal: { code: 'idempotency_key_seen', record: { fingerprint: 'body' } },
      })
    }
    expect((await world.ledger(type.providerId, '2026-04-27')).taken).toEqual(quanta(120))
  })

  test('under the id of another one fails loudly', async () => {
    const type = await world.eventType()
    const { id } = await world.book(type.id, TEN)
    const ids: typeof world.deps.ids = {
      next: (kind, now) => (kind === 'booking' ? id : world.deps.ids.next(kind, now)),
    }
    const again = createBooking({ ...world.deps, ids }, world.caller, {
      target: { eventTypeId: type.id },
      startEpochSeconds: secondsOf(ELEVEN),
      booker: BOOKER,
    })
    await expect(again).rejects.toThrow('a new booking has the id of an existing one')
  })
})

describe('the writes of a change', () => {
  const triggersOf = async (id: string) =>
    (await world.items('EXPIRATION_TRIGGER#')).filter(({ bookingId }) => bookingId === id)
  const eventsOf = async (id: string) =>
    (await world.items('OUTBOX#'))
      .filter(({ resourceId }) => resourceId === id)
      .sort((a, b) => Number(a.resourceVersion) - Number(b.resourceVersion))
      .map(({ type, resourceVersion }) => `${type} ${resourceVersion}`)

  test('publish an event for each step, and keep a trigger as long as the hold lasts', async () => {
    const type = await world.eventType()
    const { id } = await world.book(type.id, TEN)
    const trigger = await triggersOf(id)
    expect(trigger).toMatchObject([{ SK: `1776672300#${id}` }])
    unwrap(await move(id, ELEVEN))
    expect(await triggersOf(id)).toEqual(trigger)
    unwrap(await confirmBooking(world.deps, world.caller, id))
    expect(await triggersOf(id)).toEqual([])
    unwrap(await cancelBooking(world.deps, world.caller, id, {}))
    expect(await eventsOf(id)).toEqual([
      'booking.created 1',
      'booking.rescheduled 2',
      'booking.confirmed 3',
      'booking.cancelled 4',
    ])
  })

  test('of an instant booking publish its creation and its confirmation, without a trigger', async () => {
    const type = await world.eventType({ confirmation: 'instant' })
    const { id } = await world.book(type.id, TEN)
    expect((await eventsOf(id)).sort()).toEqual(['booking.confirmed 1', 'booking.created 1'])
    expect(await triggersOf(id)).toEqual([])
  })

  test('name no item twice in one transaction', async () => {
    const type = await world.eventType()
    const { id } = await world.book(type.id, TEN)
    const names: string[][] = []
    const store = storeWith(world.store, {
      transact(list, token) {
        const keys = list.map((write) => ('item' in write ? write.item : write.key))
        names.push(keys.map(({ PK, SK }) => `${PK} ${SK}`))
        return world.store.transact(list, token)
      },
    })
    unwrap(await move(id, '2026-04-28T10:00:00Z', on(store)))
    unwrap(await confirmBooking(on(store), world.caller, id))
    expect(names.map((all) => [all.length, new Set(all).size])).toEqual([
      [4, 4],
      [4, 4],
    ])
  })

  test('that only the store can refuse leave neither an event nor a claim behind', async () => {
    const type = await world.eventType({ confirmation: 'instant' })
    await world.book(type.id, TEN)
    const second = await world.book(type.id, ELEVEN)
    expect(await move(second.id, TEN)).toEqual(taken(TEN))
    expect((await eventsOf(second.id)).length).toBe(2)
    expect((await world.ledger(type.providerId, '2026-04-27')).taken).toEqual(quanta(120, 24))
  })
})

test('a hold that is moved while another move of it reads the day is moved from its new time', async () => {
  const type = await world.eventType()
  const hold = await world.book(type.id, '2026-04-27T10:00:00Z')
  const to = (start: string) => ({ startEpochSeconds: secondsOf(start) })
  const store = interruptedBeforeDaysAreRead(async () => {
    const atTwo = to('2026-04-27T14:00:00Z')
    const first = await rescheduleBooking(world.deps, world.caller, hold.id, atTwo)
    expect(first).toMatchObject({ ok: true, value: { version: 2 } })
  })
  const atNoon = to('2026-04-27T12:00:00Z')
  const moved = await rescheduleBooking({ ...world.deps, store }, world.caller, hold.id, atNoon)
  expect(moved).toMatchObject({ ok: true, value: { version: 3, ...atNoon } })
  // An hour in quanta of five minutes, from 12:00 on.
  const hour = Array.from({ length: 12 }, (_, index) => 144 + index)
  expect(await world.ledger(hold.providerId, '2026-04-27')).toMatchObject({
    taken: hour,
    holds: [{ bookingId: hold.id, firstQuantum: 144, quantumCount: 12 }],
  })
})
