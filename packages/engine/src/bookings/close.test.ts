import { expect, test } from 'vitest'
import { inState, START } from '../../tests/support/booking.ts'
import { closeBooking } from './close.ts'

test('a booking can be completed or marked as a no-show from its start', () => {
  expect(closeBooking(inState('confirmed'), 'no_show', START - 1)).toEqual({
    ok: false,
    refusal: {
      code: 'invalid_transition',
      action: 'no_show',
      status: 'confirmed',
      reason: 'not_started',
    },
  })
  expect(closeBooking(inState('confirmed'), 'complete', START)).toStrictEqual({
    ok: true,
    value: {
      booking: {
        ...inState('completed'),
        version: 4,
        updatedAtEpochSeconds: START,
        completedAtEpochSeconds: START,
      },
      claim: { kind: 'none' },
      events: ['booking.completed'],
    },
  })
  expect(closeBooking(inState('confirmed'), 'no_show', START)).toStrictEqual({
    ok: true,
    value: {
      booking: {
        ...inState('no_show'),
        version: 4,
        updatedAtEpochSeconds: START,
        noShowAtEpochSeconds: START,
      },
      claim: { kind: 'none' },
      events: ['booking.no_show'],
    },
  })
})

test('a person can correct a booking that was completed automatically', () => {
  const automatic = closeBooking(inState('confirmed'), 'complete', START + 1800, 'automatic')
  if (!automatic.ok) throw new Error('not completed')
  expect(automatic.value.booking).toMatchObject({ completedAutomatically: true, version: 4 })
  const absent = closeBooking(automatic.value.booking, 'no_show', START + 7200)
  expect(absent.ok && absent.value).toMatchObject({
    booking: { status: 'no_show', version: 5, noShowAtEpochSeconds: START + 7200 },
    events: ['booking.no_show'],
  })
  expect(absent.ok && 'completedAtEpochSeconds' in absent.value.booking).toBe(false)
  const present = closeBooking(automatic.value.booking, 'complete', START + 7200)
  expect(present.ok && 'completedAutomatically' in present.value.booking).toBe(false)
  expect(closeBooking(automatic.value.booking, 'complete', START + 7200, 'automatic').ok).toBe(
    false,
  )
})

test('a person can complete a booking that was marked as a no-show, and the server cannot', () => {
  const missed = closeBooking(inState('confirmed'), 'no_show', START + 600)
  if (!missed.ok) throw new Error('not marked')
  expect(closeBooking(missed.value.booking, 'complete', START + 900)).toStrictEqual({
    ok: true,
    value: {
      booking: {
        ...inState('completed'),
        version: 5,
        updatedAtEpochSeconds: START + 900,
        completedAtEpochSeconds: START + 900,
      },
      claim: { kind: 'none' },
      events: ['booking.completed'],
    },
  })
  expect(closeBooking(missed.value.booking, 'complete', START + 1800, 'automatic')).toMatchObject({
    refusal: { code: 'invalid_transition', action: 'complete', status: 'no_show' },
  })
})

test('after a correction, neither a late repetition of the no-show nor one of the correction changes the booking', () => {
  const missed = closeBooking(inState('confirmed'), 'no_show', START + 600)
  if (!missed.ok) throw new Error('not marked')
  const corrected = closeBooking(missed.value.booking, 'complete', START + 900)
  if (!corrected.ok) throw new Error('not corrected')
  for (const action of ['no_show', 'complete'] as const) {
    expect(closeBooking(corrected.value.booking, action, START + 960)).toEqual({
      ok: false,
      refusal: { code: 'invalid_transition', action, status: 'completed', reason: 'status' },
    })
  }
})
