import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { confirmBookingGroup } from './change-group.ts'
import { createBookingGroup } from './create-group.ts'
import type { GroupWithBookings } from './group.ts'
import { rescheduleBookingGroup } from './move-group.ts'

const at = (hour: number): string => `2026-04-27T${hour}:00:00Z`

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

type Rules = Parameters<BookingWorld['eventType']>[0]

/** A group at 10 and at 11, in an event type with these rules. */
async function groupOf(rules: Rules) {
  const type = await world.eventType({ confirmation: 'instant', ...rules })
  const made = await createBookingGroup(world.deps, world.caller, {
    items: [10, 11].map((hour) => ({
      eventTypeId: type.id,
      startEpochSeconds: secondsOf(at(hour)),
    })),
    onConflict: 'refuse',
    booker: BOOKER,
    fields: {},
    isOverride: false,
  })
  return { type, ...unwrap(made) }
}

const later = (groupId: string) =>
  rescheduleBookingGroup(world.deps, world.caller, groupId, { to: { shiftMinutes: 60 } })

const hoursOf = ({ bookings }: GroupWithBookings) =>
  bookings.map(({ startEpochSeconds }) => new Date(startEpochSeconds * 1000).getUTCHours())

describe('a group of classes that moves', () => {
  test('begins the sessions anew that only its own parties were in', async () => {
    const { group, type } = await groupOf({ seats: { capacity: 1 } })
    expect(hoursOf(unwrap(await later(group.id)))).toEqual([11, 12])
    expect(hoursOf(unwrap(await later(group.id)))).toEqual([12, 13])
    expect(await world.create(type.id, at(12))).toMatchObject({ refusal: { code: 'session_full' } })
    expect(await world.create(type.id, at(10))).toMatchObject({ ok: true })
  })

  test('joins the sessions of others, as long as they have seats', async () => {
    const { group, type } = await groupOf({ seats: { capacity: 2 } })
    await world.book(type.id, at(11))
    await world.book(type.id, at(12))
    expect(hoursOf(unwrap(await later(group.id)))).toEqual([11, 12])
    await world.book(type.id, at(13))
    await world.book(type.id, at(13))
    expect(await later(group.id)).toMatchObject({
      refusal: {
        code: 'group_item_refused',
        refusal: { code: 'session_full' },
        item: { index: 1 },
      },
    })
  })

  test('finds the people of its team in the sessions that it leaves', async () => {
    const person = await world.provider({ name: 'Tara' })
    const requirements = [{ name: 'teacher', providerIds: [person.id], count: 1 }]
    const { group } = await groupOf({ seats: { capacity: 2 }, requirements })
    const moved = unwrap(await later(group.id))
    expect(hoursOf(moved)).toEqual([11, 12])
    expect(moved.bookings.map(({ providerId }) => providerId)).toEqual([person.id, person.id])
  })
})

test('a group that its booker moves waits for approval again as a whole, if its event type says so', async () => {
  const policy = { reapproveOnReschedule: true }
  const { group } = await groupOf({ confirmation: 'approval', policy })
  unwrap(await confirmBookingGroup(world.deps, world.caller, group.id))
  const booker = { ...world.caller, role: 'manage', actor: { kind: 'booker' } } as const
  const input = { to: { shiftMinutes: 60 } }
  const moved = unwrap(await rescheduleBookingGroup(world.deps, booker, group.id, input))
  expect(moved.bookings.map(({ status }) => status)).toEqual(['pending', 'pending'])
  const again = unwrap(await confirmBookingGroup(world.deps, world.caller, group.id))
  expect(hoursOf(again)).toEqual([11, 12])
})
