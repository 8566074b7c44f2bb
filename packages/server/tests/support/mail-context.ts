import type { Booking } from '@holdfast/engine'
import type { EventType } from '../../src/booking/event-types/event-type.ts'
import type { Provider } from '../../src/booking/providers/provider.ts'
import type { MailContext } from '../../src/delivery/mails/mail-context.ts'

/** Monday 27 April 2026, 09:00 UTC: the start of the booking of `mailContext`, in epoch seconds. */
export const START = 1_777_280_400
/** Its duration, in seconds. */
export const HALF_HOUR = 1_800

/** A confirmed booking of half an hour. */
export const mailedBooking: Booking = {
  id: 'bkg_1',
  accountId: 'acc_1',
  providerId: 'prv_1',
  version: 2,
  status: 'confirmed',
  confirmation: 'hold',
  startEpochSeconds: START,
  endEpochSeconds: START + HALF_HOUR,
  policy: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  timeZone: 'Europe/Berlin',
  localStart: '2026-04-27T11:00',
  tzdbVersion: '2026c',
  booker: { name: 'Grace', email: 'grace@example.com', timeZone: 'Asia/Tokyo' },
  note: 'by the door',
  sequence: 0,
  manageTokenHash: new Uint8Array(32),
  createdAtEpochSeconds: START - 86_400,
  updatedAtEpochSeconds: START - 86_400,
  confirmedAtEpochSeconds: START - 86_400,
}

/** What an email about that booking is written from, with changes. */
export const mailContext = (
  overrides: Partial<MailContext> = {},
  changed: Partial<Booking> = {},
): MailContext => ({
  booking: { ...mailedBooking, ...changed },
  provider: { id: 'prv_1', name: 'Dr. Ada', email: 'ada@example.com' } as Provider,
  eventType: { title: 'Prüfung' } as EventType,
  fromAddress: 'mail@example.com',
  eventId: 'evn_1',
  eventName: 'booking.confirmed',
  accountLanguage: 'en',
  manageUrl: 'https://book.example.com/manage/bkg_1#hm_1',
  decisionUrl: (providerId, decision) =>
    `https://book.example.com/decide/${providerId}/${decision}`,
  dashboardUrl: 'https://book.example.com/dashboard/bookings/bkg_1',
  ...overrides,
})
