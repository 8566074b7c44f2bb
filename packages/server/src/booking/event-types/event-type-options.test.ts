import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { createBooking } from '../bookings/create-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import { findPublicProvider } from '../public/directory.ts'
import { explainEventTypeSlot } from '../slots/explain-slot.ts'
import { listSlots } from '../slots/slots.ts'
import { createEventType, updateEventType } from './event-types.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

const PAYMENT = { amount: 5000, currency: 'EUR', kind: 'full' } as const

const failing = (pointer: string, message: string) => ({
  ok: false,
  refusal: { code: 'validation_failed', errors: [{ pointer, message }] },
})

const MONDAY = { from: { epochMinutes: 0 }, to: { epochMinutes: 0 }, includeUnavailable: false }

/** The starts on Monday, 2026-04-27, as times of day in UTC. */
async function startsOf(eventTypeId: string, durationMinutes?: number) {
  const midnight = secondsOf('2026-04-27T00:00:00Z') / 60
  const listed = unwrap(
    await listSlots(world.deps, world.caller, eventTypeId, {
      ...MONDAY,
      from: { epochMinutes: midnight },
      to: { epochMinutes: midnight + 1440 },
      durationMinutes,
    }),
  )
  const hours = listed.starts.map((start) => (start - midnight) / 60)
  return { durationMinutes: listed.durationMinutes, hours }
}

describe('an event type with durations to choose from', () => {
  const create = async (more: object = {}) =>
    await world.eventType({
      providerId: (await world.provider()).id,
      durationMinutes: 60,
      durationOptionsMinutes: [60, 120],
      confirmation: 'instant',
      ...more,
    })

  test('lists the starts at which the chosen duration fits', async () => {
    const { id } = await create()
    expect(await startsOf(id)).toEqual({
      durationMinutes: 60,
      hours: [9, 10, 11, 12, 13, 14, 15, 16],
    })
    expect(await startsOf(id, 120)).toEqual({
      durationMinutes: 120,
      hours: [9, 10, 11, 12, 13, 14, 15],
    })
  })

  test('is booked for the chosen duration, which it keeps when it is moved', async () => {
    const { id } = await create()
    const book = (start: string, durationMinutes?: number) =>
      createBooking(world.deps, world.caller, {
        target: { eventTypeId: id },
        startEpochSeconds: secondsOf(start),
        booker: BOOKER,
        durationMinutes,
      })
    const { booking } = unwrap(await book('2026-04-27T10:00:00Z', 120))
    expect(booking).toMatchObject({
      endEpochSeconds: secondsOf('2026-04-27T12:00:00Z'),
      policy: { durationMinutes: 120 },
    })
    expect(await book('2026-04-27T11:00:00Z')).toMatchObject({ refusal: { code: 'slot_taken' } })
    const moved = unwrap(
      await rescheduleBooking(world.deps, world.caller, booking.id, {
        startEpochSeconds: secondsOf('2026-04-28T10:00:00Z'),
      }),
    )
    expect(moved.endEpochSeconds).toBe(secondsOf('2026-04-28T12:00:00Z'))
    unwrap(await book('2026-04-27T11:00:00Z'))
  })

  test('refuses a duration that it does not have, for slots, explanations and bookings', async () => {
    const { id } = await create()
    const refused = failing(
      '/durationMinutes',
      'must be a duration of the event type: 60, 120; got 45',
    )
    const start = secondsOf('2026-04-27T10:00:00Z')
    expect(
      await explainEventTypeSlot(world.deps, world.caller, id, start, { durationMinutes: 45 }),
    ).toEqual(refused)
    expect(
      await createBooking(world.deps, world.caller, {
        target: { eventTypeId: id },
        startEpochSeconds: start,
        booker: BOOKER,
        durationMinutes: 45,
      }),
    ).toEqual(refused)
  })

  test('takes the first of new durations as its own, and refuses another own duration', async () => {
    const { id } = await create()
    const change = (input: object) => updateEventType(world.deps, world.caller, id, input)
    const refused = failing(
      '/durationOptionsMinutes',
      'must begin with `durationMinutes`, which is 45',
    )
    expect(await change({ durationMinutes: 45 })).toEqual(refused)
    expect(unwrap(await change({ durationOptionsMinutes: [90, 30] }))).toMatchObject({
      durationMinutes: 90,
      slotStepMinutes: 90,
    })
    const single = unwrap(await change({ durationOptionsMinutes: null }))
    expect(single).not.toHaveProperty('durationOptionsMinutes')
  })
})

describe('the payment of an event type', () => {
  const create = async (payment: object, durationOptionsMinutes?: readonly number[]) =>
    await createEventType(world.deps, world.caller, {
      providerId: (await world.provider()).id,
      slug: 'paid',
      title: 'Paid',
      durationMinutes: 30,
      availabilityRules: [],
      durationOptionsMinutes,
      payment: { ...PAYMENT, ...payment },
    })

  test.each([
    [{ kind: 'deposit' }, '/payment/depositAmount', 'is required for a deposit'],
    [{ depositAmount: 5 }, '/payment/depositAmount', 'is only possible with `kind` "deposit"'],
    [
      { kind: 'deposit', depositAmount: 5001 },
      '/payment/depositAmount',
      'must be at most the lowest price, 5000',
    ],
    [
      { amountByDurationMinutes: { '60': 9000 } },
      '/payment/amountByDurationMinutes/60',
      'is no duration of the event type: 30',
    ],
    [{ amount: 49 }, '/payment/amount', 'must be at least 50 (0.50 EUR)'],
    [
      { kind: 'deposit', depositAmount: 20 },
      '/payment/depositAmount',
      'must be at least 50 (0.50 EUR)',
    ],
    [{ currency: 'XAU' }, '/payment/currency', 'payments in XAU are not supported'],
  ])('with %j is refused', async (payment, pointer, message) => {
    expect(await create(payment)).toEqual(failing(pointer, message))
  })
})

describe('the options of an event type', () => {
  test('that are not used are not stored, and can be removed', async () => {
    const plain = await world.eventType({ providerId: (await world.provider()).id })
    const change = async (input: object) =>
      unwrap(await updateEventType(world.deps, world.caller, plain.id, input))
    const full = await change({
      locations: [{ kind: 'in_person', address: 'Seestraße 1' }],
      questions: [{ id: 'reason', label: 'Why?', kind: 'text' }],
      policy: { cancelUntilMinutes: 60, maxReschedules: 1 },
      redirectUrl: 'https://example.com/thanks',
      hidden: true,
      color: '#1d6b57',
      reminderMinutes: [60],
    })
    expect(full).toMatchObject({
      locations: [{ kind: 'in_person', address: 'Seestraße 1' }],
      policy: { reapproveOnReschedule: false, cancelUntilMinutes: 60, maxReschedules: 1 },
      isHidden: true,
    })
    expect(await change({ title: 'Visit' })).toMatchObject({
      questions: [{ id: 'reason' }],
      color: '#1d6b57',
    })
    const empty = await change({
      title: plain.title,
      locations: [],
      questions: [],
      policy: {},
      redirectUrl: null,
      hidden: false,
      color: null,
      reminderMinutes: null,
    })
    expect(empty).toEqual({ ...plain, version: 4, actor: world.caller.actor })
  })

  test('hide it from the page of its provider', async () => {
    const provider = await world.provider({ slug: 'ana-hidden' })
    const shown = await world.eventType({ providerId: provider.id, slug: 'shown' })
    await world.eventType({ providerId: provider.id, slug: 'hidden', hidden: true })
    const page = unwrap(await findPublicProvider(world.deps, { providerSlug: 'ana-hidden' }))
    expect(page.eventTypes.map(({ id }) => id)).toEqual([shown.id])
  })
})
