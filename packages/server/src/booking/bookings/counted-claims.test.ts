import { type Booking, createBooking, rescheduleBooking } from '@holdfast/engine'
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
} from '../../../tests/support/claim-bookings.ts'
import { countFromItem } from '../../kernel/items/count-item.ts'
import { only } from '../../ledger/alternatives.ts'
import { counterKey } from '../../ledger/keys.ts'
import { commitBooking, commitBookings } from './commit-booking.ts'

let world: BookingWorld
let claims: ReturnType<typeof claimsOf>
beforeAll(async () => {
  world = await openBookingWorld()
  claims = claimsOf(world)
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

describe('limits', () => {
  const usedOf = async (counter: string) => {
    const { used, holds } = countFromItem(
      await world.store.get(counterKey(counter), { consistent: true }),
    )
    return { used, held: holds.length }
  }
  /** Books an hour of a provider with a limit a day. */
  const book = async (providerId: string, hour: number, heldMinutes?: number, max = 2) => {
    const counter = `${providerId}:day:2026-04-27`
    const start = `2026-04-27T${hour}:00:00Z`
    const booking = claims.newBooking({
      providerId,
      start,
      counts: [{ counter, amount: 1 }],
      ...(heldMinutes !== undefined && { heldMinutes }),
    })
    const decision = { ...createBooking(booking), limits: new Map([[counter, max]]) }
    const outcome = await commitBooking(world.deps, world.caller, undefined, decision, undefined)
    return { booking, outcome, counter }
  }

  test('refuse the booking after the last that fits, and count a hold until it lapses', async () => {
    const { id } = await world.provider()
    await book(id, 10)
    const { counter } = await book(id, 11, 5)
    expect((await book(id, 12)).outcome).toEqual({
      kind: 'refused',
      refusal: { code: 'limit_reached', limit: 'perDay', count: 2 },
      takenProviderId: id,
      index: 0,
    })
    world.moveTo(later(5))
    expect((await book(id, 12)).outcome).toEqual({ kind: 'done' })
    expect(await usedOf(counter)).toEqual({ used: 2, held: 0 })
  })

  test('keep what is confirmed, and give back what is cancelled', async () => {
    const { id } = await world.provider()
    const { booking, counter } = await book(id, 10, 5)
    const confirmed = await claims.confirm(booking)
    expect(await usedOf(counter)).toEqual({ used: 1, held: 0 })
    await claims.cancel(confirmed)
    expect(await usedOf(counter)).toEqual({ used: 0, held: 0 })
  })

  test('are left and entered by a move in one transaction', async () => {
    const { id } = await world.provider()
    const { booking, counter } = await book(id, 10, 5)
    const next = `${id}:day:2026-04-28`
    const moved = rescheduleBooking(booking, toEleven(booking), claims.now(), { by: 'account' })
    if (!moved.ok) throw new Error('a hold cannot be moved')
    const after = { ...moved.value.booking, counts: [{ counter: next, amount: 1 }] }
    const limits = new Map([[next, 1]])
    await claims.change(
      booking,
      { ok: true, value: { ...moved.value, booking: after } },
      { limits },
    )
    expect(await usedOf(counter)).toEqual({ used: 0, held: 0 })
    expect(await usedOf(next)).toEqual({ used: 1, held: 1 })
  })

  test('count a session once, however many seats are taken', async () => {
    const { id: providerId } = await world.provider()
    const counter = `${providerId}:week:2026-04-27`
    const more = {
      seating: { capacity: 3, counts: [{ counter, amount: 1 }] },
      limits: new Map([[counter, 1]]),
    }
    const join = async (seat: { readonly heldMinutes?: number; readonly start?: string }) => {
      const booking = claims.newBooking({ providerId, eventTypeId: 'ety_class', seats: 1, ...seat })
      return {
        booking,
        outcome: await claims.commit(undefined, { ...createBooking(booking), ...more }),
      }
    }
    const first = await join({ heldMinutes: 5 })
    const second = await join({ heldMinutes: 9 })
    expect([first.outcome.kind, second.outcome.kind]).toEqual(['done', 'done'])
    expect(await usedOf(counter)).toEqual({ used: 1, held: 1 })
    expect((await join({ start: ELEVEN })).outcome).toMatchObject({
      refusal: { code: 'limit_reached', limit: 'perWeek', count: 1 },
    })
    const confirmed = await claims.confirm(second.booking)
    expect(await usedOf(counter)).toEqual({ used: 1, held: 0 })
    await claims.cancel(confirmed)
    await claims.cancel(first.booking)
    expect(await usedOf(counter)).toEqual({ used: 0, held: 0 })
  })

  test('of a booker end with the booking, whether or not anybody completes it', async () => {
    const { id } = await world.provider()
    const counter = 'ety_x:booker:hash'
    const visit = (start: string) => ({
      ...claims.newBooking({
        providerId: id,
        start,
        counts: [{ counter, amount: 1, endsWithBooking: true }],
      }),
    })
    const limits = new Map([[counter, 1]])
    const commitVisit = (start: string) =>
      commitBooking(
        world.deps,
        world.caller,
        undefined,
        { ...createBooking(visit(start)), limits },
        undefined,
      )
    expect((await commitVisit('2026-04-20T09:00:00Z')).kind).toBe('done')
    expect((await commitVisit(TEN)).kind).toBe('refused')
    world.moveTo('2026-04-20T10:00:00Z')
    expect((await commitVisit(TEN)).kind).toBe('done')
  })
})

describe('several bookings in one transaction', () => {
  const group = (bookings: readonly Booking[]) =>
    commitBookings(
      world.deps,
      world.caller,
      only({
        changes: bookings.map((booking) => ({
          before: undefined,
          decision: createBooking(booking),
        })),
        value: undefined,
      }),
    )

  test('claim several times of one day', async () => {
    const { id: providerId } = await world.provider()
    const bookings = [
      claims.newBooking({ providerId, heldMinutes: 5 }),
      claims.newBooking({ providerId, start: ELEVEN }),
    ]
    expect(await group(bookings)).toEqual({ kind: 'done' })
    const { taken, holds } = await world.ledger(providerId, '2026-04-27')
    expect(taken).toEqual([...HOUR, ...HOUR.map((quantum) => quantum + 12)])
    expect(holds).toMatchObject([{ bookingId: bookings[0]?.id }])
  })

  test('are all refused if one is impossible, which is named', async () => {
    const { id: providerId } = await world.provider()
    const taken = claims.newBooking({ providerId, start: ELEVEN })
    await group([taken])
    const answer = await group([
      claims.newBooking({ providerId }),
      claims.newBooking({ providerId, start: ELEVEN }),
    ])
    expect(answer).toEqual({
      kind: 'refused',
      refusal: { code: 'slot_taken', startEpochSeconds: secondsOf(ELEVEN) },
      takenProviderId: providerId,
      index: 1,
    })
    expect((await world.ledger(providerId, '2026-04-27')).taken).toHaveLength(12)
  })

  test('may not overlap each other', async () => {
    const { id: providerId } = await world.provider()
    const answer = await group([
      claims.newBooking({ providerId }),
      claims.newBooking({ providerId }),
    ])
    expect(answer).toMatchObject({ kind: 'refused', refusal: { code: 'slot_taken' }, index: 1 })
  })
})
