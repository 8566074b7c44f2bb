import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { cancelBooking } from '../bookings/change-booking.ts'
import type { EventType } from '../event-types/event-type.ts'
import { setEventTypeStatus } from '../event-types/event-types.ts'
import { cancelSession } from './cancel-session.ts'
import { listSessions } from './list-sessions.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

const TEN = '2026-04-27T10:00:00Z'
const NOON = '2026-04-27T12:00:00Z'

async function pageOfSessions({ id }: EventType, cursor?: string, more: object = {}) {
  const range = {
    fromEpochSeconds: secondsOf('2026-04-27T00:00:00Z'),
    toEpochSeconds: secondsOf('2026-04-28T00:00:00Z'),
    ...more,
  }
  const page = {
    limit: 'limit' in more ? Number(more.limit) : 50,
    ...(cursor !== undefined && { cursor }),
  }
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

  test('has the starts that are offered and that nobody has booked, if wanted, each once over all pages', async () => {
    const yoga = await world.eventType({ seats: { capacity: 2 }, confirmation: 'instant' })
    await world.book(yoga.id, TEN)
    for (let seat = 0; seat < 2; seat += 1) await world.book(yoga.id, NOON)
    const left = await world.book(yoga.id, '2026-04-27T14:00:00Z')
    unwrap(await cancelBooking(world.deps, world.caller, left.id, {}))
    const gone = { eventTypeId: yoga.id, startEpochSeconds: secondsOf('2026-04-27T15:00:00Z') }
    unwrap(await cancelSession(world.deps, world.caller, gone, undefined))
    // A session outside of today's hours.
    await world.created(yoga.id, '2026-04-27T19:00:00Z', { isOverride: true })
    const pages: (readonly [hour: string, taken: number])[][] = []
    let cursor: string | undefined
    do {
      const page = await pageOfSessions(yoga, cursor, { includesOffered: true, limit: 3 })
      pages.push(
        page.data.map(
          ({ startEpochSeconds, taken }) =>
            [new Date(startEpochSeconds * 1000).toISOString().slice(11, 13), taken] as const,
        ),
      )
      cursor = page.cursor
    } while (cursor !== undefined)
    expect(pages).toEqual([
      [
        ['09', 0],
        ['10', 1],
        ['11', 0],
      ],
      [
        ['12', 2],
        ['13', 0],
        ['14', 0],
      ],
      [
        ['16', 0],
        ['19', 1],
      ],
    ])
  })

  test('has offered starts of 62 days, by start, and none of an event type that takes no bookings', async () => {
    const yoga = await world.eventType({ seats: { capacity: 2 }, confirmation: 'instant' })
    await world.book(yoga.id, '2026-06-01T10:00:00Z')
    const more = {
      toEpochSeconds: secondsOf('2026-06-28T00:00:00Z'),
      includesOffered: true,
      limit: 500,
    }
    const { data, cursor } = await pageOfSessions(yoga, undefined, more)
    const starts = data.map(({ startEpochSeconds }) => startEpochSeconds)
    expect(cursor).toBeUndefined()
    // Nine weeks of five days with eight starts.
    expect([starts.length, new Set(starts).size]).toEqual([360, 360])
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect(data.find(({ taken }) => taken > 0)?.startEpochSeconds).toBe(
      secondsOf('2026-06-01T10:00:00Z'),
    )
    unwrap(await setEventTypeStatus(world.deps, world.caller, yoga.id, 'inactive'))
    const rest = await pageOfSessions(yoga, undefined, more)
    expect(rest.data.map(({ taken }) => taken)).toEqual([1])
  })
})
