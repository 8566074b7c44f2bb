import type { Booking } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { composeMail } from '../../../tests/support/composed-mail.ts'
import { mailContext, mailedBooking } from '../../../tests/support/mail-context.ts'
import type { EventType } from '../../booking/event-types/event-type.ts'
import type { Property } from '../../booking/properties/property.ts'
import type { Provider } from '../../booking/providers/provider.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { TEXTS } from '../languages/languages.ts'
import type { MailLanguage } from '../texts.ts'
import { asOf } from './booking-as-of.ts'
import type { MailContext } from './mail-context.ts'
import { whenText } from './stay-when.ts'

const seconds = (instant: string) => Date.parse(instant) / 1000

/** From Friday 1 to Monday 4 May 2026, checking in at 15:00 and out at 11:00 in Berlin. */
const stay: Partial<Booking> = {
  startEpochSeconds: seconds('2026-05-01T13:00:00Z'),
  endEpochSeconds: seconds('2026-05-04T09:00:00Z'),
  stay: { calendarId: 'cal_1', arrivalDay: 20_574, departureDay: 20_577 },
}

const house: Partial<MailContext> = {
  provider: { id: 'prv_1', name: 'Room 12', email: 'desk@example.com' } as Provider,
  eventType: { title: 'Double room' } as EventType,
  property: { name: 'Lake House', address: 'Seestraße 1, Berlin' } as Property,
}

const mail = (
  recipient: 'booker' | 'provider',
  context: Partial<MailContext> = {},
  changed: Partial<Booking> = {},
) => composeMail(mailContext({ ...house, ...context }, { ...stay, ...changed }), recipient)

test('the email about a stay has dates, nights and the times of the house, and the type instead of the unit', () => {
  expect(mail('booker')).toMatchObject({
    fromName: 'Lake House',
    subject: 'Confirmed: Stay at Double room, Lake House',
    text: `Your booking is confirmed.

What: Stay at Double room, Lake House
Arrival: Friday, 1 May 2026, from 15:00 (Europe/Berlin)
Departure: Monday, 4 May 2026, by 11:00 (Europe/Berlin)
Nights: 3
Where: Seestraße 1, Berlin

View, reschedule or cancel: https://book.example.com/manage/bkg_1#hm_1
`,
  })
  expect(mail('booker')?.invitation?.content).toContain(
    'SUMMARY:Stay at Double room\\, Lake House\r\n',
  )
})

test('the house reads which unit it is', () => {
  expect(mail('provider')?.text).toContain('\nNights: 3\nWith: Room 12\n')
})

test('a moved stay has new dates, and says when the arrival was', () => {
  const moved = { rescheduledFromEpochSeconds: seconds('2026-04-24T13:00:00Z') }
  const german = { booker: { name: 'Grace', email: 'grace@example.com', locale: 'de' } }
  const context = { eventName: 'booking.rescheduled' } as const
  expect(mail('booker', context, { ...moved, ...german })).toMatchObject({
    subject: 'Neuer Zeitraum: Aufenthalt: Double room, Lake House',
    text: expect.stringContaining(`Der Zeitraum dieses Aufenthalts hat sich geändert.

Was: Aufenthalt: Double room, Lake House
Anreise: Freitag, 1. Mai 2026, ab 15:00 Uhr (Europe/Berlin)
Abreise: Montag, 4. Mai 2026, bis 11:00 Uhr (Europe/Berlin)
Nächte: 3
Bisher: Anreise: Freitag, 24. April 2026
`),
  })
})

test('the email of an earlier event has the dates of then', () => {
  const current = { ...mailedBooking, ...stay, version: 3 }
  const event = {
    resourceVersion: 2,
    data: {
      booking: {
        providerId: 'prv_1',
        status: 'confirmed',
        start: '2026-04-24T13:00:00Z',
        end: '2026-04-26T09:00:00Z',
        arrival: '2026-04-24',
        departure: '2026-04-26',
        sequence: 0,
        updatedAt: '2026-04-01T00:00:00Z',
      },
    },
  } as unknown as DomainEvent
  expect(whenText(asOf(current, event), 'Asia/Tokyo', TEXTS.en.bookings)).toBe(
    'Friday, 24 April 2026 to Sunday, 26 April 2026, 2 nights',
  )
})

test.each([
  ['en', '3 nights'],
  ['de', '3 Nächte'],
  ['fr', '3 nuits'],
  ['es', '3 noches'],
  ['it', '3 notti'],
  ['nl', '3 nachten'],
  ['pt', '3 noites'],
  ['pl', '3 noce'],
  ['tr', '3 gece'],
  ['ja', '3泊'],
  ['ar', '3 ليالٍ'],
] as const)('nights are counted in %s: %s', (language: MailLanguage, nights) => {
  const booking = { ...mailedBooking, ...stay }
  expect(whenText(booking, 'UTC', TEXTS[language].bookings)).toMatch(new RegExp(`${nights}$`))
})
