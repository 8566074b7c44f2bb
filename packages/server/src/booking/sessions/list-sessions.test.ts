import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { cancelBooking } from '../bookings/change-booking.ts'
import type { EventType } from '../event-types/event-type.ts'
import { listSessions } from './list-sessions.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

const TEN = '2026-04-27T10:00:00Z'
const NOON = '2026-04-27T12:00:00Z'

async function pageOfSessions({ id }: EventType, cursor?: string) {
  const range = {
    fromEpochSeconds: secondsOf('2026-04-27T00:00:00Z'),
    toEpochSeconds: secondsOf('2026-04-28T00:00:00Z'),
  }
  const page = { limit: 50, ...(cursor !== undefined && { cursor }) }
  return unwrap(await listSessions(world.deps, world.caller, id, range, page))
}

describe('the list of sessions', () => {
  test('has at most 1,000 seats on a page, and none of its sessions twice', async () => {
    const hall = await world.eventType({ seats: { capacity: 500 }, confirmation: 'instant' })
    for (const hour of ['10', '11', '12']) {
      await world.created(hall.id, `2026-04-27T${hour}:00:00Z`, { seats: 450 })
    }
    const first = await pageOfSessions(hall)
    const second = await pageOfSessions(hall, first.cursor)
    const starts = [first, second].map(({ data }) => data.map((each) => each.startEpochSeconds))
    expect(starts).toEqual([[secondsOf(TEN), secondsOf('2026-04-27T11:00:00Z')], [secondsOf(NOON)]])
    expect(second).not.toHaveProperty('cursor')
  })

  test('leaves out sessions that nobody is in any more', async () => {
    const yoga = await world.eventType({ seats: { capacity: 3 }, confirmation: 'instant' })
    const [gone, left] = [await world.book(yoga.id, TEN), await world.book(yoga.id, NOON)]
    const stays = await world.book(yoga.id, NOON)
    for (const { id } of [gone, left]) {
      unwrap(await cancelBooking(world.deps, world.caller, id, {}))
    }
    expect((await pageOfSessions(yoga)).data).toMatchObject([
      { startEpochSeconds: secondsOf(NOON), taken: 1, bookings: [{ id: stays.id }] },
    ])
  })
})
