import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { everyDayOf, mondayStartsOf } from '../../../tests/support/slot-starts.ts'
import { updateProvider } from '../provider-changes/save-provider.ts'
import { createSchedule, type ScheduleInput, updateSchedule } from '../schedules/schedules.ts'
import { explainEventTypeSlot } from '../slots/explain-slot.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

/** A schedule of 10:00 to 13:00 on every day, in UTC unless it says otherwise. */
const schedule = async (more: Partial<ScheduleInput> = {}) => {
  const input = { name: 'Office', timeZone: 'UTC', availabilityRules: everyDayOf('10:00', '13:00') }
  return unwrap(await createSchedule(world.deps, world.caller, { ...input, ...more }))
}

describe('the slots of a provider with a schedule', () => {
  test('lie entirely within its working hours', async () => {
    const { id: scheduleId } = await schedule({ availabilityRules: everyDayOf('10:30', '13:00') })
    const { id: providerId } = await world.provider({ scheduleId })
    const type = await world.eventType({ providerId })
    expect(await mondayStartsOf(world, type.id)).toEqual(['11:00', '12:00'])
  })

  test('follow the zone of the schedule', async () => {
    const { id: scheduleId } = await schedule({ timeZone: 'Europe/Berlin' })
    const { id: providerId } = await world.provider({ scheduleId })
    const type = await world.eventType({ providerId, availabilityRules: everyDayOf() })
    expect(await mondayStartsOf(world, type.id)).toEqual(['08:00', '09:00', '10:00'])
  })

  test('follow the schedule alone if the event type has no hours', async () => {
    const { id: scheduleId } = await schedule()
    const { id: providerId } = await world.provider({ scheduleId, timeZone: 'Asia/Tokyo' })
    const type = await world.eventType({ providerId, availabilityRules: null })
    expect(await mondayStartsOf(world, type.id)).toEqual(['10:00', '11:00', '12:00'])
  })

  test('follow the schedule of the event type within that of the provider', async () => {
    const provider = await world.provider({ scheduleId: (await schedule()).id })
    const wide = await schedule({ availabilityRules: everyDayOf('08:00', '12:00') })
    const more = { providerId: provider.id, availabilityRules: null, scheduleId: wide.id }
    const type = await world.eventType(more)
    expect(await mondayStartsOf(world, type.id)).toEqual(['10:00', '11:00'])
  })

  test('change with the schedule and with the choice of the schedule', async () => {
    const { id: scheduleId } = await schedule()
    const { id: providerId } = await world.provider({ scheduleId })
    const type = await world.eventType({ providerId })
    expect(await mondayStartsOf(world, type.id)).toHaveLength(3)
    const change = { availabilityRules: everyDayOf('10:00', '11:00') }
    unwrap(await updateSchedule(world.deps, world.caller, scheduleId, change))
    expect(await mondayStartsOf(world, type.id)).toEqual(['10:00'])
    unwrap(await updateProvider(world.deps, world.caller, providerId, { scheduleId: null }))
    expect(await mondayStartsOf(world, type.id)).toHaveLength(8)
  })
})

test('a start outside the working hours is refused and explained with those of its date', async () => {
  const { id: scheduleId } = await schedule()
  const { id: providerId } = await world.provider({ scheduleId })
  const type = await world.eventType({ providerId })
  const reasons = [
    {
      code: 'outside_working_hours',
      openOnDate: [
        {
          startEpochMinutes: secondsOf('2026-04-27T10:00:00Z') / 60,
          endEpochMinutes: secondsOf('2026-04-27T13:00:00Z') / 60,
        },
      ],
    },
  ]
  expect(await world.create(type.id, '2026-04-27T09:00:00Z')).toEqual({
    ok: false,
    refusal: { code: 'slot_not_bookable', reasons },
  })
  const start = secondsOf('2026-04-27T09:00:00Z')
  expect(await explainEventTypeSlot(world.deps, world.caller, type.id, start)).toEqual({
    ok: true,
    value: { available: false, reasons },
  })
  expect(await world.create(type.id, '2026-04-27T10:00:00Z')).toMatchObject({ ok: true })
})
