import { describe, expect, test } from 'vitest'
import type { Booking } from './booking.ts'
import { proveEmail } from './email-proof.ts'
import { approveBooking, awaitsPayment, confirmUnpaid } from './unpaid.ts'

const NOW = 1_800_000_000
const PAYMENT = {
  id: 'pay_1',
  status: 'required',
  amount: 5000,
  currency: 'EUR',
  payWithinMinutes: 15,
} as const
const BOOKER = { name: 'Ada', email: 'ada@example.com' }
const HOLD_END = NOW + 60

const booking = (more: Partial<Booking> = {}): Booking => ({
  id: 'bkg_1',
  accountId: 'acc_1',
  providerId: 'prv_1',
  version: 1,
  status: 'pending',
  confirmation: 'hold',
  startEpochSeconds: NOW + 86_400,
  endEpochSeconds: NOW + 90_000,
  policy: { durationMinutes: 60, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  timeZone: 'UTC',
  localStart: '2027-01-16T08:00',
  tzdbVersion: '2026c',
  holdExpiresAtEpochSeconds: HOLD_END,
  booker: BOOKER,
  sequence: 0,
  manageTokenHash: new Uint8Array(32),
  createdAtEpochSeconds: NOW,
  updatedAtEpochSeconds: NOW,
  payment: PAYMENT,
  ...more,
})

describe('an unpaid booking', () => {
  test('stores what its booker confirms, and stays pending', () => {
    const decided = confirmUnpaid(booking(), NOW, { booker: { ...BOOKER, name: 'Grace' } })
    expect(decided).toMatchObject({
      ok: true,
      value: {
        booking: { status: 'pending', version: 2, booker: { name: 'Grace' } },
        claim: { kind: 'none' },
        asksForPayment: true,
      },
    })
  })

  test('refuses a confirmation without details', () => {
    expect(confirmUnpaid(booking(), NOW, undefined)).toEqual({
      ok: false,
      refusal: { code: 'payment_required', paymentId: 'pay_1' },
    })
  })

  test('stores nothing once its hold has ended', () => {
    expect(confirmUnpaid(booking(), HOLD_END, { booker: BOOKER })).toMatchObject({
      refusal: { code: 'hold_expired' },
    })
  })

  test('holds its time anew for the payment once its address is proved', () => {
    const before = booking({ emailUnconfirmed: true, isUnproven: true })
    const decided = proveEmail(before, NOW, 0)
    expect(decided).toMatchObject({
      value: {
        booking: { status: 'pending', holdExpiresAtEpochSeconds: NOW + 25 * 60 },
        claim: { kind: 'move', holdUntilEpochSeconds: NOW + 25 * 60 },
        asksForPayment: true,
      },
    })
  })
})

describe('a request with a payment', () => {
  const request = booking({ confirmation: 'approval' })

  test('waits for its payment after the approval, not before', () => {
    expect(awaitsPayment(request)).toBe(false)
    const approved = approveBooking(request, NOW)
    if (!approved.ok) throw new Error(approved.refusal.code)
    expect(approved.value.booking).toMatchObject({
      status: 'pending',
      holdExpiresAtEpochSeconds: NOW + 25 * 60,
      payment: { approvedAtEpochSeconds: NOW },
    })
    expect(awaitsPayment(approved.value.booking)).toBe(true)
  })

  test('is not confirmed by a second approval, but by one without the payment', () => {
    const approved = booking({
      confirmation: 'approval',
      payment: { ...PAYMENT, approvedAtEpochSeconds: NOW },
    })
    expect(approveBooking(approved, NOW)).toMatchObject({
      refusal: { code: 'payment_required' },
    })
    for (const each of [request, approved]) {
      expect(approveBooking(each, NOW, { isWithoutPayment: true })).toMatchObject({
        value: { booking: { status: 'confirmed' }, events: ['booking.confirmed'] },
      })
    }
  })

  test('is confirmed by the approval if it was paid before it was moved', () => {
    const moved = booking({ confirmation: 'approval', payment: { ...PAYMENT, status: 'paid' } })
    expect(approveBooking(moved, NOW)).toMatchObject({
      value: { booking: { status: 'confirmed' } },
    })
  })
})
