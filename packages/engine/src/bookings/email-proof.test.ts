import { describe, expect, test } from 'vitest'
import { booking, EXPIRY, NOW, START } from '../../tests/support/booking.ts'
import { proveEmail, requestEmailProof } from './email-proof.ts'

const claim = {
  startEpochMinutes: START / 60 - 10,
  endEpochMinutes: START / 60 + 30,
}

describe('a booking that waits for its email address to be confirmed', () => {
  const waiting = booking({ isUnproven: true, emailUnconfirmed: true })
  const details = { booker: { name: 'Eve', email: 'eve@example.com' } }

  test('stays held with its expiry when its booker is stored, and sends the emails of a new one', () => {
    expect(requestEmailProof(booking(), NOW, details)).toMatchObject({
      ok: true,
      value: {
        booking: {
          ...details,
          status: 'pending',
          version: 4,
          isUnproven: true,
          emailUnconfirmed: true,
          holdExpiresAtEpochSeconds: EXPIRY,
        },
        claim: { kind: 'none' },
        events: [],
        emailsAsNew: true,
      },
    })
    expect(requestEmailProof(booking(), EXPIRY, details)).toMatchObject({
      refusal: { code: 'hold_expired' },
    })
  })

  test('is confirmed by the proof until its hold expires, then not', () => {
    const proven = proveEmail(waiting, EXPIRY - 1, 0)
    expect(proven).toMatchObject({
      ok: true,
      value: {
        booking: { status: 'confirmed', isUnproven: false },
        claim: { kind: 'confirm', at: claim },
        events: ['booking.confirmed'],
      },
    })
    expect(proven.ok && proven.value.booking.emailUnconfirmed).toBeUndefined()
    expect(proveEmail(waiting, EXPIRY, 0)).toMatchObject({ refusal: { code: 'hold_expired' } })
    expect(proveEmail(booking({ status: 'cancelled' }), NOW, 0)).toMatchObject({
      refusal: { code: 'invalid_transition' },
    })
  })

  test('that needs approval then waits for it, and keeps its time until then', () => {
    const until = NOW + 36_000
    expect(proveEmail({ ...waiting, confirmation: 'approval' }, NOW, until)).toMatchObject({
      ok: true,
      value: {
        booking: { status: 'pending', holdExpiresAtEpochSeconds: until },
        claim: { kind: 'move', from: claim, to: claim, holdUntilEpochSeconds: until },
        events: [],
        emailsAsNew: true,
      },
    })
  })
})
