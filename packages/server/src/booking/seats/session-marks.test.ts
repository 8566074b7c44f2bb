import type { Booking } from '@holdfast/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { classParties } from '../../../tests/support/class-parties.ts'
import { createTimeOff } from '../absences/time-offs.ts'
import { createBlock } from '../blocks/blocks.ts'
import { listBookings } from '../bookings/list-bookings.ts'
import { deleteProvider } from '../providers/provider-deletion.ts'

let world: BookingWorld
let parties: readonly Booking[]
let roomId: string
beforeEach(async () => {
  world = await openBookingWorld()
  const classes = classParties(world)
  const { id: teacher } = await world.provider({ name: 'Tara' })
  const { id: room } = await world.provider({ name: 'Studio', kind: 'room' })
  roomId = room
  const type = await classes.type({
    providerId: teacher,
    requirements: [
      { name: 'teacher', providerIds: [teacher], count: 1 },
      { name: 'room', providerIds: [roomId], count: 1 },
    ],
  })
  parties = [
    await classes.party(type, NINE),
    await classes.party(type, NINE, { seats: 2 }),
    await classes.party(type, NINE, { isHeld: true }),
  ]
})
afterEach(() => world.close())

const NINE = '2026-04-27T09:00:00Z'
const idsOf = (bookings: readonly Booking[]) => bookings.map(({ id }) => id).sort()

test('the bookings of a class are listed for its room, which the index does not name', async () => {
  const listed = await listBookings(
    world.deps,
    world.caller,
    { providerId: roomId, fromEpochSeconds: secondsOf(NINE) },
    { limit: 10 },
  )
  expect(idsOf(unwrap(listed).data)).toEqual(idsOf(parties))
})

test('a block of the room names the bookings of the class in its way, not the class', async () => {
  const refused = await createBlock(world.deps, world.caller, roomId, {
    startEpochSeconds: secondsOf(NINE),
    endEpochSeconds: secondsOf(NINE) + 1800,
  })
  const inTheWay = !refused.ok && refused.refusal.code === 'slot_taken' && refused.refusal.inTheWay
  expect(inTheWay && [...inTheWay.bookingIds].sort()).toEqual(idsOf(parties))
})

test('time off of the room names the bookings of the class, and the room cannot be deleted', async () => {
  const time = { startDate: '2026-04-27', endDate: '2026-04-28' }
  const taken = unwrap(await createTimeOff(world.deps, world.caller, roomId, { time }))
  expect([...taken.affectedBookings].sort()).toEqual(idsOf(parties))
  const deleted = await deleteProvider(world.deps, world.caller, roomId)
  expect(deleted).toMatchObject({ refusal: { code: 'provider_has_bookings' } })
})
