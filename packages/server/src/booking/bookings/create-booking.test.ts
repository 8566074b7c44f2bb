import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
} from '../../../tests/support/booking-world.ts'
import { openAvailability } from '../availability/availability.ts'
import type { Conflict } from '../conflict.ts'
import { setEventTypeStatus } from '../event-types/event-types.ts'
import { updateProvider } from '../provider-changes/save-provider.ts'
import { deleteProvider } from '../providers/provider-deletion.ts'
import { createBooking } from './create-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

// 10:00 is quantum 120 of its UTC day: 600 minutes by five.
const TEN = '2026-04-27T10:00:00Z'

test('a hold claims its time with the buffers and lapses after the minutes of its event type', async () => {
  const type = await world.eventType({
    bufferBeforeMinutes: 10,
    bufferAfterMinutes: 5,
    holdMinutes: 7,
  })
  const { booking, manageToken } = await world.created(type.id, TEN, {
    fields: { note: 'By bike' },
  })
  expect(booking).toEqual({
    id: booking.id,
    accountId: world.accountId,
    actor: { kind: 'system' },
    providerId: type.providerId,
    eventTypeId: type.id,
    version: 1,
    status: 'pending',
    confirmation: 'hold',
    startEpochSeconds: secondsOf(TEN),
    endEpochSeconds: secondsOf('2026-04-27T11:00:00Z'),
    policy: { durationMinutes: 60, bufferBeforeMinutes: 10, bufferAfterMinutes: 5 },
    timeZone: 'UTC',
    localStart: '2026-04-27T10:00',
    tzdbVersion: '2026c',
    holdExpiresAtEpochSeconds: secondsOf('2026-04-20T08:07:00Z'),
    booker: BOOKER,
    note: 'By bike',
    sequence: 0,
    manageTokenHash: world.deps.secrets.hash(manageToken),
    createdAtEpochSeconds: secondsOf(NOW),
    updatedAtEpochSeconds: secondsOf(NOW),
  })
  expect(booking.id).toMatch(/^bkg_[0-9a-z]{26}$/)
  expect(manageToken).toMatch(/^hm_/)
  const mark = {
    bookingId: booking.id,
    firstQuantum: 118,
    quantumCount: 15,
    expiresAtEpochSeconds: secondsOf('2026-04-20T08:07:00Z'),
  }
  const day = await world.ledger(type.providerId, '2026-04-27')
  expect(day).toEqual({
    taken: [118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132],
    holds: [mark],
    blocks: [],
  })
})

test('the wall time of a booking is that of its provider', async () => {
  const provider = await world.provider({ timeZone: 'Asia/Kolkata' })
  const type = await world.eventType({ providerId: provider.id })
  const { booking } = await world.created(type.id, '2026-04-27T04:30:00Z')
  expect([booking.timeZone, booking.localStart]).toEqual(['Asia/Kolkata', '2026-04-27T10:00'])
})

test('an instant booking is confirmed at once, with a final claim and without an expiry', async () => {
  const type = await world.eventType({ confirmation: 'instant' })
  const { booking } = await world.created(type.id, TEN)
  expect(booking).toMatchObject({
    status: 'confirmed',
    confirmation: 'instant',
    confirmedAtEpochSeconds: secondsOf(NOW),
  })
  expect(booking).not.toHaveProperty('holdExpiresAtEpochSeconds')
  const day = await world.ledger(type.providerId, '2026-04-27')
  expect([day.taken.length, day.holds]).toEqual([12, []])
})

describe('a request for approval', () => {
  test('waits for the minutes of its event type', async () => {
    const type = await world.eventType({ confirmation: 'approval', approvalMinutes: 90 })
    const { booking } = await world.created(type.id, TEN)
    expect(booking).toMatchObject({
      status: 'pending',
      holdExpiresAtEpochSeconds: secondsOf('2026-04-20T09:30:00Z'),
    })
  })

  test('waits no longer than until its start', async () => {
    const type = await world.eventType({ confirmation: 'approval', approvalMinutes: 600 })
    const { booking } = await world.created(type.id, '2026-04-20T10:00:00Z')
    expect(booking.holdExpiresAtEpochSeconds).toBe(secondsOf('2026-04-20T10:00:00Z'))
  })

  test('waits at least a minute, also for a start that is closer', async () => {
    world.moveTo('2026-04-20T09:59:30Z')
    const type = await world.eventType({ confirmation: 'approval' })
    const { booking } = await world.created(type.id, '2026-04-20T10:00:00Z')
    expect(booking.holdExpiresAtEpochSeconds).toBe(secondsOf('2026-04-20T10:00:30Z'))
  })
})

test('only a hold can be taken without a booker', async () => {
  const held = await world.eventType()
  const { booking } = (await createBooking(world.deps, world.caller, {
    target: { eventTypeId: held.id },
    startEpochSeconds: secondsOf(TEN),
  }).then((made) => (made.ok ? made.value : undefined))) ?? { booking: undefined }
  expect(booking?.status).toBe('pending')
  expect(booking).not.toHaveProperty('booker')
  for (const confirmation of ['instant', 'approval'] as const) {
    const type = await world.eventType({ confirmation })
    const refused = await createBooking(world.deps, world.caller, {
      target: { eventTypeId: type.id },
      startEpochSeconds: secondsOf(TEN),
    })
    expect(refused).toMatchObject({
      ok: false,
      refusal: { code: 'validation_failed', errors: [{ pointer: '/booker' }] },
    })
  }
})

test('a booker with an unknown time zone is refused before anything is read', async () => {
  const refused = await world.create('evt_nowhere', TEN, {
    booker: { ...BOOKER, timeZone: 'Europe/Berln' },
  })
  expect(refused).toMatchObject({
    ok: false,
    refusal: { code: 'validation_failed', errors: [{ pointer: '/booker/timeZone' }] },
  })
})

test('an event type of another account is not found', async () => {
  const type = await world.eventType()
  const refused = await createBooking(world.deps, world.stranger, {
    target: { eventTypeId: type.id },
    startEpochSeconds: secondsOf(TEN),
    booker: BOOKER,
  })
  const refusal = { code: 'not_found', resource: 'event_type', id: type.id }
  expect(refused).toEqual({ ok: false, refusal })
})

test('an inactive event type takes no bookings', async () => {
  const type = await world.eventType()
  await setEventTypeStatus(world.deps, world.caller, type.id, 'inactive')
  expect(await world.create(type.id, TEN)).toEqual({
    ok: false,
    refusal: { code: 'event_type_inactive', eventTypeId: type.id },
  })
})

test('a start that was never offered is refused with every reason, and claims nothing', async () => {
  const type = await world.eventType({ minNoticeMinutes: 60 })
  const offGrid = await world.create(type.id, '2026-04-27T10:20:00Z')
  expect(offGrid).toMatchObject({
    ok: false,
    refusal: { code: 'slot_not_bookable', reasons: [{ code: 'off_grid' }] },
  })
  const past = await world.create(type.id, '2026-04-17T10:00:00Z')
  expect(past).toMatchObject({
    refusal: { code: 'slot_not_bookable', reasons: [{ code: 'in_the_past' }] },
  })
  expect(await world.ledger(type.providerId, '2026-04-27')).toMatchObject({ taken: [] })
})

describe('time that is taken', () => {
  test('is refused over all event types of the provider, and reported as a conflict', async () => {
    const provider = await world.provider()
    const first = await world.eventType({ providerId: provider.id })
    const second = await world.eventType({ providerId: provider.id, durationMinutes: 30 })
    await world.book(first.id, TEN)
    const conflicts: Conflict[] = []
    const deps = { ...world.deps, reportConflict: (one: Conflict) => void conflicts.push(one) }
    const refused = await createBooking(deps, world.caller, {
      target: { eventTypeId: second.id },
      startEpochSeconds: secondsOf('2026-04-27T10:30:00Z'),
      booker: BOOKER,
    })
    const startEpochSeconds = secondsOf('2026-04-27T10:30:00Z')
    expect(refused).toEqual({ ok: false, refusal: { code: 'slot_taken', startEpochSeconds } })
    expect(conflicts).toEqual([
      {
        accountId: world.accountId,
        providerId: provider.id,
        eventTypeId: second.id,
        resourceVersion: 1,
        startEpochSeconds,
      },
    ])
  })

  test('goes to one of two simultaneous requests', async () => {
    const type = await world.eventType()
    const both = await Promise.all([world.create(type.id, TEN), world.create(type.id, TEN)])
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  test('is free for others from the second at which its hold lapses', async () => {
    const type = await world.eventType()
    await world.book(type.id, TEN)
    world.moveTo('2026-04-20T08:04:59Z')
    expect(await world.create(type.id, TEN)).toMatchObject({ refusal: { code: 'slot_taken' } })
    world.moveTo('2026-04-20T08:05:00Z')
    const { booking } = await world.created(type.id, TEN)
    const { holds } = await world.ledger(type.providerId, '2026-04-27')
    expect(holds.map(({ bookingId }) => bookingId)).toEqual([booking.id])
  })
})

test('a claim over midnight takes the quanta of both UTC days', async () => {
  const provider = await world.provider({ timeZone: 'America/New_York' })
  const type = await world.eventType({
    providerId: provider.id,
    durationMinutes: 90,
    availabilityRules: [{ weekday: 'monday', windows: [{ start: '19:00', end: '22:00' }] }],
  })
  // 19:00 in New York is 23:00 UTC: an hour of Monday, half an hour of Tuesday.
  await world.book(type.id, '2026-04-27T23:00:00Z')
  const monday = await world.ledger(provider.id, '2026-04-27')
  const tuesday = await world.ledger(provider.id, '2026-04-28')
  expect([monday.taken[0], monday.taken.length]).toEqual([276, 12])
  expect(tuesday.taken).toEqual([0, 1, 2, 3, 4, 5])
})

describe('a slot that the provider opened', () => {
  const open = async () => {
    const provider = await world.provider()
    await openAvailability(world.deps, world.caller, provider.id, {
      date: '2026-04-27',
      startTime: '10:00',
      endTime: '12:00',
      slotDurationMinutes: 30,
    })
    return provider
  }
  const bookOpened = (providerId: string, start: string) =>
    createBooking(world.deps, world.caller, {
      target: { providerId },
      startEpochSeconds: secondsOf(start),
      booker: BOOKER,
    })

  test('is held for five minutes, without an event type', async () => {
    const provider = await open()
    const made = await bookOpened(provider.id, '2026-04-27T10:30:00Z')
    expect(made.ok && made.value.booking).toMatchObject({
      confirmation: 'hold',
      endEpochSeconds: secondsOf('2026-04-27T11:00:00Z'),
      holdExpiresAtEpochSeconds: secondsOf('2026-04-20T08:05:00Z'),
      policy: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
    })
    expect(made.ok && made.value.booking).not.toHaveProperty('eventTypeId')
  })

  test.each(['2026-04-27T12:00:00Z', '2026-04-27T09:30:00Z', '2026-04-28T10:00:00Z'])(
    'does not include %s',
    async (start) => {
      const provider = await open()
      expect(await bookOpened(provider.id, start)).toMatchObject({
        refusal: { code: 'slot_not_bookable', reasons: [{ code: 'outside_availability' }] },
      })
    },
  )

  test('is not found for a provider of another account, or a deleted one', async () => {
    const provider = await open()
    const target = { providerId: provider.id }
    const input = { target, startEpochSeconds: secondsOf(TEN), booker: BOOKER }
    const refusal = { code: 'not_found', resource: 'provider', id: provider.id }
    expect(await createBooking(world.deps, world.stranger, input)).toEqual({ ok: false, refusal })
    await deleteProvider(world.deps, world.caller, provider.id)
    expect(await createBooking(world.deps, world.caller, input)).toEqual({ ok: false, refusal })
  })
})

test('the event types of a deleted provider are not found', async () => {
  const type = await world.eventType()
  await deleteProvider(world.deps, world.caller, type.providerId)
  expect(await world.create(type.id, TEN)).toMatchObject({ refusal: { code: 'not_found' } })
})

test('a booking follows the zone that its provider has now', async () => {
  const provider = await world.provider()
  const type = await world.eventType({ providerId: provider.id })
  await world.book(type.id, TEN)
  await updateProvider(world.deps, world.caller, provider.id, { timeZone: 'Asia/Tokyo' })
  expect(await world.create(type.id, '2026-04-27T13:00:00Z')).toMatchObject({
    refusal: { code: 'slot_not_bookable' },
  })
  const { booking } = await world.created(type.id, '2026-04-28T01:00:00Z')
  expect(booking.localStart).toBe('2026-04-28T10:00')
})

test('a booking is stored with its trigger and its event in the same transaction', async () => {
  const type = await world.eventType()
  const { booking } = await world.created(type.id, TEN)
  const mine = (items: readonly { readonly [name: string]: unknown }[]) =>
    items.filter((item) => JSON.stringify(item).includes(booking.id))
  const triggers = mine(await world.items('EXPIRATION_TRIGGER#'))
  expect(triggers).toEqual([
    {
      PK: triggers[0]?.PK,
      SK: `1776672300#${booking.id}`,
      bookingId: booking.id,
      accountId: world.accountId,
      ttl: 1776672300 + 86_400,
    },
  ])
  const events = mine(await world.items('OUTBOX#'))
  expect(events).toMatchObject([
    {
      type: 'booking.created',
      resourceId: booking.id,
      resourceVersion: 1,
      data: {
        booking: { id: booking.id, status: 'pending', holdExpiresAt: '2026-04-20T08:05:00Z' },
      },
    },
  ])
})
