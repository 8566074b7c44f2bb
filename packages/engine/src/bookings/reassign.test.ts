import { describe, expect, test } from 'vitest'
import { type Booking, type BookingStatus, isShared, providersOf } from './booking.ts'
import { reassignBooking, rescheduleBooking } from './decide.ts'

// 2026-04-27T09:00Z, a Monday.
const START = 1_777_280_400
const NOW = START - 86_400
const EXPIRY = NOW + 300

const assignment = (providerId: string) => ({
  requirement: 'Stylist',
  providerId,
  providerName: `Name of ${providerId}`,
})
const TO = [assignment('prv_2'), assignment('prv_3')]

const booking = (parts: Partial<Booking> = {}): Booking => ({
  id: 'bkg_1',
  accountId: 'acc_1',
  providerId: 'prv_1',
  assignments: [assignment('prv_1'), assignment('prv_3')],
  version: 3,
  status: 'confirmed',
  confirmation: 'hold',
  startEpochSeconds: START,
  endEpochSeconds: START + 1800,
  policy: { durationMinutes: 30, bufferBeforeMinutes: 10, bufferAfterMinutes: 0 },
  timeZone: 'Europe/Berlin',
  localStart: '2026-04-27T11:00',
  tzdbVersion: '2026c',
  booker: { name: 'Ada', email: 'ada@example.com' },
  sequence: 4,
  manageTokenHash: new Uint8Array(32),
  createdAtEpochSeconds: NOW - 1000,
  updatedAtEpochSeconds: NOW - 1000,
  ...parts,
})
const held = booking({ status: 'pending', holdExpiresAtEpochSeconds: EXPIRY })
const at = { startEpochMinutes: START / 60 - 10, endEpochMinutes: START / 60 + 30 }

describe('reassigning a booking', () => {
  test('changes its providers, its version and its invitation, and nothing else', () => {
    expect(reassignBooking(booking(), TO, NOW)).toEqual({
      ok: true,
      value: {
        booking: booking({
          providerId: 'prv_2',
          assignments: TO,
          version: 4,
          sequence: 5,
          updatedAtEpochSeconds: NOW,
        }),
        claim: { kind: 'reassign', at },
        events: ['booking.reassigned'],
      },
    })
  })

  test('leaves a hold pending, with its expiry', () => {
    const answer = reassignBooking(held, TO, EXPIRY - 1)
    expect(answer.ok && answer.value.booking).toEqual({
      ...held,
      providerId: 'prv_2',
      assignments: TO,
      version: 4,
      sequence: 5,
      updatedAtEpochSeconds: EXPIRY - 1,
    })
    expect(answer.ok && answer.value.claim).toEqual({
      kind: 'reassign',
      at,
      holdUntilEpochSeconds: EXPIRY,
    })
  })

  test('is refused from the second at which the hold expires', () => {
    expect(reassignBooking(held, TO, EXPIRY)).toEqual({
      ok: false,
      refusal: { code: 'hold_expired', holdExpiresAtEpochSeconds: EXPIRY },
    })
  })

  test.each(['completed', 'cancelled', 'no_show', 'expired'] as const)(
    'is refused if the booking is %s',
    (status: BookingStatus) => {
      expect(reassignBooking(booking({ status }), TO, NOW)).toEqual({
        ok: false,
        refusal: { code: 'invalid_transition', action: 'reassign', status, reason: 'status' },
      })
    },
  )

  test('is possible after the start, so that someone can stand in', () => {
    expect(reassignBooking(booking(), TO, START + 60).ok).toBe(true)
  })

  test('to nobody throws', () => {
    expect(() => reassignBooking(booking(), [], NOW)).toThrow('a booking is reassigned to nobody')
  })
})

describe('the providers of a booking', () => {
  test('are those of its assignments, in their order', () => {
    expect(providersOf(booking())).toEqual(['prv_1', 'prv_3'])
    expect(isShared(booking())).toBe(true)
  })

  test('are one provider if it has one assignment or none', () => {
    const { assignments: _, ...rest } = booking()
    const alone: Booking = rest
    expect(providersOf(alone)).toEqual(['prv_1'])
    expect(isShared(alone)).toBe(false)
    const one = booking({ assignments: [assignment('prv_1')] })
    expect(providersOf(one)).toEqual(['prv_1'])
    expect(isShared(one)).toBe(false)
  })
})

test('a reschedule with assignments gives the booking to their providers at the new time', () => {
  const to = {
    startEpochSeconds: START + 3600,
    endEpochSeconds: START + 5400,
    policy: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
    timeZone: 'Europe/Berlin',
    localStart: '2026-04-27T12:00',
    tzdbVersion: '2026c',
  }
  const moved = rescheduleBooking(booking(), { ...to, providerId: 'prv_2', assignments: TO }, NOW, {
    by: 'account',
  })
  expect(moved.ok && providersOf(moved.value.booking)).toEqual(['prv_2', 'prv_3'])
  expect(moved.ok && moved.value.booking.providerId).toBe('prv_2')
  const stayed = rescheduleBooking(booking(), to, NOW, { by: 'account' })
  expect(stayed.ok && providersOf(stayed.value.booking)).toEqual(['prv_1', 'prv_3'])
})
