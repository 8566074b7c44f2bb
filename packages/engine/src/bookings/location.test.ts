import { expect, test } from 'vitest'
import type { Booking } from './booking.ts'
import { reassignBooking, rescheduleBooking } from './decide.ts'
import { locationFor } from './location.ts'

const url = 'https://meet.google.com/abc-defg-hij'

test('the link of a conference ends when its host leaves the booking', () => {
  const meet = { kind: 'google_meet', label: 'Online', url, hostId: 'prv_1' } as const
  expect(locationFor(meet, ['prv_2', 'prv_1'])).toEqual(meet)
  expect(locationFor(meet, ['prv_2'])).toEqual({ kind: 'google_meet', label: 'Online' })
})

test('a location that no calendar created stays with any providers', () => {
  const link = { kind: 'link', url: 'https://example.com/room' } as const
  expect(locationFor(link, ['prv_2'])).toEqual(link)
})

// 2026-04-27T09:00Z.
const START = 1_777_280_400
const NOW = START - 86_400
const meet = { kind: 'google_meet', url, hostId: 'prv_1' } as const

const booking = (location: Booking['location']): Booking => ({
  id: 'bkg_1',
  accountId: 'acc_1',
  providerId: 'prv_1',
  version: 3,
  status: 'confirmed',
  confirmation: 'approval',
  startEpochSeconds: START,
  endEpochSeconds: START + 1800,
  policy: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  timeZone: 'UTC',
  localStart: '2026-04-27T09:00',
  tzdbVersion: '2026c',
  sequence: 4,
  manageTokenHash: new Uint8Array(32),
  createdAtEpochSeconds: NOW,
  updatedAtEpochSeconds: NOW,
  ...(location && { location }),
})

const to = {
  startEpochSeconds: START + 3600,
  endEpochSeconds: START + 5400,
  policy: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  timeZone: 'UTC',
  localStart: '2026-04-27T10:00',
  tzdbVersion: '2026c',
}

const locationAfter = (decided: ReturnType<typeof rescheduleBooking>) =>
  decided.ok ? decided.value.booking.location : decided.refusal

test('a move in time keeps the location and the link of a conference', () => {
  const moved = (location: Booking['location']) =>
    locationAfter(rescheduleBooking(booking(location), to, NOW, { by: 'account' }))
  const practice = { kind: 'in_person', address: 'Seestraße 1' } as const
  expect(moved(practice)).toEqual(practice)
  expect(moved(meet)).toEqual(meet)
  expect(moved(undefined)).toBeUndefined()
})

test('a booking that waits for approval again has no conference until it is approved', () => {
  const by = { by: 'booker', approvalUntilEpochSeconds: NOW + 3600 } as const
  expect(locationAfter(rescheduleBooking(booking(meet), to, NOW, by))).toEqual({
    kind: 'google_meet',
  })
})

test('a reassignment keeps the location, and the link of a conference if its host stays', () => {
  const given = (providerId: string) => [
    { requirement: 'doctor', providerId, providerName: 'Dr. Ada' },
  ]
  const reassigned = (location: Booking['location'], providerId: string) =>
    locationAfter(reassignBooking(booking(location), given(providerId), NOW))
  const practice = { kind: 'in_person', address: 'Seestraße 1' } as const
  expect(reassigned(practice, 'prv_2')).toEqual(practice)
  expect(reassigned(meet, 'prv_1')).toEqual(meet)
  expect(reassigned(meet, 'prv_2')).toEqual({ kind: 'google_meet' })
})
