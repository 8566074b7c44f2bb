import { describe, expect, test } from 'vitest'
import { booking, START } from '../../tests/support/booking.ts'
import type { Booking, BookingStatus, Visit } from './booking.ts'
import { closeBooking } from './close.ts'
import { rescheduleBooking } from './decide.ts'
import { recordVisit, type VisitStep } from './visit.ts'

const DAY = 86_400

const confirmed = (more: Partial<Booking> = {}): Booking => {
  const { holdExpiresAtEpochSeconds: _, ...rest } = booking({ status: 'confirmed' })
  return { ...rest, ...more }
}

const step = (of: Booking, what: VisitStep, at: number, number?: number) => {
  const decided = recordVisit(of, what, at, number)
  if (decided === undefined || !decided.ok) throw new Error(JSON.stringify(decided))
  return decided.value
}

const visitAfter = (of: Booking, what: VisitStep, at: number): Visit | undefined =>
  step(of, what, at).booking.visit

describe('a visit', () => {
  test('is recorded step by step, and its end completes the booking', () => {
    const arrived = step(confirmed(), 'check_in', START - 600, 27)
    expect(arrived).toMatchObject({ claim: { kind: 'none' }, events: ['booking.updated'] })
    const called = step(arrived.booking, 'call', START - 60).booking
    const again = step(called, 'call', START + 30).booking
    const served = step(again, 'start_service', START + 60).booking
    expect(served.status).toBe('confirmed')
    const left = step(served, 'check_out', START + 1500)
    expect(left.events).toEqual(['booking.completed'])
    expect(left.booking).toMatchObject({
      status: 'completed',
      completedAtEpochSeconds: START + 1500,
      version: confirmed().version + 5,
      visit: {
        arrivedAtEpochSeconds: START - 600,
        calledAtEpochSeconds: START + 30,
        startedAtEpochSeconds: START + 60,
        endedAtEpochSeconds: START + 1500,
        number: 27,
      },
    })
  })

  test('records each step once, except the call', () => {
    const arrived = step(confirmed(), 'check_in', START).booking
    expect(recordVisit(arrived, 'check_in', START + 60)).toBeUndefined()
    expect(step(arrived, 'check_in', START + 60, 5).booking.visit).toEqual({
      arrivedAtEpochSeconds: START,
      number: 5,
    })
    const left = step(arrived, 'check_out', START + 60).booking
    expect(recordVisit(left, 'check_out', START + 90)).toBeUndefined()
    expect(recordVisit(left, 'start_service', START + 90)).toMatchObject({
      refusal: { code: 'invalid_transition', action: 'start_service', status: 'completed' },
    })
  })

  test('can begin 24 hours before the start, and end before it only if somebody came', () => {
    expect(recordVisit(confirmed(), 'check_in', START - DAY - 1)).toMatchObject({
      refusal: { code: 'invalid_transition', reason: 'too_early' },
    })
    expect(visitAfter(confirmed(), 'check_in', START - DAY)).toEqual({
      arrivedAtEpochSeconds: START - DAY,
    })
    expect(recordVisit(confirmed(), 'check_out', START - 1)).toMatchObject({
      refusal: { code: 'invalid_transition', reason: 'not_started' },
    })
    const served = step(confirmed(), 'start_service', START - 600).booking
    expect(step(served, 'check_out', START - 60).booking).toMatchObject({
      status: 'completed',
      completedAtEpochSeconds: START - 60,
    })
  })

  test('goes on after the booking was completed automatically, but not after a person did', () => {
    const automatic = closeBooking(confirmed(), 'complete', START + 1800, 'automatic')
    const byPerson = closeBooking(confirmed(), 'complete', START + 1800)
    if (!automatic.ok || !byPerson.ok) throw new Error('not completed')
    const late = step(automatic.value.booking, 'check_in', START + 1900).booking
    expect(late).toMatchObject({ status: 'completed', completedAutomatically: true })
    const left = step(late, 'check_out', START + 4000).booking
    expect(left).toMatchObject({ status: 'completed', completedAtEpochSeconds: START + 4000 })
    expect(left).not.toHaveProperty('completedAutomatically')
    expect(recordVisit(byPerson.value.booking, 'check_in', START + 1900)?.ok).toBe(false)
  })

  test('of somebody who was marked as a no-show begins with the check-in, which confirms the booking again', () => {
    const marked = closeBooking(confirmed(), 'no_show', START + 600)
    if (!marked.ok) throw new Error('not marked')
    const missed = marked.value.booking
    const { noShowAtEpochSeconds: _, ...expected } = missed
    expect(recordVisit(missed, 'check_in', START + 900, 27)).toStrictEqual({
      ok: true,
      value: {
        booking: {
          ...expected,
          status: 'confirmed',
          version: missed.version + 1,
          updatedAtEpochSeconds: START + 900,
          visit: { arrivedAtEpochSeconds: START + 900, number: 27 },
        },
        claim: { kind: 'none' },
        events: ['booking.updated'],
      },
    })
  })

  test('keeps the arrival of somebody who was marked as a no-show after it', () => {
    const arrived = step(confirmed(), 'check_in', START - 60).booking
    const marked = closeBooking(arrived, 'no_show', START + 600)
    if (!marked.ok) throw new Error('not marked')
    expect(step(marked.value.booking, 'check_in', START + 660).booking).toMatchObject({
      status: 'confirmed',
      visit: { arrivedAtEpochSeconds: START - 60 },
    })
  })

  test('of a no-show cannot begin once the time of the booking is over, nor with another step', () => {
    const arrived = step(confirmed(), 'check_in', START - 60).booking
    for (const before of [arrived, confirmed()]) {
      const marked = closeBooking(before, 'no_show', START + 600)
      if (!marked.ok) throw new Error('not marked')
      expect(step(marked.value.booking, 'check_in', START + 1799).booking.status).toBe('confirmed')
      for (const [what, at] of [
        ['check_in', START + 1800],
        ['call', START + 700],
        ['start_service', START + 700],
        ['check_out', START + 700],
      ] as const) {
        expect(recordVisit(marked.value.booking, what, at)).toEqual({
          ok: false,
          refusal: {
            code: 'invalid_transition',
            action: what,
            status: 'no_show',
            reason: 'status',
          },
        })
      }
    }
  })

  test.each(['pending', 'cancelled', 'expired'] as const)(
    'of a booking that is %s is refused',
    (status: BookingStatus) => {
      expect(recordVisit(booking({ status }), 'check_in', START)).toMatchObject({
        refusal: { code: 'invalid_transition', action: 'check_in', status },
      })
    },
  )

  test('is over when the booking moves', () => {
    const arrived = step(confirmed(), 'check_in', START - 600).booking
    const to = {
      startEpochSeconds: START + DAY,
      endEpochSeconds: START + DAY + 1800,
      policy: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
      timeZone: 'Europe/Berlin',
      localStart: '2026-04-28T11:00',
      tzdbVersion: '2026c',
    }
    const moved = rescheduleBooking(arrived, to, START - 500, { by: 'account' })
    expect(moved.ok && moved.value.booking).not.toHaveProperty('visit')
  })

  test('goes on when the booking gets longer at its start', () => {
    const arrived = step(confirmed(), 'check_in', START - 600).booking
    const { policy, timeZone, localStart, tzdbVersion } = arrived
    const longer = {
      startEpochSeconds: START,
      endEpochSeconds: START + 3600,
      policy: { ...policy, durationMinutes: 60 },
      timeZone,
      localStart,
      tzdbVersion,
    }
    const last = rescheduleBooking(arrived, longer, START - 500, { by: 'account' })
    expect(last.ok && last.value.booking.visit).toEqual(arrived.visit)
  })
})
