import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { openAvailability } from '../availability/availability.ts'
import { updateEventType } from '../event-types/event-types.ts'
import {
  cancelBooking,
  closeBooking,
  confirmBooking,
  expireBooking,
  getBooking,
} from './change-booking.ts'
import { createBooking } from './create-booking.ts'
import { getManagedBooking } from './managed-booking.ts'
import { rescheduleBooking } from './reschedule-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const TEN = '2026-04-27T10:00:00Z'
const ELEVEN = '2026-04-27T11:00:00Z'
const LAPSED = '2026-04-20T08:05:00Z'

async function held(start = TEN) {
  const type = await world.eventType()
  return { type, booking: await world.book(type.id, start) }
}

async function confirmed(start = TEN) {
  const { type, booking } = await held(start)
  return { type, booking: unwrap(await confirmBooking(world.deps, world.caller, booking.id)) }
}

const anonymousHold = async () => {
  const type = await world.eventType()
  const made = await createBooking(world.deps, world.caller, {
    target: { eventTypeId: type.id },
    startEpochSeconds: secondsOf(TEN),
  })
  return unwrap(made).booking
}

describe('reading a booking', () => {
  test('answers it to its account alone', async () => {
    const { booking } = await held()
    expect(await getBooking(world.deps, world.caller, booking.id)).toEqual({
      ok: true,
      value: booking,
    })
    const refusal = { code: 'not_found', resource: 'booking', id: booking.id }
    expect(await getBooking(world.deps, world.stranger, booking.id)).toEqual({ ok: false, refusal })
  })

  test('by a manage token answers the booking of that very token', async () => {
    const type = await world.eventType()
    const one = await world.created(type.id, TEN)
    const other = await world.created(type.id, ELEVEN)
    const { deps } = world
    expect(await getManagedBooking(deps, one.booking.id, one.manageToken)).toEqual(one.booking)
    expect(await getManagedBooking(deps, one.booking.id, other.manageToken)).toBeUndefined()
    expect(await getManagedBooking(deps, 'bkg_none', one.manageToken)).toBeUndefined()
  })
})

describe('confirming', () => {
  test('makes the claim final and deletes the trigger', async () => {
    const { type, booking } = await held()
    world.moveTo('2026-04-20T08:04:59Z')
    const after = unwrap(await confirmBooking(world.deps, world.caller, booking.id))
    expect(after).toMatchObject({
      version: 2,
      status: 'confirmed',
      sequence: 0,
      confirmedAtEpochSeconds: secondsOf('2026-04-20T08:04:59Z'),
      updatedAtEpochSeconds: secondsOf('2026-04-20T08:04:59Z'),
    })
    expect(after).not.toHaveProperty('holdExpiresAtEpochSeconds')
    const day = await world.ledger(type.providerId, '2026-04-27')
    expect([day.taken.length, day.holds]).toEqual([12, []])
    const triggers = await world.items('EXPIRATION_TRIGGER#')
    expect(triggers.filter(({ bookingId }) => bookingId === booking.id)).toEqual([])
  })

  test('is refused from the second at which the hold lapses', async () => {
    const { booking } = await held()
    world.moveTo(LAPSED)
    expect(await confirmBooking(world.deps, world.caller, booking.id)).toEqual({
      ok: false,
      refusal: { code: 'hold_expired', holdExpiresAtEpochSeconds: secondsOf(LAPSED) },
    })
  })

  test('a hold without a booker requires one', async () => {
    const booking = await anonymousHold()
    expect(await confirmBooking(world.deps, world.caller, booking.id)).toEqual({
      ok: false,
      refusal: {
        code: 'validation_failed',
        errors: [{ pointer: '/booker', message: '`booker` is required: this hold has none yet.' }],
      },
    })
    const details = { booker: BOOKER, fields: { note: 'First visit' } }
    const after = unwrap(await confirmBooking(world.deps, world.caller, booking.id, details))
    expect(after).toMatchObject({ status: 'confirmed', booker: BOOKER, note: 'First visit' })
  })

  test('a hold refuses a booker with an unknown time zone', async () => {
    const booking = await anonymousHold()
    const details = { booker: { ...BOOKER, timeZone: 'Mars/Base' } }
    expect(await confirmBooking(world.deps, world.caller, booking.id, details)).toMatchObject({
      refusal: { code: 'validation_failed', errors: [{ pointer: '/booker/timeZone' }] },
    })
  })

  test('a request for approval is for the provider alone, and without a new booker', async () => {
    const type = await world.eventType({ confirmation: 'approval' })
    const booking = await world.book(type.id, TEN)
    const booker = { ...world.caller, role: 'manage', actor: { kind: 'booker' } } as const
    expect(await confirmBooking(world.deps, booker, booking.id)).toMatchObject({
      refusal: { code: 'invalid_transition', action: 'confirm' },
    })
    const details = { booker: BOOKER }
    expect(await confirmBooking(world.deps, world.caller, booking.id, details)).toMatchObject({
      refusal: {
        code: 'validation_failed',
        errors: [
          {
            pointer: '/booker',
            message: 'the booker of a request cannot change; approve it without `booker`',
          },
        ],
      },
    })
    const after = unwrap(await confirmBooking(world.deps, world.caller, booking.id))
    expect(after.status).toBe('confirmed')
  })

  test('a booking of another account is not found', async () => {
    const { booking } = await held()
    expect(await confirmBooking(world.deps, world.stranger, booking.id)).toMatchObject({
      refusal: { code: 'not_found' },
    })
  })
})

describe('cancelling', () => {
  test('frees the time and stores the reason', async () => {
    const { type, booking } = await confirmed()
    world.moveTo('2026-04-21T08:00:00Z')
    const cancelled = await cancelBooking(world.deps, world.caller, booking.id, { reason: 'Ill' })
    expect(unwrap(cancelled)).toMatchObject({
      version: 3,
      status: 'cancelled',
      sequence: 1,
      cancellationReason: 'Ill',
      cancelledAtEpochSeconds: secondsOf('2026-04-21T08:00:00Z'),
    })
    expect(await world.ledger(type.providerId, '2026-04-27')).toEqual({
      taken: [],
      holds: [],
      blocks: [],
    })
    expect(await world.create(type.id, TEN)).toMatchObject({ ok: true })
  })

  test('a hold frees its mark too', async () => {
    const { type, booking } = await held()
    unwrap(await cancelBooking(world.deps, world.caller, booking.id, {}))
    expect(await world.ledger(type.providerId, '2026-04-27')).toMatchObject({
      taken: [],
      holds: [],
    })
  })

  test('is refused for a booking that is cancelled already', async () => {
    const { booking } = await held()
    unwrap(await cancelBooking(world.deps, world.caller, booking.id, {}))
    expect(await cancelBooking(world.deps, world.caller, booking.id, {})).toMatchObject({
      refusal: { code: 'invalid_transition', action: 'cancel', status: 'cancelled' },
    })
  })
})

test('a change under an outdated version is refused with both versions', async () => {
  const { booking } = await confirmed()
  const caller = { ...world.caller, ifVersion: 1 }
  expect(await cancelBooking(world.deps, caller, booking.id, {})).toEqual({
    ok: false,
    refusal: { code: 'version_mismatch', expected: 1, actual: 2 },
  })
  const current = { ...world.caller, ifVersion: 2 }
  expect(await cancelBooking(world.deps, current, booking.id, {})).toMatchObject({ ok: true })
})

test('of two simultaneous changes of one booking, one is decided on the result of the other', async () => {
  const { booking } = await confirmed()
  const [one, two] = await Promise.all([
    cancelBooking(world.deps, world.caller, booking.id, {}),
    cancelBooking(world.deps, world.caller, booking.id, {}),
  ])
  expect([one.ok, two.ok].sort()).toEqual([false, true])
  expect([one, two].find(({ ok }) => !ok)).toMatchObject({
    refusal: { code: 'invalid_transition', status: 'cancelled' },
  })
})

describe('closing', () => {
  test('needs the start to have passed', async () => {
    const { booking } = await confirmed()
    world.moveTo('2026-04-27T09:59:59Z')
    expect(await closeBooking(world.deps, world.caller, booking.id, 'complete')).toMatchObject({
      refusal: { code: 'invalid_transition', action: 'complete' },
    })
    world.moveTo(TEN)
    const after = unwrap(await closeBooking(world.deps, world.caller, booking.id, 'complete'))
    expect(after).toMatchObject({
      status: 'completed',
      completedAtEpochSeconds: secondsOf(TEN),
    })
  })

  test('a booking that completed itself can still become a no-show, and one that a person completed cannot', async () => {
    const { booking } = await confirmed()
    const other = await confirmed()
    world.moveTo(ELEVEN)
    unwrap(await closeBooking(world.deps, world.caller, booking.id, 'complete', 'automatic'))
    unwrap(await closeBooking(world.deps, world.caller, other.booking.id, 'complete'))
    const missed = unwrap(await closeBooking(world.deps, world.caller, booking.id, 'no_show'))
    expect(missed).toMatchObject({ status: 'no_show', noShowAtEpochSeconds: secondsOf(ELEVEN) })
    expect(await closeBooking(world.deps, world.caller, other.booking.id, 'no_show')).toMatchObject(
      { refusal: { code: 'invalid_transition', status: 'completed' } },
    )
  })

  test('of one booking at once by two people who differ ends as completed', async () => {
    for (const actions of [['complete', 'no_show'] as const, ['no_show', 'complete'] as const]) {
      const { booking } = await confirmed()
      world.moveTo(ELEVEN)
      const answers = await Promise.all(
        actions.map((action) => closeBooking(world.deps, world.caller, booking.id, action)),
      )
      expect(answers[actions.indexOf('complete')]?.ok).toBe(true)
      const after = unwrap(await getBooking(world.deps, world.caller, booking.id))
      expect(after).toMatchObject({ status: 'completed', completedAtEpochSeconds: 1777287600 })
      expect(after).not.toHaveProperty('noShowAtEpochSeconds')
      world.moveTo(NOW)
    }
  })
})

test('expiring is refused one second before the hold lapses, and frees its time then', async () => {
  const { type, booking } = await held()
  world.moveTo('2026-04-20T08:04:59Z')
  expect(await expireBooking(world.deps, world.caller, booking.id)).toMatchObject({ ok: false })
  world.moveTo(LAPSED)
  const after = unwrap(await expireBooking(world.deps, world.caller, booking.id))
  expect(after).toMatchObject({ status: 'expired', expiredAtEpochSeconds: secondsOf(LAPSED) })
  expect(await world.ledger(type.providerId, '2026-04-27')).toMatchObject({ taken: [], holds: [] })
})

test('expiring a hold whose time was taken over leaves the time to its new owner', async () => {
  const { type, booking } = await held()
  world.moveTo(LAPSED)
  const next = await world.book(type.id, TEN)
  unwrap(await expireBooking(world.deps, world.caller, booking.id))
  const { taken, holds } = await world.ledger(type.providerId, '2026-04-27')
  expect([taken.length, holds.map(({ bookingId }) => bookingId)]).toEqual([12, [next.id]])
})

describe('rescheduling', () => {
  const move = (bookingId: string, start: string) =>
    rescheduleBooking(world.deps, world.caller, bookingId, { startEpochSeconds: secondsOf(start) })

  test('within a day claims the new time and frees the old one in one step', async () => {
    const { type, booking } = await confirmed()
    const after = unwrap(await move(booking.id, '2026-04-27T14:00:00Z'))
    expect(after).toMatchObject({
      id: booking.id,
      version: 3,
      status: 'confirmed',
      sequence: 1,
      startEpochSeconds: secondsOf('2026-04-27T14:00:00Z'),
      endEpochSeconds: secondsOf('2026-04-27T15:00:00Z'),
      localStart: '2026-04-27T14:00',
      rescheduledFromEpochSeconds: secondsOf(TEN),
    })
    const { taken } = await world.ledger(type.providerId, '2026-04-27')
    expect(taken).toEqual([168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179])
  })

  test('to a time that overlaps its own old one works', async () => {
    const type = await world.eventType({ slotStepMinutes: 30 })
    const booking = await world.book(type.id, TEN)
    const after = unwrap(await move(booking.id, '2026-04-27T10:30:00Z'))
    expect(after.startEpochSeconds).toBe(secondsOf('2026-04-27T10:30:00Z'))
    const { taken, holds } = await world.ledger(type.providerId, '2026-04-27')
    expect([taken[0], taken.length]).toEqual([126, 12])
    expect(holds).toEqual([
      {
        bookingId: booking.id,
        firstQuantum: 126,
        quantumCount: 12,
        expiresAtEpochSeconds: secondsOf(LAPSED),
      },
    ])
  })

  test('to another day frees the first day', async () => {
    const { type, booking } = await confirmed()
    unwrap(await move(booking.id, '2026-04-28T10:00:00Z'))
    expect(await world.ledger(type.providerId, '2026-04-27')).toMatchObject({ taken: [] })
    const { taken } = await world.ledger(type.providerId, '2026-04-28')
    expect([taken[0], taken.length]).toEqual([120, 12])
  })

  test('to taken time is refused, and the old booking stands', async () => {
    const { type, booking } = await confirmed()
    await world.book(type.id, ELEVEN)
    expect(await move(booking.id, ELEVEN)).toEqual({
      ok: false,
      refusal: { code: 'slot_taken', startEpochSeconds: secondsOf(ELEVEN) },
    })
    expect(unwrap(await getBooking(world.deps, world.caller, booking.id))).toEqual(booking)
  })

  test('keeps the agreed duration and buffers, under the hours of today', async () => {
    const { type, booking } = await confirmed()
    await updateEventType(world.deps, world.caller, type.id, {
      durationMinutes: 30,
      slotStepMinutes: 30,
      bufferAfterMinutes: 15,
    })
    const after = unwrap(await move(booking.id, '2026-04-27T11:30:00Z'))
    expect(after).toMatchObject({
      endEpochSeconds: secondsOf('2026-04-27T12:30:00Z'),
      policy: { durationMinutes: 60, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
    })
    expect(await move(booking.id, '2026-04-27T18:00:00Z')).toMatchObject({
      refusal: { code: 'slot_not_bookable', reasons: [{ code: 'outside_availability' }] },
    })
  })

  test('of an opened slot stays within the openings of its provider', async () => {
    const provider = await world.provider()
    for (const date of ['2026-04-27', '2026-04-28']) {
      await openAvailability(world.deps, world.caller, provider.id, {
        date,
        startTime: '10:00',
        endTime: '11:00',
        slotDurationMinutes: date === '2026-04-27' ? 30 : 20,
      })
    }
    const made = await createBooking(world.deps, world.caller, {
      target: { providerId: provider.id },
      startEpochSeconds: secondsOf(TEN),
      booker: BOOKER,
    })
    const { id } = unwrap(made).booking
    const after = unwrap(await move(id, '2026-04-28T10:20:00Z'))
    expect(after).toMatchObject({
      endEpochSeconds: secondsOf('2026-04-28T10:40:00Z'),
      policy: { durationMinutes: 20 },
    })
    expect(await move(id, '2026-04-29T10:00:00Z')).toMatchObject({ ok: false })
  })

  test('is refused for a booking that ended, before the new time is looked at', async () => {
    const { booking } = await held()
    unwrap(await cancelBooking(world.deps, world.caller, booking.id, {}))
    expect(await move(booking.id, '2026-04-27T03:33:00Z')).toMatchObject({
      refusal: { code: 'invalid_transition', action: 'reschedule', status: 'cancelled' },
    })
  })

  test('reports a refusal for taken time as a conflict', async () => {
    const { type, booking } = await confirmed()
    await world.book(type.id, ELEVEN)
    const conflicts: unknown[] = []
    const deps = { ...world.deps, reportConflict: (one: unknown) => void conflicts.push(one) }
    const to = { startEpochSeconds: secondsOf(ELEVEN) }
    await rescheduleBooking(deps, world.caller, booking.id, to)
    expect(conflicts).toMatchObject([
      { eventTypeId: type.id, startEpochSeconds: secondsOf(ELEVEN) },
    ])
  })
})
