import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { confirmBooking, getBooking } from './change-booking.ts'
import { expirationTriggerEntity } from './expiration-trigger.ts'
import { expireDue } from './expire-due.ts'

let world: BookingWorld
beforeEach(async () => {
  world = await openBookingWorld()
})
afterEach(() => world.close())

const statusOf = async (id: string) => unwrap(await getBooking(world.deps, world.caller, id)).status
const triggers = async () => (await world.items('EXPIRATION_TRIGGER#')).length

test('a sweep expires the lapsed holds and leaves the live and the confirmed ones', async () => {
  const type = await world.eventType()
  const lapsed = await world.book(type.id, '2026-04-27T10:00:00Z')
  const confirmed = await world.book(type.id, '2026-04-27T11:00:00Z')
  unwrap(await confirmBooking(world.deps, world.caller, confirmed.id))
  world.moveTo('2026-04-20T08:04:00Z')
  const live = await world.book(type.id, '2026-04-27T12:00:00Z')
  expect(await expireDue(world.deps, 100)).toEqual({ expired: 0, dropped: 0, more: false })
  world.moveTo('2026-04-20T08:05:00Z')
  expect(await expireDue(world.deps, 100)).toEqual({ expired: 1, dropped: 0, more: false })
  expect(await statusOf(lapsed.id)).toBe('expired')
  expect(await statusOf(confirmed.id)).toBe('confirmed')
  expect(await statusOf(live.id)).toBe('pending')
  expect(await triggers()).toBe(1)
})

test('a trigger without a pending booking is deleted', async () => {
  const trigger = { bookingId: 'bkg_gone', accountId: world.accountId, expiresAtEpochSeconds: 1 }
  await world.store.transact([expirationTriggerEntity.create(trigger)], 'put')
  expect(await expireDue(world.deps, 100)).toEqual({ expired: 0, dropped: 1, more: false })
  expect(await triggers()).toBe(0)
})

test('a sweep takes a bounded number from each shard and says that more is due', async () => {
  const type = await world.eventType({ durationMinutes: 30 })
  for (let hour = 9; hour < 17; hour += 1) {
    for (const minute of ['00', '30']) {
      await world.book(type.id, `2026-04-27T${String(hour).padStart(2, '0')}:${minute}:00Z`)
    }
  }
  world.moveTo('2026-04-20T08:05:00Z')
  // 16 holds in 8 shards: at least one shard has two.
  let expired = 0
  let sweeps = 0
  let more = true
  while (more) {
    const report = await expireDue(world.deps, 1)
    expired += report.expired
    more = report.more
    sweeps += 1
    expect(report.expired).toBeLessThanOrEqual(8)
  }
  expect(expired).toBe(16)
  expect(sweeps).toBeGreaterThanOrEqual(2)
  expect(await triggers()).toBe(0)
})

test('a hold whose sweep met a clock that stepped back expires at its time all the same', async () => {
  const type = await world.eventType()
  const booking = await world.book(type.id, '2026-04-27T10:00:00Z')
  const [early, due] = ['2026-04-20T08:04:00Z', '2026-04-20T08:05:00Z'].map(Date.parse)
  // The sweep finds the trigger due; the decision right after it reads an earlier time.
  const readings = [due, early, early, early]
  const clock = { nowEpochMilliseconds: () => readings.shift() ?? early ?? 0 }
  expect(await expireDue({ ...world.deps, clock }, 100)).toEqual({
    expired: 0,
    dropped: 0,
    more: false,
  })
  expect(await statusOf(booking.id)).toBe('pending')
  world.moveTo('2026-04-20T08:05:00Z')
  expect(await expireDue(world.deps, 100)).toEqual({ expired: 1, dropped: 0, more: false })
  expect(await statusOf(booking.id)).toBe('expired')
})
