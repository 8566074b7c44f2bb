import type { Booking } from '@holdfast/engine'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createBlock } from '../../src/booking/blocks/blocks.ts'
import { bookingEntity } from '../../src/booking/bookings/booking-item.ts'
import { cancelBooking, getBooking } from '../../src/booking/bookings/change-booking.ts'
import { resolveWallTime } from '../../src/booking/bookings/resolve-wall-times.ts'
import type { EventTypeInput } from '../../src/booking/event-types/event-types.ts'
import { resolutionKey } from '../../src/delivery/keys.ts'
import { resolveBookings } from '../../src/delivery/schedule/resolution.ts'
import { scheduledActionEntity } from '../../src/delivery/schedule/scheduled-action.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { type BookingWorld, openBookingWorld, secondsOf, unwrap } from '../support/booking-world.ts'
import { storeWith } from '../support/store-with.ts'
import { SOME_ENGINES, stopSharedEngine } from '../support/stores.ts'

afterAll(stopSharedEngine)

/** Each zone, and one whose clocks are still set as those of the zone were before its law changed. */
const LAWS = [
  ['America/Winnipeg', 'America/Chicago', '2026-12-01T15:00:00Z', '2026-12-01T14:00:00Z'],
  ['America/Inuvik', 'America/Denver', '2026-12-01T16:00:00Z', '2026-12-01T15:00:00Z'],
  ['America/Havana', 'America/New_York', '2026-12-01T14:00:00Z', '2026-12-01T13:00:00Z'],
] as const

describe.each(SOME_ENGINES)('after a new release of the tz database, on %s', (engine) => {
  let world: BookingWorld
  beforeEach(async () => {
    world = await openBookingWorld(engine)
    onTestFinished(() => world.close())
  })

  /** An event type of a provider whose time zone has the old law of `zone`. */
  const typeUnder = async (oldZone: string, more: Partial<EventTypeInput> = {}) => {
    const { id: providerId } = await world.provider({ timeZone: oldZone })
    return world.eventType({ providerId, confirmation: 'instant', ...more })
  }

  /** A booking as an older server stored it: its instant was computed by the zone's old law. */
  async function agreed(eventTypeId: string, start: string, zone: string): Promise<Booking> {
    const booking = await world.book(eventTypeId, start)
    const old = { ...booking, timeZone: zone }
    await transact(world.deps, { booking: bookingEntity.replace(booking, old) })
    if (booking.status === 'confirmed') {
      const action = scheduledActionEntity.create({
        accountId: booking.accountId,
        bookingId: booking.id,
        kind: 'complete',
        dueEpochSeconds: booking.endEpochSeconds,
        version: 1,
      })
      await transact(world.deps, { action })
    }
    return old
  }

  const read = async ({ id }: Booking): Promise<Booking> =>
    unwrap(await getBooking(world.deps, world.caller, id))

  const renewed = () => ({ ...world.deps, tzdbVersion: '2026f' })

  /** Runs the first pass to its end. */
  async function resolveAll(deps = renewed(), limit = 25) {
    const total = { moved: 0, conflicts: 0 }
    for (;;) {
      const { moved, conflicts, more } = await resolveBookings(deps, limit)
      total.moved += moved
      total.conflicts += conflicts
      if (!more) return total
    }
  }

  const events = async (type: string) =>
    (await world.items('OUTBOX#')).filter((item) => item.type === type)

  test('a session moves with all its parties', async () => {
    const [zone, old, from, to] = LAWS[0]
    const { id } = await typeUnder(old, { seats: { capacity: 2 } })
    const parties = [await agreed(id, from, zone), await agreed(id, from, zone)]
    expect(await resolveAll()).toEqual({ moved: 2, conflicts: 0 })
    for (const party of parties) {
      expect(await read(party)).toMatchObject({ startEpochSeconds: secondsOf(to), seats: 1 })
    }
    const sessions = await world.items(`EVENTTYPE#${id}#SESSION`)
    expect(new Map(sessions.map(({ SK, used }) => [Number(SK), used]))).toEqual(
      new Map([
        [secondsOf(from), 0],
        [secondsOf(to), 2],
      ]),
    )
  })

  test.each(LAWS)('%s: a booking keeps its wall time and moves', async (zone, old, from, to) => {
    const booking = await agreed((await typeUnder(old)).id, from, zone)
    expect(booking).toMatchObject({ localStart: '2026-12-01T09:00', tzdbVersion: '2026c' })
    expect(await resolveAll()).toEqual({ moved: 1, conflicts: 0 })
    expect(await read(booking)).toMatchObject({
      status: 'confirmed',
      localStart: '2026-12-01T09:00',
      startEpochSeconds: secondsOf(to),
      endEpochSeconds: secondsOf(to) + 3600,
      rescheduledFromEpochSeconds: secondsOf(from),
      tzdbVersion: '2026f',
      sequence: 1,
      version: 2,
    })
    expect(await events('booking.rescheduled')).toHaveLength(1)
    expect((await world.ledger(booking.providerId, '2026-12-01')).taken).toEqual(
      Array.from({ length: 12 }, (_, index) => (secondsOf(to) % 86_400) / 300 + index),
    )
  })

  test('bookings back to back all move, whichever of them is found first', async () => {
    const type = await typeUnder('America/Chicago')
    const made: Booking[] = []
    for (const hour of [17, 15, 16, 18, 22, 21]) {
      made.push(await agreed(type.id, `2026-12-01T${hour}:00:00Z`, 'America/Winnipeg'))
    }
    expect(await resolveAll()).toEqual({ moved: 6, conflicts: 0 })
    const hours = await Promise.all(
      made.map(async (booking) => ((await read(booking)).startEpochSeconds / 3600) % 24),
    )
    expect(hours).toEqual([16, 14, 15, 17, 21, 20])
    expect((await inspect(world)).findings).toEqual([])
  })

  test('the bookings of teams move in all ledgers, in the order of all who share them', async () => {
    const law = { timeZone: 'America/Chicago' }
    const [ada, bob] = [await world.provider(law), await world.provider(law)]
    const rules = { confirmation: 'instant' as const }
    const requirements = [{ name: 'panel', providerIds: [ada.id, bob.id], count: 'all' as const }]
    const both = await world.eventType({ ...rules, providerId: ada.id, requirements })
    const own = await world.eventType({ ...rules, providerId: bob.id })
    const team = await agreed(both.id, '2026-12-01T16:00:00Z', 'America/Winnipeg')
    const before = await agreed(own.id, '2026-12-01T15:00:00Z', 'America/Winnipeg')
    const after = await agreed(own.id, '2026-12-01T17:00:00Z', 'America/Winnipeg')
    expect(await resolveWallTime(renewed(), team.id)).toEqual({ moved: 3, conflicts: 0 })
    const hours = await Promise.all(
      [before, team, after].map(
        async (booking) => ((await read(booking)).startEpochSeconds / 3600) % 24,
      ),
    )
    expect(hours).toEqual([14, 15, 16])
    const firstAndLast = async (providerId: string) => {
      const { taken } = await world.ledger(providerId, '2026-12-01')
      return [taken[0], taken.at(-1)]
    }
    expect(await firstAndLast(ada.id)).toEqual([180, 191])
    expect(await firstAndLast(bob.id)).toEqual([168, 203])
    expect((await inspect(world)).findings).toEqual([])
  })

  test('a request that waits for approval moves too, and its hold with it', async () => {
    const type = await typeUnder('America/Chicago', { confirmation: 'approval' })
    const booking = await agreed(type.id, '2026-12-01T15:00:00Z', 'America/Winnipeg')
    expect(await resolveAll()).toEqual({ moved: 1, conflicts: 0 })
    expect(await read(booking)).toMatchObject({
      status: 'pending',
      startEpochSeconds: secondsOf('2026-12-01T14:00:00Z'),
      holdExpiresAtEpochSeconds: booking.holdExpiresAtEpochSeconds,
    })
    const { holds } = await world.ledger(booking.providerId, '2026-12-01')
    expect([...holds]).toHaveLength(1)
  })

  test('a booking whose new time is taken keeps its instant and is reported once', async () => {
    const type = await typeUnder('America/Chicago')
    const booking = await agreed(type.id, '2026-12-01T15:00:00Z', 'America/Winnipeg')
    unwrap(
      await createBlock(world.deps, world.caller, booking.providerId, {
        startEpochSeconds: secondsOf('2026-12-01T14:30:00Z'),
        endEpochSeconds: secondsOf('2026-12-01T15:00:00Z'),
      }),
    )
    expect(await resolveAll()).toEqual({ moved: 0, conflicts: 1 })
    // Another server begins anew, as after a crash before the position was stored.
    await world.store.transact([{ kind: 'delete', key: resolutionKey }], 'again')
    await resolveAll()
    expect(await read(booking)).toMatchObject({
      status: 'confirmed',
      startEpochSeconds: secondsOf('2026-12-01T15:00:00Z'),
      unresolvedTzdbVersion: '2026f',
      version: 2,
    })
    expect(await events('booking.time_conflict')).toHaveLength(1)
    expect(await events('booking.cancelled')).toHaveLength(0)
  })

  test('bookings of other zones, cancelled ones and those that began stay as they are', async () => {
    const type = await typeUnder('America/Chicago')
    const other = await agreed(type.id, '2026-12-01T15:00:00Z', 'America/Chicago')
    const cancelled = await agreed(type.id, '2026-12-01T17:00:00Z', 'America/Winnipeg')
    unwrap(await cancelBooking(world.deps, world.caller, cancelled.id, {}))
    const begun = await agreed(type.id, '2026-12-01T19:00:00Z', 'America/Winnipeg')
    world.moveTo('2026-12-01T19:30:00Z')
    expect(await resolveAll()).toEqual({ moved: 0, conflicts: 0 })
    expect((await read(other)).version).toBe(1)
    expect((await read(begun)).startEpochSeconds).toBe(secondsOf('2026-12-01T19:00:00Z'))
  })

  test('an interrupted pass continues where it was, and moves each booking once', async () => {
    const made: Booking[] = []
    for (let count = 0; count < 6; count += 1) {
      const type = await typeUnder('America/Chicago')
      made.push(await agreed(type.id, '2026-12-01T15:00:00Z', 'America/Winnipeg'))
    }
    // The server dies after every second transaction.
    let left = 0
    const dying = {
      ...renewed(),
      store: storeWith(world.store, {
        transact: async (...args) => {
          if (left === 0) throw new Error('killed')
          left -= 1
          return world.store.transact(...args)
        },
      }),
    }
    let deaths = 0
    for (;;) {
      left = 2
      try {
        await resolveAll(dying, 1)
        break
      } catch {
        deaths += 1
      }
    }
    expect(deaths).toBeGreaterThan(5)
    for (const booking of made) {
      expect(await read(booking)).toMatchObject({
        startEpochSeconds: secondsOf('2026-12-01T14:00:00Z'),
        version: 2,
      })
    }
    expect(await events('booking.rescheduled')).toHaveLength(6)
  })

  test('a second pass an hour later finds what an older server booked meanwhile', async () => {
    expect(await resolveAll()).toEqual({ moved: 0, conflicts: 0 })
    const type = await typeUnder('America/Chicago')
    const late = await agreed(type.id, '2026-12-01T15:00:00Z', 'America/Winnipeg')
    expect(await resolveBookings(renewed(), 25)).toMatchObject({ isDone: false, more: false })
    world.moveTo('2026-04-20T09:00:00Z')
    expect(await resolveAll()).toEqual({ moved: 1, conflicts: 0 })
    expect((await read(late)).startEpochSeconds).toBe(secondsOf('2026-12-01T14:00:00Z'))
    world.moveTo('2026-04-21T09:00:00Z')
    expect(await resolveBookings(renewed(), 25)).toMatchObject({ isDone: true })
  })

  test('a server with an older table leaves alone what a newer one has resolved', async () => {
    await resolveAll()
    expect(await resolveBookings(world.deps, 25)).toMatchObject({ isDone: true, more: false })
    const stored = await world.store.get(resolutionKey, { consistent: true })
    expect(stored?.tzdbVersion).toBe('2026f')
  })
})
