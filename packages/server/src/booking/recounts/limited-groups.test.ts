import { liveCount } from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { countFromItem } from '../../kernel/items/count-item.ts'
import { counterKey } from '../../ledger/keys.ts'
import { createBookingGroup } from '../groups/create-group.ts'
import type { GroupInput } from '../groups/group-input.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const MONDAY = '2026-04-27'
const HOURS = [10, 11, 12, 13]

const groupOf = (eventTypeId: string, onConflict: GroupInput['onConflict']) =>
  createBookingGroup(world.deps, world.caller, {
    items: HOURS.map((hour) => ({
      eventTypeId,
      startEpochSeconds: secondsOf(`${MONDAY}T${hour}:00:00Z`),
    })),
    onConflict,
    booker: BOOKER,
    fields: {},
    isOverride: false,
  })

async function countOf(counter: string) {
  const item = await world.store.get(counterKey(counter), { consistent: true })
  return liveCount(countFromItem(item), world.clock.nowEpochMilliseconds() / 1000)
}

test('a group that exceeds a limit is refused as a whole, and counts nothing', async () => {
  const { id } = await world.eventType({ limits: { perDay: 3 } })
  expect(await groupOf(id, 'refuse')).toMatchObject({
    refusal: {
      code: 'group_item_refused',
      refusal: { code: 'limit_reached', limit: 'perDay', count: 3 },
    },
  })
  expect(await countOf(`${id}:day:${MONDAY}`)).toBe(0)
})

test('a group that skips what cannot be booked takes exactly what a limit allows', async () => {
  const { id } = await world.eventType({ limits: { perDay: 3 } })
  await world.book(id, `${MONDAY}T15:00:00Z`)
  const { bookings, skipped } = unwrap(await groupOf(id, 'skip'))
  expect([bookings.length, skipped.map(({ refusal }) => refusal.code)]).toEqual([
    2,
    ['limit_reached', 'limit_reached'],
  ])
  expect(await countOf(`${id}:day:${MONDAY}`)).toBe(3)
})

test('each booking of a group counts for its booker', async () => {
  const { id } = await world.eventType({ limits: { perBooker: 2 } })
  const { bookings } = unwrap(await groupOf(id, 'skip'))
  expect(bookings).toHaveLength(2)
  const [first] = bookings
  expect(await countOf(first?.counts?.[0]?.counter ?? '')).toBe(2)
})
