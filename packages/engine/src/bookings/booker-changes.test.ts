import { describe, expect, test } from 'vitest'
import { booking, EXPIRY, NOW, START } from '../../tests/support/booking.ts'
import type { Booking } from './booking.ts'
import { cancelBooking, expireBooking, rescheduleBooking } from './decide.ts'
import { reschedulesLeft } from './transition.ts'

const ACCOUNT = { by: 'account' } as const

const { holdExpiresAtEpochSeconds: _, ...unheld } = booking({
  status: 'confirmed',
  confirmedAtEpochSeconds: NOW,
})
const confirmed: Booking = unheld

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

describe('a booker', () => {
  const BOOKER = { by: 'booker' } as const
  const tooLateAfter = (untilEpochSeconds: number) => ({
    ok: false,
    refusal: { code: 'too_late_to_change', startEpochSeconds: START, untilEpochSeconds },
  })
  const tooLate = tooLateAfter(START)

  test('cancels until the start of the booking, the account later too', () => {
    expect(cancelBooking(confirmed, START - 1, 'booker', undefined).ok).toBe(true)
    expect(cancelBooking(confirmed, START, 'booker', undefined)).toEqual(tooLate)
    expect(cancelBooking(confirmed, START, 'account', undefined).ok).toBe(true)
    expect(cancelBooking(confirmed, START, 'system', undefined).ok).toBe(true)
  })

  test('reschedules until the start of the booking, the account later too', () => {
    expect(rescheduleBooking(confirmed, newTime, START - 1, BOOKER).ok).toBe(true)
    expect(rescheduleBooking(confirmed, newTime, START, BOOKER)).toEqual(tooLate)
    expect(rescheduleBooking(confirmed, newTime, START, ACCOUNT).ok).toBe(true)
  })

  test('who moves a paid booking after the deadline for refunds keeps its first start for them, until the account moves it', () => {
    const payment = { id: 'pay_1', status: 'paid', amount: 5000, currency: 'EUR' } as const
    const paid: Booking = { ...confirmed, payment: { ...payment, refundDeadlineMinutes: 1440 } }
    const move = (of: Booking, start: number, now: number, by: 'booker' | 'account') => {
      const to = { ...newTime, startEpochSeconds: start, endEpochSeconds: start + 1800 }
      const moved = rescheduleBooking(of, to, now, { by })
      if (!moved.ok) throw new Error(moved.refusal.code)
      return moved.value.booking
    }
    const day = 86_400
    const inTime = move(paid, START + 7 * day, START - day, 'booker')
    expect(inTime.payment).toEqual(paid.payment)
    const late = move(paid, START + 7 * day, START - day + 1, 'booker')
    expect(late.payment?.refundStartEpochSeconds).toBe(START)
    const again = move(late, START + 30 * day, START - day + 2, 'booker')
    expect(again.payment?.refundStartEpochSeconds).toBe(START)
    expect(move(again, START + 31 * day, START, 'account').payment).toEqual(paid.payment)
    expect(move({ ...confirmed, payment }, START + day, START - 1, 'booker').payment).toEqual(
      payment,
    )
  })

  test('cancels and reschedules until the minutes before the start that were agreed, the account later', () => {
    const limited = {
      ...confirmed,
      bookerRules: { cancelUntilMinutes: 60, rescheduleUntilMinutes: 120 },
    }
    expect(cancelBooking(limited, START - 3601, 'booker', undefined).ok).toBe(true)
    expect(cancelBooking(limited, START - 3600, 'booker', undefined)).toEqual(
      tooLateAfter(START - 3600),
    )
    expect(cancelBooking(limited, START - 3600, 'account', undefined).ok).toBe(true)
    expect(rescheduleBooking(limited, newTime, START - 7201, BOOKER).ok).toBe(true)
    expect(rescheduleBooking(limited, newTime, START - 7200, BOOKER)).toEqual(
      tooLateAfter(START - 7200),
    )
    expect(rescheduleBooking(limited, newTime, START - 7200, ACCOUNT).ok).toBe(true)
  })

  test('reschedules as often as was agreed; moves by the account do not count', () => {
    let moving: Booking = { ...confirmed, bookerRules: { maxReschedules: 2 } }
    const move = (by: 'booker' | 'account') => {
      const moved = rescheduleBooking(moving, newTime, NOW, { by })
      if (moved.ok) moving = moved.value.booking
      return moved.ok ? moving.rescheduleCount : moved.refusal
    }
    expect(move('booker')).toBe(1)
    expect(move('account')).toBe(1)
    expect(move('booker')).toBe(2)
    expect(move('booker')).toEqual({ code: 'reschedule_limit_reached', maxReschedules: 2 })
    expect(move('account')).toBe(2)
    expect(reschedulesLeft(moving)).toBe(0)
  })

  test('is not counted where the number of reschedules is not limited', () => {
    const moved = rescheduleBooking(confirmed, newTime, NOW, BOOKER)
    expect(moved.ok && 'rescheduleCount' in moved.value.booking).toBe(false)
    expect(reschedulesLeft(confirmed)).toBeUndefined()
  })

  test('learns first that a booking is over, then that it is too late', () => {
    expect(
      cancelBooking({ ...confirmed, status: 'cancelled' }, START, 'booker', undefined),
    ).toMatchObject({
      refusal: { code: 'invalid_transition' },
    })
  })
})

describe('a move that needs approval again', () => {
  const approvalUntilEpochSeconds = NOW + 3600
  const mover = { by: 'booker', approvalUntilEpochSeconds } as const

  test('makes a confirmed booking pending, holds its new time and frees the final claim of the old', () => {
    const approved = { ...confirmed, confirmation: 'approval' as const }
    expect(rescheduleBooking(approved, newTime, NOW + 60, mover)).toMatchObject({
      ok: true,
      value: {
        booking: {
          status: 'pending',
          holdExpiresAtEpochSeconds: NOW + 3600,
          confirmedAtEpochSeconds: NOW,
          sequence: 1,
        },
        claim: {
          kind: 'move',
          from: claim,
          holdUntilEpochSeconds: NOW + 3600,
          wasFinal: true,
        },
      },
    })
  })

  test('leaves a request that was never approved its own expiry', () => {
    const request = booking({ confirmation: 'approval' })
    const moved = rescheduleBooking(request, newTime, NOW + 60, mover)
    expect(moved.ok && moved.value.booking.holdExpiresAtEpochSeconds).toBe(EXPIRY)
    expect(moved.ok && moved.value.claim).not.toHaveProperty('wasFinal')
  })

  test('adds 1 to the sequence when it expires, to cancel the invitation', () => {
    const approved = { ...confirmed, confirmation: 'approval' as const }
    const moved = rescheduleBooking(approved, newTime, NOW + 60, mover)
    if (!moved.ok) throw new Error(moved.refusal.code)
    const expired = expireBooking(moved.value.booking, NOW + 3600)
    expect(expired.ok && expired.value.booking).toMatchObject({ status: 'expired', sequence: 2 })
  })
})
