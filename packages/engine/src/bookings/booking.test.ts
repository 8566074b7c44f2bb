import { expect, test } from 'vitest'
import { BOOKING_STATUSES, type Booking, claimOfBooking, hasClaim } from './booking.ts'

const booking: Booking = {
  id: 'bkg_1',
  accountId: 'acc_1',
  providerId: 'prv_1',
  version: 1,
  status: 'confirmed',
  confirmation: 'instant',
  // 2026-04-27T09:00Z to 09:30Z.
  startEpochSeconds: 1_777_280_400,
  endEpochSeconds: 1_777_282_200,
  policy: { durationMinutes: 30, bufferBeforeMinutes: 10, bufferAfterMinutes: 15 },
  timeZone: 'Europe/Berlin',
  localStart: '2026-04-27T11:00',
  tzdbVersion: '2026c',
  sequence: 0,
  manageTokenHash: new Uint8Array(32),
  createdAtEpochSeconds: 1_777_000_000,
  updatedAtEpochSeconds: 1_777_000_000,
}

test('all bookings but cancelled and expired ones have a claim', () => {
  expect(BOOKING_STATUSES.map((status) => [status, hasClaim({ ...booking, status })])).toEqual([
    ['pending', true],
    ['confirmed', true],
    ['completed', true],
    ['cancelled', false],
    ['no_show', true],
    ['expired', false],
  ])
})

test('the claim of a booking is its time with the buffers of its own policy', () => {
  // 08:50 to 09:45 UTC on day 20,570.
  expect(claimOfBooking(booking)).toEqual({
    startEpochMinutes: 20_570 * 1440 + 530,
    endEpochMinutes: 20_570 * 1440 + 585,
  })
})
