import { expect, test } from 'vitest'
import type { Booking } from '../api.ts'
import { consentsOf } from './consents-of.ts'

const booked = (id: string, consents: readonly (readonly [text: string, givenAt: string])[]) =>
  ({
    id,
    consents: consents.map(([text, givenAt]) => ({ questionId: 'terms', text, givenAt })),
    // Nothing else of a booking is read.
  }) as unknown as Booking

test('each text that a person agreed to is listed once, with the last time, the newest first', () => {
  const bookings = [
    booked('bkg_1', [
      ['Data protection, version 3', '2026-03-01T09:00:00Z'],
      ['Photos', '2026-03-01T09:00:00Z'],
    ]),
    booked('bkg_2', []),
    booked('bkg_3', [['Photos', '2026-05-02T09:00:00Z']]),
    booked('bkg_4', [['Data protection, version 4', '2026-04-01T09:00:00Z']]),
  ]
  expect(consentsOf(bookings).map(({ text, booking }) => [text, booking.id])).toEqual([
    ['Photos', 'bkg_3'],
    ['Data protection, version 4', 'bkg_4'],
    ['Data protection, version 3', 'bkg_1'],
  ])
})
