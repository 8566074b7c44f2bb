import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { eventTypeRepresentation } from './event-type-representation.ts'
import { createEventType, updateEventType } from './event-types.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

const PAYMENT = { amount: 5000, currency: 'EUR', kind: 'full' } as const

describe('the seats of an event type', () => {
  test('are shown with their default, changed as a whole and removed', async () => {
    const plain = await world.eventType()
    expect(plain).not.toHaveProperty('seats')
    expect(eventTypeRepresentation(plain).seats).toBeNull()
    const change = async (input: object) =>
      unwrap(await updateEventType(world.deps, world.caller, plain.id, input))
    const yoga = await change({ seats: { capacity: 12 } })
    expect(eventTypeRepresentation(yoga).seats).toEqual({
      capacity: 12,
      showRemaining: true,
      maxPerBooking: null,
    })
    expect(await change({ title: 'Yoga' })).toMatchObject({ seats: { capacity: 12 } })
    const hidden = await change({ seats: { capacity: 8, showRemaining: false } })
    expect(hidden.seats).toEqual({ capacity: 8, showRemaining: false })
    const bounded = await change({ seats: { capacity: 8, maxPerBooking: 4 } })
    expect(eventTypeRepresentation(bounded).seats?.maxPerBooking).toBe(4)
    expect(await change({ seats: null })).not.toHaveProperty('seats')
  })

  test.each([
    [
      { seats: { capacity: 2 }, durationOptionsMinutes: [60, 90] },
      '/seats',
      'is not possible with `durationOptionsMinutes`: a session has one duration',
    ],
    [
      { payment: { ...PAYMENT, perSeat: true } },
      '/payment/perSeat',
      'is only possible with `seats`',
    ],
    [
      { seats: { capacity: 500 }, payment: { ...PAYMENT, amount: 9_999_999, perSeat: true } },
      '/payment/amount',
      'must be at most what a payment can be for 500 seats: 4999999500 is too much',
    ],
  ])('are refused with what does not fit them: %j', async (more, pointer, message) => {
    const input = { slug: 'yoga', title: 'Yoga', durationMinutes: 60, availabilityRules: [] }
    const providerId = (await world.provider()).id
    expect(
      await createEventType(world.deps, world.caller, { ...input, ...more, providerId }),
    ).toEqual({ ok: false, refusal: { code: 'validation_failed', errors: [{ pointer, message }] } })
  })
})
