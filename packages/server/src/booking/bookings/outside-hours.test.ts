import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { everyDayOf } from '../../../tests/support/slot-starts.ts'
import { createTimeOff } from '../absences/time-offs.ts'
import { openAvailability } from '../availability/availability.ts'
import { updateEventType } from '../event-types/event-types.ts'
import { updateProvider } from '../provider-changes/save-provider.ts'
import { createSchedule, updateSchedule } from '../schedules/schedules.ts'
import { cancelBooking } from './change-booking.ts'
import type { BookingsFilter } from './list-bookings.ts'
import { listBookingsOutsideHours } from './outside-hours.ts'

let world: BookingWorld
beforeEach(async () => {
  world = await openBookingWorld()
})
afterEach(() => world.close())

const list = async (filter: BookingsFilter = {}, limit = 50, cursor?: string) =>
  unwrap(
    await listBookingsOutsideHours(world.deps, world.caller, filter, {
      limit,
      ...(cursor !== undefined && { cursor }),
    }),
  )
const idsOf = async (filter: BookingsFilter = {}) => (await list(filter)).data.map(({ id }) => id)
const schedule = async (start: string, end: string) =>
  unwrap(
    await createSchedule(world.deps, world.caller, {
      name: 'Office',
      timeZone: 'UTC',
      availabilityRules: everyDayOf(start, end),
    }),
  )
const instant = { confirmation: 'instant' } as const

describe('the bookings outside of the hours', () => {
  test('are those that the working hours of their provider no longer contain', async () => {
    const office = await schedule('09:00', '17:00')
    const provider = await world.provider({ scheduleId: office.id })
    const type = await world.eventType({ ...instant, providerId: provider.id })
    const early = await world.book(type.id, '2026-04-27T09:00:00Z')
    await world.book(type.id, '2026-04-27T10:00:00Z')
    const across = await world.book(type.id, '2026-04-27T11:00:00Z')
    expect(await idsOf()).toEqual([])
    const change = { availabilityRules: everyDayOf('10:00', '11:30') }
    unwrap(await updateSchedule(world.deps, world.caller, office.id, change))
    expect(await idsOf()).toEqual([early.id, across.id])
    expect(await idsOf({ order: 'desc' })).toEqual([across.id, early.id])
    unwrap(await updateProvider(world.deps, world.caller, provider.id, { scheduleId: null }))
    expect(await idsOf()).toEqual([])
  })

  test('are those in time off, of opened slots too, which a schedule does not bind', async () => {
    const provider = await world.provider({ scheduleId: (await schedule('09:00', '10:00')).id })
    const opening = { date: '2026-04-27', startTime: '12:00', endTime: '14:00' }
    const input = { ...opening, slotDurationMinutes: 60 }
    unwrap(await openAvailability(world.deps, world.caller, provider.id, input))
    const target = { providerId: provider.id }
    const first = unwrap(await world.create('', '2026-04-27T12:00:00Z', { target }))
    unwrap(await world.create('', '2026-04-27T13:00:00Z', { target }))
    expect(await idsOf()).toEqual([])
    const time = {
      startEpochSeconds: secondsOf('2026-04-27T12:30:00Z'),
      endEpochSeconds: secondsOf('2026-04-27T13:00:00Z'),
    }
    unwrap(await createTimeOff(world.deps, world.caller, provider.id, { time }))
    expect(await idsOf()).toEqual([first.booking.id])
  })

  test('are those that the hours of their event type no longer contain', async () => {
    const type = await world.eventType(instant)
    const monday = await world.book(type.id, '2026-04-27T09:00:00Z')
    await world.book(type.id, '2026-04-28T10:00:00Z')
    const change = { dateOverrides: [{ date: '2026-04-27', windows: [] }] }
    unwrap(await updateEventType(world.deps, world.caller, type.id, change))
    expect(await idsOf()).toEqual([monday.id])
  })

  test('do not include what is cancelled, lapsed or over', async () => {
    const type = await world.eventType({ holdMinutes: 5 })
    const sure = await world.eventType({ ...instant, providerId: type.providerId })
    const held = await world.book(type.id, '2026-04-27T09:00:00Z')
    const over = await world.book(sure.id, '2026-04-20T09:00:00Z')
    const gone = await world.book(sure.id, '2026-04-27T10:00:00Z')
    unwrap(await cancelBooking(world.deps, world.caller, gone.id, {}))
    const time = { startDate: '2026-04-20', endDate: '2026-05-01' }
    unwrap(await createTimeOff(world.deps, world.caller, type.providerId, { time }))
    expect(await idsOf()).toEqual([over.id, held.id])
    world.moveTo('2026-04-20T10:00:00Z')
    expect(await idsOf()).toEqual([])
  })

  test('are filtered by provider, range and status', async () => {
    const type = await world.eventType(instant)
    const other = await world.eventType(instant)
    const booked = await world.book(type.id, '2026-04-27T09:00:00Z')
    await world.book(other.id, '2026-04-27T09:00:00Z')
    const change = { availabilityRules: [] }
    unwrap(await updateEventType(world.deps, world.caller, type.id, change))
    unwrap(await updateEventType(world.deps, world.caller, other.id, change))
    const { providerId } = type
    expect(await idsOf({ providerId })).toEqual([booked.id])
    expect(await idsOf({ providerId, status: ['pending'] })).toEqual([])
    expect(await idsOf({ providerId, status: ['cancelled', 'confirmed'] })).toEqual([booked.id])
    const at = secondsOf('2026-04-27T09:00:00Z')
    expect(await idsOf({ providerId, fromEpochSeconds: at + 1 })).toEqual([])
    expect(await idsOf({ providerId, toEpochSeconds: at })).toEqual([])
  })

  test('come in pages whose cursor stays good while the clock goes on', async () => {
    const type = await world.eventType(instant)
    const starts = ['09', '10', '11', '12'].map((hour) => `2026-04-27T${hour}:00:00Z`)
    const bookings: string[] = []
    for (const start of starts) bookings.push((await world.book(type.id, start)).id)
    const change = { availabilityRules: everyDayOf('10:00', '11:00') }
    unwrap(await updateEventType(world.deps, world.caller, type.id, change))
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({}, 1, cursor)
      expect(page.data.length).toBeLessThanOrEqual(1)
      found.push(...page.data.map(({ id }) => id))
      cursor = page.cursor
      world.clock.moveTo(world.clock.nowEpochMilliseconds() + 1000)
    } while (cursor !== undefined)
    expect(found).toEqual([bookings[0], bookings[2], bookings[3]])
    await expect(list({}, 1, 'nonsense')).rejects.toThrow('is not a cursor of this list')
  })
})
