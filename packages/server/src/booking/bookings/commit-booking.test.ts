import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
} from '../../../tests/support/booking-world.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { rescheduleBooking } from './change-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

/** The store, except that something happens once just before it reads the days of a ledger. */
function withEventBeforeDaysAreRead(store: Store, event: () => Promise<void>): Store {
  let hasHappened = false
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'getMany') return typeof value === 'function' ? value.bind(target) : value
      return async (...args: Parameters<Store['getMany']>) => {
        const isOfLedger = args[0].every(({ SK }) => SK.startsWith('DAY#'))
        if (isOfLedger && !hasHappened) {
          hasHappened = true
          await event()
        }
        return await target.getMany(...args)
      }
    },
  })
}

test('a hold that is moved while another move of it reads the day is moved from its new time', async () => {
  const type = await world.eventType()
  const hold = await world.book(type.id, '2026-04-27T10:00:00Z')
  const to = (start: string) => ({ startEpochSeconds: secondsOf(start) })
  const store = withEventBeforeDaysAreRead(world.deps.store, async () => {
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
