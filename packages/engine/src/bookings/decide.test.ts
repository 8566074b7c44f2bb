import { describe, expect, test } from 'vitest'
import { booking, EXPIRY, inState, NOW, START } from '../../tests/support/booking.ts'
import type { Result } from '../kernel/result.ts'
import type { Booking, BookingStatus } from './booking.ts'
import { closeBooking } from './close.ts'
import {
  cancelBooking,
  confirmBooking,
  createBooking,
  expireBooking,
  mayReschedule,
  rescheduleBooking,
} from './decide.ts'
import type { TransitionRefusal } from './decision.ts'
import { updateBooking } from './update.ts'

const ACCOUNT = { by: 'account' } as const

const claim = {
  startEpochMinutes: START / 60 - 10,
  endEpochMinutes: START / 60 + 30,
}

const newTime = {
  startEpochSeconds: START + 3600,
  endEpochSeconds: START + 5400,
  policy: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  timeZone: 'Europe/Berlin',
  localStart: '2026-04-27T12:00',
  tzdbVersion: '2026c',
}

describe('the status of a booking decides which actions it allows', () => {
  const table: Record<BookingStatus, readonly string[]> = {
    pending: ['confirm', 'cancel', 'reschedule', 'update', 'expire'],
    confirmed: ['cancel', 'reschedule', 'update', 'complete', 'no_show'],
    completed: ['update'],
    cancelled: [],
    no_show: ['update', 'complete'],
    expired: [],
  }
  const actions: Record<string, (of: Booking) => Result<unknown, TransitionRefusal>> = {
    confirm: (of) => confirmBooking(of, NOW, 'booker'),
    cancel: (of) => cancelBooking(of, NOW, 'account', undefined),
    reschedule: (of) => rescheduleBooking(of, newTime, NOW, ACCOUNT),
    update: (of) => updateBooking(of, { booker: of.booker, fields: { note: 'x' } }, NOW),
    complete: (of) => closeBooking(of, 'complete', START),
    no_show: (of) => closeBooking(of, 'no_show', START),
    expire: (of) => expireBooking(of, EXPIRY),
  }
  test.each(Object.entries(table))('%s', (status, allowed) => {
    const found = Object.entries(actions)
      .filter(([, act]) => act(inState(status as BookingStatus)).ok)
      .map(([name]) => name)
    expect(found).toEqual(allowed)
  })

  test('a refused action names itself and the status', () => {
    for (const [status, allowed] of Object.entries(table)) {
      const refusals = Object.entries(actions)
        .map(([name, act]) => ({ name, result: act(inState(status as BookingStatus)) }))
        .filter(({ name }) => !allowed.includes(name))
      expect(refusals).toEqual(
        refusals.map(({ name }) => ({
          name,
          result: {
            ok: false,
            refusal:
              name === 'confirm' && status === 'expired'
                ? { code: 'hold_expired', holdExpiresAtEpochSeconds: EXPIRY }
                : { code: 'invalid_transition', action: name, status, reason: 'status' },
          },
        })),
      )
    }
  })
})

test('a new hold claims its time and buffers until its expiry', () => {
  expect(createBooking(booking({ version: 1 }))).toEqual({
    booking: booking({ version: 1 }),
    claim: { kind: 'claim', to: claim, holdUntilEpochSeconds: EXPIRY },
    events: ['booking.created'],
  })
})

test('a new instant booking is confirmed, with a final claim and both events', () => {
  const { holdExpiresAtEpochSeconds: _, ...instant } = booking({ status: 'confirmed' })
  expect(createBooking(instant)).toEqual({
    booking: instant,
    claim: { kind: 'claim', to: claim },
    events: ['booking.created', 'booking.confirmed'],
  })
})

describe('confirming a booking', () => {
  test('a hold can be confirmed until the second before its expiry', () => {
    expect(confirmBooking(booking(), EXPIRY - 1, 'booker')).toEqual({
      ok: true,
      value: {
        booking: {
          ...inState('confirmed'),
          version: 4,
          updatedAtEpochSeconds: EXPIRY - 1,
          confirmedAtEpochSeconds: EXPIRY - 1,
        },
        claim: { kind: 'confirm', at: claim },
        events: ['booking.confirmed'],
      },
    })
  })

  test('a lapsed hold cannot be confirmed, whether or not it was marked as expired', () => {
    const refusal = { code: 'hold_expired', holdExpiresAtEpochSeconds: EXPIRY }
    expect(confirmBooking(booking(), EXPIRY, 'booker')).toEqual({ ok: false, refusal })
    expect(confirmBooking(inState('expired'), EXPIRY, 'booker')).toEqual({ ok: false, refusal })
  })

  test('only the provider can confirm a booking that needs approval', () => {
    const waiting = booking({ confirmation: 'approval' })
    expect(confirmBooking(waiting, NOW, 'booker')).toEqual({
      ok: false,
      refusal: {
        code: 'invalid_transition',
        action: 'confirm',
        status: 'pending',
        reason: 'needs_approval',
      },
    })
    expect(confirmBooking(waiting, NOW, 'provider').ok).toBe(true)
  })
})

describe('a hold without a booker', () => {
  const { booker: _, ...unnamed } = booking()
  const grace = { name: 'Grace', email: 'grace@example.com' }

  test('a hold without a booker can only be confirmed with the details of one', () => {
    const answer = confirmBooking(unnamed, NOW, 'booker', { booker: grace, note: 'hello' })
    expect(answer.ok && answer.value.booking).toMatchObject({ booker: grace, note: 'hello' })
    expect(confirmBooking(unnamed, NOW, 'booker')).toEqual({
      ok: false,
      refusal: {
        code: 'invalid_transition',
        action: 'confirm',
        status: 'pending',
        reason: 'needs_booker',
      },
    })
  })

  test('a lapsed hold without a booker is refused as expired, with details or without', () => {
    for (const details of [undefined, { booker: grace }]) {
      expect(confirmBooking(unnamed, EXPIRY, 'booker', details)).toMatchObject({
        refusal: { code: 'hold_expired' },
      })
    }
  })

  test('the booker of a booking that needs approval cannot be replaced', () => {
    const waiting = booking({ confirmation: 'approval' })
    expect(confirmBooking(waiting, NOW, 'provider', { booker: grace })).toEqual({
      ok: false,
      refusal: {
        code: 'invalid_transition',
        action: 'confirm',
        status: 'pending',
        reason: 'has_booker',
      },
    })
  })

  test('the provider can confirm a hold, and new details replace its booker', () => {
    const answer = confirmBooking(booking(), NOW, 'provider', { booker: grace, note: 'new' })
    expect(answer.ok && answer.value.booking).toMatchObject({ booker: grace, note: 'new' })
  })

  test('what the booker tells replaces all that was told before, and the metadata stays', () => {
    const fields = { answers: { size: 'M' }, guests: [{ email: 'max@example.com' }] }
    const held = booking({ ...fields, sealedPrivateAnswers: 'sealed', metadata: { crm: 'c-1' } })
    const answer = confirmBooking(held, NOW, 'booker', { booker: grace, answers: { size: 'L' } })
    const { answers, guests, sealedPrivateAnswers, metadata } = answer.ok
      ? answer.value.booking
      : held
    expect([answers, guests, sealedPrivateAnswers, metadata]).toEqual([
      { size: 'L' },
      undefined,
      undefined,
      { crm: 'c-1' },
    ])
  })
})

describe('cancelling a booking', () => {
  test('cancelling releases the claim, and the hold of a pending booking with it', () => {
    expect(cancelBooking(booking(), NOW + 60, 'booker', 'ill')).toEqual({
      ok: true,
      value: {
        booking: {
          ...inState('cancelled'),
          version: 4,
          sequence: 1,
          cancelledBy: 'booker',
          cancellationReason: 'ill',
          updatedAtEpochSeconds: NOW + 60,
          cancelledAtEpochSeconds: NOW + 60,
        },
        claim: { kind: 'release', from: claim, held: true },
        events: ['booking.cancelled'],
      },
    })
    expect(cancelBooking(inState('confirmed'), NOW + 60, 'account', undefined)).toStrictEqual({
      ok: true,
      value: {
        booking: {
          ...inState('cancelled'),
          version: 4,
          sequence: 1,
          cancelledBy: 'account',
          updatedAtEpochSeconds: NOW + 60,
          cancelledAtEpochSeconds: NOW + 60,
        },
        claim: { kind: 'release', from: claim, held: false },
        events: ['booking.cancelled'],
      },
    })
  })

  test('a pending booking can be cancelled after its hold has lapsed', () => {
    expect(cancelBooking(booking(), EXPIRY + 60, 'account', undefined)).toMatchObject({
      ok: true,
      value: { booking: { status: 'cancelled' }, claim: { kind: 'release', held: true } },
    })
  })
})

describe('rescheduling a booking', () => {
  test('rescheduling keeps the id, adds 1 to the sequence and moves the claim', () => {
    expect(rescheduleBooking(inState('confirmed'), newTime, NOW + 60, ACCOUNT)).toStrictEqual({
      ok: true,
      value: {
        booking: {
          ...inState('confirmed'),
          ...newTime,
          version: 4,
          sequence: 1,
          rescheduledFromEpochSeconds: START,
          updatedAtEpochSeconds: NOW + 60,
        },
        claim: {
          kind: 'move',
          from: claim,
          to: { startEpochMinutes: START / 60 + 60, endEpochMinutes: START / 60 + 90 },
        },
        events: ['booking.rescheduled'],
      },
    })
  })

  test('rescheduling does not extend a hold', () => {
    expect(rescheduleBooking(booking(), newTime, EXPIRY - 1, ACCOUNT)).toMatchObject({
      ok: true,
      value: {
        booking: { status: 'pending', holdExpiresAtEpochSeconds: EXPIRY },
        claim: { kind: 'move', holdUntilEpochSeconds: EXPIRY },
      },
    })
    expect(mayReschedule(booking(), EXPIRY, 'account')).toEqual({
      ok: false,
      refusal: { code: 'hold_expired', holdExpiresAtEpochSeconds: EXPIRY },
    })
  })
})

test('a hold that has not lapsed cannot be expired', () => {
  expect(expireBooking(booking(), EXPIRY - 1)).toEqual({
    ok: false,
    refusal: {
      code: 'invalid_transition',
      action: 'expire',
      status: 'pending',
      reason: 'not_expired',
    },
  })
})

test('an expired booking records when its hold lapsed, not when it was swept', () => {
  expect(expireBooking(booking(), EXPIRY + 40)).toEqual({
    ok: true,
    value: {
      booking: { ...inState('expired'), version: 4, updatedAtEpochSeconds: EXPIRY + 40 },
      claim: { kind: 'release', from: claim, held: true },
      events: ['booking.expired'],
    },
  })
})

test('only a pending booking lapses', () => {
  expect(mayReschedule(booking({ status: 'confirmed' }), EXPIRY + 1, 'account')).toEqual({
    ok: true,
  })
})

test('a pending booking without an expiry never lapses', () => {
  const { holdExpiresAtEpochSeconds: _, ...waiting } = booking({ confirmation: 'approval' })
  expect(confirmBooking(waiting, START, 'provider').ok).toBe(true)
  expect(expireBooking(waiting, START)).toMatchObject({ refusal: { reason: 'not_expired' } })
})

test('an action does not modify the booking it was given', () => {
  const before = Object.freeze(booking())
  confirmBooking(before, NOW, 'booker')
  cancelBooking(before, NOW, 'account', undefined)
  rescheduleBooking(before, newTime, NOW, ACCOUNT)
  expect(before).toEqual(booking())
})
