import type { Booking } from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { createTimeOff } from '../absences/time-offs.ts'
import { createBlock } from '../blocks/blocks.ts'
import type { EventType } from '../event-types/event-type.ts'
import { cancelBooking, confirmBooking } from './change-booking.ts'
import { type BookingsFilter, listBookings } from './list-bookings.ts'
import { listBookingsOutsideHours } from './outside-hours.ts'
import { reassignBooking } from './reassign-booking.ts'
import { rescheduleBooking } from './reschedule-booking.ts'
import { markedBookingsIn } from './shared-bookings.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

/** Two providers who share bookings of one event type, and an event type of the second one alone. */
async function pair(more: Parameters<BookingWorld['eventType']>[0] = {}) {
  const { id: ada } = await world.provider({ name: 'Ada' })
  const { id: bob } = await world.provider({ name: 'Bob' })
  const { id: owner } = await world.provider({ kind: 'team' })
  const panel = { name: 'panel', providerIds: [ada, bob], count: 'all' } as const
  const both = await world.eventType({ providerId: owner, requirements: [panel], ...more })
  return { ada, bob, both, alone: await world.eventType({ providerId: bob }) }
}

/** Books and confirms. */
async function confirmed(type: EventType, start: string): Promise<Booking> {
  const { id } = await world.book(type.id, start)
  return unwrap(await confirmBooking(world.deps, world.caller, id))
}

/** The ids of all pages of a list, and how many pages it took. */
async function pagesOf(filter: BookingsFilter, limit: number) {
  const ids: string[] = []
  let cursor: string | undefined
  let pages = 0
  do {
    const page = { limit, ...(cursor !== undefined && { cursor }) }
    const listed = unwrap(await listBookings(world.deps, world.caller, filter, page))
    expect(listed.data.length).toBeLessThanOrEqual(limit)
    ids.push(...listed.data.map(({ id }) => id))
    cursor = listed.cursor
    pages += 1
  } while (cursor !== undefined)
  return { ids, pages }
}

const idsOf = async (filter: BookingsFilter, limit = 100) => (await pagesOf(filter, limit)).ids

describe('the bookings of a provider that is not the first', () => {
  test('are merged with its own, each once, on pages of any length in both orders', async () => {
    const { ada, bob, both, alone } = await pair()
    const made = [
      await confirmed(both, '2026-04-27T09:00:00Z'),
      await world.book(alone.id, '2026-04-27T10:00:00Z'),
      await world.book(both.id, '2026-04-27T11:00:00Z'),
      await confirmed(alone, '2026-04-28T09:00:00Z'),
      await confirmed(both, '2026-05-04T09:00:00Z'),
      await confirmed(alone, '2026-06-29T09:00:00Z'),
      await confirmed(both, '2026-09-28T09:00:00Z'),
    ].map(({ id }) => id)
    for (const limit of [1, 2, 3, 7, 100]) {
      expect(await idsOf({ providerId: bob }, limit)).toEqual(made)
      expect(await idsOf({ providerId: bob, order: 'desc' }, limit)).toEqual(made.toReversed())
    }
    const ofBoth = [made[0], made[2], made[4], made[6]]
    expect(await idsOf({ providerId: ada })).toEqual(ofBoth)
    expect(await idsOf({ providerId: bob, eventTypeId: both.id }, 2)).toEqual(ofBoth)
    expect(await idsOf({ providerId: bob, status: ['pending'] }, 1)).toEqual([made[1], made[2]])
    const range = {
      fromEpochSeconds: secondsOf('2026-04-27T11:00:00Z'),
      toEpochSeconds: secondsOf('2026-05-04T09:00:00Z'),
    }
    expect(await idsOf({ providerId: bob, ...range })).toEqual([made[2], made[3]])
    const later = { ...range, toEpochSeconds: range.toEpochSeconds + 1 }
    expect(await idsOf({ providerId: bob, ...later })).toEqual([made[2], made[3], made[4]])
  })

  test('are found by their start, though a buffer reaches into other days', async () => {
    const { bob, both } = await pair({ bufferBeforeMinutes: 720, bufferAfterMinutes: 720 })
    const first = await confirmed(both, '2026-04-27T09:00:00Z')
    const second = await confirmed(both, '2026-04-29T09:00:00Z')
    const day = (date: string) => ({
      fromEpochSeconds: secondsOf(`${date}T00:00:00Z`),
      toEpochSeconds: secondsOf(`${date}T00:00:00Z`) + 86_400,
    })
    expect(await idsOf({ providerId: bob, ...day('2026-04-28') })).toEqual([])
    for (const order of ['asc', 'desc'] as const) {
      expect(await idsOf({ providerId: bob, ...day('2026-04-29'), order }, 1)).toEqual([second.id])
    }
    expect(await idsOf({ providerId: bob }, 1)).toEqual([first.id, second.id])
  })

  test('follow a move and a reassignment, and end with a cancellation', async () => {
    const { ada, bob, both } = await pair()
    const { id: cleo } = await world.provider({ name: 'Cleo' })
    const type = await world.eventType({
      providerId: both.providerId,
      requirements: [
        { name: 'doctor', providerIds: [ada], count: 1 },
        { name: 'nurse', providerIds: [bob, cleo], count: 1, choice: 'priority' },
      ],
    })
    const { id } = await confirmed(type, '2026-04-27T09:00:00Z')
    const startEpochSeconds = secondsOf('2026-04-28T09:00:00Z')
    unwrap(await rescheduleBooking(world.deps, world.caller, id, { startEpochSeconds }))
    expect(await idsOf({ providerId: bob, fromEpochSeconds: startEpochSeconds })).toEqual([id])
    expect(await idsOf({ providerId: bob, toEpochSeconds: startEpochSeconds })).toEqual([])
    unwrap(await reassignBooking(world.deps, world.caller, id, { from: bob, to: cleo }))
    expect(await idsOf({ providerId: bob })).toEqual([])
    expect(await idsOf({ providerId: cleo })).toEqual([id])
    unwrap(await cancelBooking(world.deps, world.caller, id, {}))
    expect(await idsOf({ providerId: cleo })).toEqual([])
    // The index keeps a cancelled booking under its first provider.
    expect(await idsOf({ providerId: ada })).toEqual([id])
  })

  test('are all listed, though one call reads a year of claimed days at most', async () => {
    const { bob, both, alone } = await pair()
    const made = [
      await confirmed(both, '2026-04-27T09:00:00Z'),
      await confirmed(alone, '2026-04-27T10:00:00Z'),
    ]
    world.moveTo('2027-05-03T08:00:00Z')
    made.push(await confirmed(both, '2027-06-28T09:00:00Z'))
    made.push(await confirmed(alone, '2027-06-28T10:00:00Z'))
    world.moveTo(NOW)
    for (const [start, end] of [
      ['2026-04-28T00:00:00Z', '2026-11-01T00:00:00Z'],
      ['2026-11-01T00:00:00Z', '2027-06-28T00:00:00Z'],
    ] as const) {
      const block = { startEpochSeconds: secondsOf(start), endEpochSeconds: secondsOf(end) }
      unwrap(await createBlock(world.deps, world.caller, bob, block))
    }
    const ids = made.map(({ id }) => id)
    expect(await pagesOf({ providerId: bob }, 50)).toEqual({ ids, pages: 2 })
    const descending = { providerId: bob, order: 'desc' } as const
    expect(await pagesOf(descending, 50)).toEqual({ ids: ids.toReversed(), pages: 2 })
  })

  test('are named by time off, by a refused block and by the list of bookings outside the hours', async () => {
    const { bob, both } = await pair()
    const { id } = await confirmed(both, '2026-04-27T09:00:00Z')
    const interval = {
      startEpochSeconds: secondsOf('2026-04-27T09:30:00Z'),
      endEpochSeconds: secondsOf('2026-04-27T12:00:00Z'),
    }
    expect(await createBlock(world.deps, world.caller, bob, interval)).toMatchObject({
      refusal: { code: 'slot_taken', inTheWay: { bookingIds: [id] } },
    })
    const time = { startDate: '2026-04-27', endDate: '2026-04-28' }
    const off = await createTimeOff(world.deps, world.caller, bob, { time })
    expect(unwrap(off).affectedBookings).toEqual([id])
    const page = { limit: 10 }
    const filter = { providerId: bob }
    const outside = await listBookingsOutsideHours(world.deps, world.caller, filter, page)
    expect(unwrap(outside).data.map((booking) => booking.id)).toEqual([id])
  })
})

test('the list of a provider who never shared a booking reads no ledger', async () => {
  const type = await world.eventType()
  const { id } = await confirmed(type, '2026-04-27T09:00:00Z')
  const read: string[] = []
  const store = storeWith(world.store, {
    query(request) {
      read.push(request.index ?? request.partition)
      return world.store.query(request)
    },
    getMany() {
      throw new Error('a list reads no single items')
    },
  })
  const filter = { providerId: type.providerId }
  const listed = await listBookings({ ...world.deps, store }, world.caller, filter, { limit: 5 })
  expect(unwrap(listed).data.map((booking) => booking.id)).toEqual([id])
  expect(read).toEqual(Array.from({ length: 6 }, () => 'GSI1'))
})

test('the marks of a long interval are read month by month, and those of each month in small batches', async () => {
  const { bob, both } = await pair()
  const made: string[] = []
  for (let day = 0; day < 8; day += 1) {
    const monday = new Date(Date.parse('2026-04-27T09:00:00Z') + day * 7 * 86_400_000)
    for (const hour of ['T09:00:00Z', 'T10:00:00Z', 'T11:00:00Z', 'T12:00:00Z']) {
      for (const later of [0, 1, 2, 3, 4]) {
        const date = new Date(monday.getTime() + later * 86_400_000).toISOString().slice(0, 10)
        made.push((await world.book(both.id, `${date}${hour}`)).id)
      }
    }
  }
  const days: number[] = []
  const batches: number[] = []
  const store = storeWith(world.store, {
    async query(request) {
      const page = await world.store.query(request)
      days.push(page.items.length)
      return page
    },
    getMany(keys, options) {
      batches.push(keys.length)
      return world.store.getMany(keys, options)
    },
  })
  const interval = {
    startEpochMinutes: secondsOf('2026-04-27T00:00:00Z') / 60,
    endEpochMinutes: secondsOf('2027-04-27T00:00:00Z') / 60,
  }
  const marked = await markedBookingsIn({ store }, { id: bob, sharesBookings: true }, interval)
  expect(marked.map(({ id }) => id).sort()).toEqual(made.toSorted())
  expect(days).toEqual([31, 9])
  expect(batches).toEqual([100, 24, 36])
  const [first] = made
  const kept = await markedBookingsIn(
    { store },
    { id: bob, sharesBookings: true },
    interval,
    ({ id }) => id === first,
  )
  expect(kept.map(({ id }) => id)).toEqual([first])
})
