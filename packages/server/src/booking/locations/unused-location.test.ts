import type { Booking } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { packData } from '../../kernel/booking-fields/unused-members.ts'
import { bookingEntity } from '../bookings/booking-item.ts'
import { bookingRepresentation } from '../bookings/booking-representation.ts'
import { bookersLocationRepresentation } from './location.ts'

const booking: Booking = {
  id: 'bkg_1',
  accountId: 'acc_1',
  providerId: 'prv_1',
  version: 1,
  status: 'confirmed',
  confirmation: 'hold',
  startEpochSeconds: 1_777_280_400,
  endEpochSeconds: 1_777_282_200,
  policy: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  timeZone: 'Europe/Berlin',
  localStart: '2026-04-27T11:00',
  tzdbVersion: '2026c',
  booker: { name: 'Grace', email: 'grace@example.com' },
  sequence: 0,
  manageTokenHash: new Uint8Array(32),
  createdAtEpochSeconds: 1_777_000_000,
  updatedAtEpochSeconds: 1_777_000_000,
  confirmedAtEpochSeconds: 1_777_000_000,
}

test('a booking without a location stores not a byte about one, and neither do its events', () => {
  expect(Object.keys(bookingEntity.encode(booking))).not.toContain('location')
  const event = packData({ booking: bookingRepresentation(booking) })
  expect(JSON.stringify(event)).not.toMatch(/location|guests/i)
})

test('a location is stored with its host, which nobody sees', () => {
  const url = 'https://meet.google.com/abc-defg-hij'
  const hosted = {
    ...booking,
    location: { kind: 'google_meet', url, hostId: 'prv_1' },
  } as const satisfies Booking
  expect(bookingEntity.decode(bookingEntity.encode(hosted)).location).toEqual(hosted.location)
  expect(bookingRepresentation(hosted).location).toEqual({
    kind: 'google_meet',
    address: null,
    phone: null,
    url,
    label: null,
  })
})

test('the link of a conference disappears with its booking, and a link of the provider stays', () => {
  const url = 'https://example.com/room'
  const over = (location: Booking['location'], status: Booking['status']) =>
    bookingRepresentation({ ...booking, status, ...(location && { location }) }).location?.url
  expect(over({ kind: 'teams', url }, 'confirmed')).toBe(url)
  expect(over({ kind: 'teams', url }, 'completed')).toBe(url)
  expect(over({ kind: 'teams', url }, 'cancelled')).toBeNull()
  expect(over({ kind: 'google_meet', url }, 'expired')).toBeNull()
  expect(over({ kind: 'link', url }, 'cancelled')).toBe(url)
})

test('a hold shows its booker no link, which anybody could read by holding a time', () => {
  const shown = (status: Booking['status'], location: Booking['location']) =>
    bookersLocationRepresentation({ status, ...(location && { location }) })
  const url = 'https://example.com/room'
  expect(shown('pending', { kind: 'link', url, label: 'Online' })).toMatchObject({
    label: 'Online',
    url: null,
  })
  expect(shown('confirmed', { kind: 'link', url })?.url).toBe(url)
  expect(shown('pending', undefined)).toBeNull()
})
