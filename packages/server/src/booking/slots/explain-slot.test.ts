import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { minutesOf } from '../../../tests/support/slot-starts.ts'
import { setEventTypeStatus } from '../event-types/event-types.ts'
import { explainEventTypeSlot } from './explain-slot.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

describe('explaining a start', () => {
  const explain = async (eventTypeId: string, start: string) =>
    unwrap(await explainEventTypeSlot(world.deps, world.caller, eventTypeId, secondsOf(start)))

  test('that can be booked gives no reason', async () => {
    const type = await world.eventType()
    expect(await explain(type.id, '2026-04-27T10:00:00Z')).toEqual({ available: true, reasons: [] })
  })

  test('that is taken names the time in the way, buffers included', async () => {
    const type = await world.eventType({ bufferAfterMinutes: 30 })
    await world.book(type.id, '2026-04-27T12:00:00Z')
    const minutes = (start: string, end: string) => ({
      startEpochMinutes: minutesOf(`2026-04-27T${start}:00Z`),
      endEpochMinutes: minutesOf(`2026-04-27T${end}:00Z`),
    })
    const occupied = minutes('12:00', '13:30')
    expect(await explain(type.id, '2026-04-27T11:00:00Z')).toEqual({
      available: false,
      reasons: [{ code: 'taken', claim: minutes('11:00', '12:30'), occupied }],
    })
    expect(await explain(type.id, '2026-04-27T13:00:00Z')).toEqual({
      available: false,
      reasons: [{ code: 'taken', claim: minutes('13:00', '14:30'), occupied }],
    })
  })

  test('that a hold took is free from the second at which the hold lapses', async () => {
    const type = await world.eventType()
    await world.book(type.id, '2026-04-27T10:00:00Z')
    world.moveTo('2026-04-20T08:04:59Z')
    expect((await explain(type.id, '2026-04-27T10:00:00Z')).available).toBe(false)
    world.moveTo('2026-04-20T08:05:00Z')
    expect((await explain(type.id, '2026-04-27T10:00:00Z')).available).toBe(true)
  })

  test('at a fraction of a minute says that it is off the grid', async () => {
    const type = await world.eventType()
    expect(await explain(type.id, '2026-04-27T10:00:30Z')).toEqual({
      available: false,
      reasons: [
        {
          code: 'off_grid',
          previousStartEpochMinutes: minutesOf('2026-04-27T10:00:00Z'),
          nextStartEpochMinutes: minutesOf('2026-04-27T11:00:00Z'),
        },
      ],
    })
  })

  test('of an inactive event type gives that reason before the others', async () => {
    const type = await world.eventType()
    unwrap(await setEventTypeStatus(world.deps, world.caller, type.id, 'inactive'))
    expect(await explain(type.id, '2026-04-27T10:00:00Z')).toEqual({
      available: false,
      reasons: [{ code: 'event_type_inactive' }],
    })
    expect(
      (await explain(type.id, '2026-04-20T07:00:00Z')).reasons.map(({ code }) => code),
    ).toEqual(['event_type_inactive', 'outside_availability', 'in_the_past'])
  })

  test('of an event type of another account is refused', async () => {
    const type = await world.eventType()
    const start = secondsOf('2026-04-27T10:00:00Z')
    expect(await explainEventTypeSlot(world.deps, world.stranger, type.id, start)).toEqual({
      ok: false,
      refusal: { code: 'not_found', resource: 'event_type', id: type.id },
    })
  })
})
