import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeInterruptedBefore } from '../../../tests/support/store-with.ts'
import { cancelBooking } from '../bookings/change-booking.ts'
import { updateEventType } from '../event-types/event-types.ts'
import { createBookingGroup } from './create-group.ts'

const TEN = '2026-04-27T10:00:00Z'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

test('a group follows the rules of a new session if everybody leaves the one that it joins', async () => {
  const yoga = await world.eventType({ seats: { capacity: 3 }, confirmation: 'instant' })
  const last = await world.book(yoga.id, TEN)
  unwrap(await updateEventType(world.deps, world.caller, yoga.id, { availabilityRules: [] }))
  const store = storeInterruptedBefore(
    world.store,
    ({ kind }) => kind.startsWith('count-'),
    () => cancelBooking(world.deps, world.caller, last.id, {}),
  )
  const made = await createBookingGroup({ ...world.deps, store }, world.caller, {
    items: [{ eventTypeId: yoga.id, startEpochSeconds: secondsOf(TEN) }],
    booker: BOOKER,
    onConflict: 'refuse',
    fields: {},
    isOverride: false,
  })
  expect(made).toMatchObject({
    refusal: { code: 'group_item_refused', refusal: { code: 'slot_not_bookable' } },
  })
})
