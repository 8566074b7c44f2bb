import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { updateEventType } from '../event-types/event-types.ts'
import { getBooking } from './change-booking.ts'
import { checkLength } from './changed-length.ts'
import { createBooking } from './create-booking.ts'
import { rescheduleBooking } from './reschedule-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const TEN = '2026-04-27T10:00:00Z'
const ELEVEN = '2026-04-27T11:00:00Z'

describe('another duration', () => {
  const last = (bookingId: string, durationMinutes: number) =>
    rescheduleBooking(world.deps, world.caller, bookingId, {
      startEpochSeconds: 0,
      durationMinutes,
    })
  const offered = async () => {
    const type = await world.eventType({ durationOptionsMinutes: [60, 30, 90] })
    return { type, booking: await world.book(type.id, TEN) }
  }

  test('claims what is added or frees what is left, at the same start', async () => {
    const { type, booking } = await offered()
    const longer = unwrap(await last(booking.id, 90))
    expect(longer).toMatchObject({
      id: booking.id,
      version: booking.version + 1,
      sequence: 1,
      startEpochSeconds: secondsOf(TEN),
      endEpochSeconds: secondsOf('2026-04-27T11:30:00Z'),
      policy: { durationMinutes: 90 },
    })
    expect((await world.ledger(type.providerId, '2026-04-27')).taken).toHaveLength(18)
    unwrap(await last(booking.id, 30))
    expect((await world.ledger(type.providerId, '2026-04-27')).taken).toHaveLength(6)
  })

  test('is refused if the added time is taken, and the booking stands', async () => {
    const { type, booking } = await offered()
    await world.book(type.id, ELEVEN)
    const refusal = { code: 'slot_taken', startEpochSeconds: secondsOf(TEN) }
    expect(await last(booking.id, 90)).toEqual({ ok: false, refusal })
    expect(unwrap(await getBooking(world.deps, world.caller, booking.id))).toEqual(booking)
  })

  test('and the next start are claimed by one of two who want them at the same moment', async () => {
    const { type, booking } = await offered()
    const next = createBooking(world.deps, world.caller, {
      target: { eventTypeId: type.id },
      startEpochSeconds: secondsOf(ELEVEN),
    })
    const both = await Promise.all([last(booking.id, 90), next])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const { taken } = await world.ledger(type.providerId, '2026-04-27')
    expect(taken).toHaveLength(both[0].ok ? 18 : 24)
  })

  test('needs no start on its own grid and no notice, but the hours', async () => {
    const { booking } = await offered()
    world.moveTo('2026-04-20T08:01:00Z')
    const late = await world.eventType({ durationOptionsMinutes: [30, 90], durationMinutes: 30 })
    const five = await world.book(late.id, '2026-04-27T16:30:00Z')
    expect(await last(five.id, 90)).toMatchObject({
      refusal: { code: 'slot_not_bookable', reasons: [{ code: 'outside_availability' }] },
    })
    await updateEventType(world.deps, world.caller, booking.eventTypeId ?? '', {
      slotStepMinutes: 90,
      minNoticeMinutes: 60 * 24 * 14,
    })
    expect(unwrap(await last(booking.id, 90)).policy.durationMinutes).toBe(90)
  })

  test('that it has already changes nothing, and one that is not offered is refused', async () => {
    const { booking } = await offered()
    expect(unwrap(await last(booking.id, 60))).toEqual(booking)
    expect(await last(booking.id, 45)).toMatchObject({
      refusal: { code: 'validation_failed', errors: [{ pointer: '/durationMinutes' }] },
    })
  })

  test('is refused for bookings that have no duration of their own', async () => {
    const type = await world.eventType({ seats: { capacity: 3 } })
    const seated = await world.book(type.id, TEN)
    const { seats: _, ...plain } = seated
    const { eventTypeId: _type, ...opened } = plain
    const spans = [{ offsetMinutes: 0, durationMinutes: 10 }]
    const { providerId } = plain
    const dentist = { requirement: 'dentist', providerId, providerName: 'Ada', spans }
    const stay = { arrivalDay: 20_000, departureDay: 20_001, calendarId: 'cal_1' }
    expect(checkLength(plain)).toMatchObject({ ok: true })
    for (const booking of [
      seated,
      opened,
      { ...plain, assignments: [dentist] },
      { ...plain, stay },
    ]) {
      expect(checkLength(booking)).toMatchObject({
        refusal: { code: 'validation_failed', errors: [{ pointer: '/durationMinutes' }] },
      })
    }
    expect(await last(seated.id, 30)).toMatchObject({ refusal: { code: 'validation_failed' } })
  })
})
