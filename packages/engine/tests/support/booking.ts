import type { Booking, BookingStatus } from '../../src/bookings/booking.ts'

/** Monday, 27 April 2026, 11:00 in Berlin. */
export const START = 1_777_280_400
export const NOW = START - 86_400
export const EXPIRY = NOW + 300

/** A hold of half an hour from `START` on, with a buffer of ten minutes before it. */
export const booking = (parts: Partial<Booking> = {}): Booking => ({
  id: 'bkg_1',
  accountId: 'acc_1',
  providerId: 'prv_1',
  eventTypeId: 'ety_1',
  version: 3,
  status: 'pending',
  confirmation: 'hold',
  startEpochSeconds: START,
  endEpochSeconds: START + 1800,
  policy: { durationMinutes: 30, bufferBeforeMinutes: 10, bufferAfterMinutes: 0 },
  timeZone: 'Europe/Berlin',
  localStart: '2026-04-27T11:00',
  tzdbVersion: '2026c',
  holdExpiresAtEpochSeconds: EXPIRY,
  booker: { name: 'Ada', email: 'ada@example.com' },
  sequence: 0,
  manageTokenHash: new Uint8Array(32),
  createdAtEpochSeconds: NOW,
  updatedAtEpochSeconds: NOW,
  ...parts,
})

/** A booking of the given status, with the fields of that status. */
export const inState = (status: BookingStatus): Booking => {
  if (status === 'pending') return booking()
  const { holdExpiresAtEpochSeconds: _, ...rest } = booking({ status })
  return status === 'expired' ? { ...rest, expiredAtEpochSeconds: EXPIRY } : rest
}
