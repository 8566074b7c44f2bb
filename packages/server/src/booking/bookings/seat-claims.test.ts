import {
  type Booking,
  cancelBooking,
  createBooking,
  expireBooking,
  rescheduleBooking,
} from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
} from '../../../tests/support/booking-world.ts'
import {
  claimsOf,
  ELEVEN,
  HOUR,
  later,
  TEN,
  toEleven,
  type WantedBooking,
} from '../../../tests/support/claim-bookings.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { countFromItem } from '../../kernel/items/count-item.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { only } from '../../ledger/alternatives.ts'
import { sessionKey } from '../keys.ts'
import { commitBooking, commitBookings } from './commit-booking.ts'

let world: BookingWorld
let claims: ReturnType<typeof claimsOf>
beforeAll(async () => {
  world = await openBookingWorld()
  claims = claimsOf(world)
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

type Seat = Omit<WantedBooking, 'providerId' | 'eventTypeId'>

/** A class of a new teacher, an hour long. */
async function newClass(capacity = 3) {
  const { id: providerId } = await world.provider()
  const eventTypeId = providerId.replace('prv_', 'ety_')
  const seating = { capacity }
  const join = async (seat: Seat) => {
    const booking = claims.newBooking({ providerId, eventTypeId, seats: 1, ...seat })
    const outcome = await claims.commit(undefined, { ...createBooking(booking), seating })
    return { booking, outcome }
  }
  return {
    providerId,
    eventTypeId,
    seating,
    join,
    joined: async (seat: Seat): Promise<Booking> => {
      const { booking, outcome } = await join(seat)
      expect(outcome).toEqual({ kind: 'done' })
      return booking
    },
    session: async (start = TEN) => {
      const key = sessionKey(eventTypeId, secondsOf(start))
      const item = await world.store.get(key, { consistent: true })
      const { used, holds } = countFromItem(item)
      return { used, held: holds.length, isFinal: item?.isFinal === true }
    },
    ledger: () => world.ledger(providerId, '2026-04-27'),
    isFree: () => claims.isFree(providerId),
  }
}

describe('the time of a session', () => {
  test('is held until the last hold of its seats lapses, and free at that second', async () => {
    const yoga = await newClass()
    await yoga.joined({ heldMinutes: 5 })
    await yoga.joined({ heldMinutes: 9 })
    expect(await yoga.isFree()).toBe(false)
    world.moveTo(later(8.99))
    expect(await yoga.isFree()).toBe(false)
    world.moveTo(later(9))
    expect(await yoga.isFree()).toBe(true)
  })

  test('is held no longer than its remaining seats when the one held longest is cancelled', async () => {
    const yoga = await newClass()
    await yoga.joined({ heldMinutes: 5 })
    const long = await yoga.joined({ heldMinutes: 60 })
    await claims.cancel(long)
    expect((await yoga.ledger()).holds).toMatchObject([
      { expiresAtEpochSeconds: secondsOf(later(5)) },
    ])
  })

  test('is held no longer than its remaining seats when a server whose clock is ahead cancels the one held longest', async () => {
    const yoga = await newClass()
    await yoga.joined({ heldMinutes: 5 })
    const long = await yoga.joined({ heldMinutes: 9 })
    world.moveTo(later(10))
    await claims.cancel(long)
    world.moveTo(later(5))
    expect(await yoga.isFree()).toBe(true)
  })

  test('is claimed for good from the first confirmation on, and later seats do not touch it', async () => {
    const yoga = await newClass()
    const first = await yoga.joined({ heldMinutes: 5 })
    await claims.confirm(first)
    expect(await yoga.session()).toEqual({ used: 1, held: 0, isFinal: true })
    expect(await yoga.ledger()).toEqual({ taken: HOUR, holds: [], blocks: [] })
    const seen: Write['kind'][] = []
    const store = storeWith(world.store, {
      transact(writes, token) {
        seen.push(...writes.map(({ kind }) => kind))
        return world.store.transact(writes, token)
      },
    })
    const decision = {
      ...createBooking(claims.newBooking({ ...yoga, seats: 2, heldMinutes: 5 })),
      seating: yoga.seating,
    }
    await commitBooking({ ...world.deps, store }, world.caller, undefined, decision, undefined)
    expect(seen).toEqual(['put-if-absent', 'put-if-absent', 'outbox-append', 'count-claim'])
    world.moveTo(later(100))
    expect(await yoga.isFree()).toBe(false)
  })

  test('becomes a hold again when only held seats are left', async () => {
    const yoga = await newClass()
    const first = await yoga.joined({})
    await yoga.joined({ heldMinutes: 7 })
    await claims.cancel(first)
    expect(await yoga.session()).toEqual({ used: 1, held: 1, isFinal: false })
    world.moveTo(later(6.9))
    expect(await yoga.isFree()).toBe(false)
    world.moveTo(later(7))
    expect(await yoga.isFree()).toBe(true)
  })

  test('is free when the last party leaves', async () => {
    const yoga = await newClass()
    const first = await yoga.joined({ seats: 2 })
    const second = await yoga.joined({})
    await claims.cancel(first)
    expect(await yoga.isFree()).toBe(false)
    await claims.cancel(second)
    expect(await yoga.session()).toEqual({ used: 0, held: 0, isFinal: false })
    expect(await yoga.ledger()).toEqual({ taken: [], holds: [], blocks: [] })
  })

  test('that a rival took after all holds had lapsed is refused to new seats', async () => {
    const yoga = await newClass()
    const lapsed = await yoga.joined({ heldMinutes: 5 })
    world.moveTo(later(5))
    const rival = claims.newBooking({ providerId: yoga.providerId })
    await commitBooking(world.deps, world.caller, undefined, createBooking(rival), undefined)
    const { outcome } = await yoga.join({ heldMinutes: 5 })
    expect(outcome).toEqual({
      kind: 'refused',
      refusal: { code: 'slot_taken', startEpochSeconds: secondsOf(TEN) },
      takenProviderId: yoga.providerId,
      index: 0,
    })
    await claims.change(lapsed, expireBooking(lapsed, claims.now()))
    expect(await yoga.ledger()).toEqual({ taken: HOUR, holds: [], blocks: [] })
  })

  test('is claimed anew by a seat after all holds had lapsed', async () => {
    const yoga = await newClass()
    const lapsed = await yoga.joined({ heldMinutes: 5 })
    world.moveTo(later(5))
    await yoga.joined({ heldMinutes: 5 })
    await claims.change(lapsed, expireBooking(lapsed, claims.now()))
    expect(await yoga.session()).toEqual({ used: 1, held: 1, isFinal: false })
    expect((await yoga.ledger()).holds).toMatchObject([
      { expiresAtEpochSeconds: secondsOf(later(10)) },
    ])
  })
})

describe('the seats of a session', () => {
  test('are refused when too few are left, with how many', async () => {
    const yoga = await newClass(3)
    await yoga.joined({ seats: 2 })
    expect((await yoga.join({ seats: 2 })).outcome).toEqual({
      kind: 'refused',
      refusal: { code: 'session_full', seatsLeft: 1 },
      index: 0,
    })
    await yoga.joined({ seats: 1, heldMinutes: 5 })
    expect((await yoga.join({ seats: 1 })).outcome).toMatchObject({
      refusal: { code: 'session_full', seatsLeft: 0 },
    })
  })

  test('of a lapsed hold are free at that second, swept or not', async () => {
    const yoga = await newClass(3)
    await yoga.joined({ seats: 2 })
    const lapsed = await yoga.joined({ seats: 1, heldMinutes: 5 })
    world.moveTo(later(5))
    await yoga.joined({ seats: 1 })
    expect(await yoga.session()).toEqual({ used: 3, held: 0, isFinal: true })
    await claims.change(lapsed, expireBooking(lapsed, claims.now()))
    expect(await yoga.session()).toEqual({ used: 3, held: 0, isFinal: true })
  })

  test('that a party gives back are taken by another in the same transaction', async () => {
    const yoga = await newClass(3)
    await yoga.joined({ seats: 2 })
    const leaving = await yoga.joined({ seats: 1 })
    const joining = claims.newBooking({ ...yoga, seats: 1, heldMinutes: 5 })
    const left = cancelBooking(leaving, claims.now(), 'account', undefined)
    if (!left.ok) throw new Error('a confirmed seat cannot be cancelled')
    const changes = [
      { before: undefined, decision: { ...createBooking(joining), seating: yoga.seating } },
      { before: leaving, decision: left.value },
    ]
    const committed = commitBookings(world.deps, world.caller, only({ changes, value: undefined }))
    expect(await committed).toEqual({ kind: 'done' })
    expect(await yoga.session()).toEqual({ used: 3, held: 1, isFinal: true })
  })

  test('move to another session of the same day with the time of both', async () => {
    const yoga = await newClass(3)
    const booking = await yoga.joined({ seats: 2, heldMinutes: 5 })
    const decided = rescheduleBooking(booking, toEleven(booking), claims.now(), { by: 'account' })
    await claims.change(booking, decided, { seating: yoga.seating })
    expect(await yoga.session(TEN)).toEqual({ used: 0, held: 0, isFinal: false })
    expect(await yoga.session(ELEVEN)).toEqual({ used: 2, held: 1, isFinal: false })
    expect((await yoga.ledger()).taken).toEqual(HOUR.map((quantum) => quantum + 12))
    expect(await yoga.isFree()).toBe(true)
  })

  test('are never more than the capacity when many come at once, and none is left over', async () => {
    const yoga = await newClass(30)
    const parties = [1, 2, 3, 4, 2, 1, 4, 3, 2, 2, 1, 3, 4, 1, 2, 3, 1, 1, 4, 2, 1, 1, 2, 1]
    const outcomes = await Promise.all(
      parties.map((seats, index) =>
        yoga.join({ seats, ...(index % 2 === 0 && { heldMinutes: 5 }) }),
      ),
    )
    const had = outcomes.filter(({ outcome }) => outcome.kind === 'done')
    const seats = had.reduce((sum, { booking }) => sum + (booking.seats ?? 0), 0)
    const refused = outcomes.filter(({ outcome }) => outcome.kind === 'refused')
    expect(seats).toBeLessThanOrEqual(30)
    expect((await yoga.session()).used).toBe(seats)
    for (const { booking } of refused) expect(booking.seats).toBeGreaterThan(30 - seats)
  })
})
