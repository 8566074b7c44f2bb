import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
} from '../../../tests/support/booking-world.ts'
import { confirmBooking } from '../bookings/change-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const TEN = '2026-04-27T10:00:00Z'
const NOON = '2026-04-27T12:00:00Z'
const FREE = '2026-04-27T14:00:00Z'
/** When a hold that begins now has ended. */
const AFTER_HOLD = '2026-04-20T08:05:00Z'

test.each([
  ['to its own start', TEN],
  ['to the session of others', NOON],
  ['to a start without a session', FREE],
])(
  'a party that lost its seats to a server whose clock was ahead cannot be moved %s',
  async (_, to) => {
    const yoga = await world.eventType({ seats: { capacity: 3 } })
    const { booking: mine } = await world.created(yoga.id, TEN, { seats: 2 })
    await world.created(yoga.id, NOON)
    world.moveTo(AFTER_HOLD)
    await world.created(yoga.id, TEN, { seats: 2 })
    world.moveTo(NOW)
    const start = { startEpochSeconds: secondsOf(to) }
    const taken = { ok: false, refusal: { code: 'slot_taken', startEpochSeconds: secondsOf(TEN) } }
    expect(await rescheduleBooking(world.deps, world.caller, mine.id, start)).toEqual(taken)
    expect(await confirmBooking(world.deps, world.caller, mine.id)).toEqual(taken)
  },
)

test('a party whose seats are held can be moved to its own start', async () => {
  const yoga = await world.eventType({ seats: { capacity: 3 } })
  const { booking: mine } = await world.created(yoga.id, TEN, { seats: 2 })
  const start = { startEpochSeconds: secondsOf(TEN) }
  expect(await rescheduleBooking(world.deps, world.caller, mine.id, start)).toMatchObject({
    ok: true,
    value: { status: 'pending', version: 2 },
  })
})
