import type { Booking } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { mailContext, mailedBooking, START } from '../../../tests/support/mail-context.ts'
import { ACCOUNT_LOCALES } from '../../identity/accounts/account.ts'
import type { MailContext } from '../mails/mail-context.ts'
import { draftSms } from '../mails/sms-notice.ts'
import { SMS_KINDS } from '../texts.ts'
import { segmentsOf } from './segments.ts'
import { writeSms } from './write-sms.ts'

const NORA = { name: 'Win a prize at evil.example', phone: '+41791234567' }

/** The SMS of an event to Nora, who has no email address. */
function smsOf(changed: Partial<MailContext> = {}, booking: Partial<Booking> = {}) {
  const draft = draftSms(mailContext(changed, { booker: NORA, ...booking }))
  return draft && writeSms(draft)
}

test('a booker with only a phone number reads what, when, with whom and the link, and no own words', () => {
  expect(smsOf()).toBe(
    'Booking confirmed: Prüfung, Mon, 27/04/2026, 11:00, Dr. Ada. Change or cancel: https://book.example.com/manage/bkg_1#hm_1',
  )
})

test('a booker with an email address gets no SMS, even with a phone number', () => {
  expect(smsOf({}, { booker: { ...NORA, email: 'nora@example.com' } })).toBeUndefined()
  expect(smsOf({}, { booker: { name: 'Nora' } })).toBeUndefined()
})

test('times are in the zone of the booker, which is named if it is another one', () => {
  const booker = { ...NORA, timeZone: 'Asia/Tokyo', locale: 'de' }
  expect(smsOf({}, { booker })).toBe(
    'Buchung bestätigt: Prüfung, Mo., 27.4.2026, 18:00 Uhr (Asia/Tokyo), Dr. Ada. Ändern oder absagen: https://book.example.com/manage/bkg_1#hm_1',
  )
})

test('a cancelled booking has no link', () => {
  expect(smsOf({ eventName: 'booking.cancelled' }, { status: 'cancelled' })).toBe(
    'Booking cancelled: Prüfung, Mon, 27/04/2026, 11:00, Dr. Ada',
  )
})

test('moves and reminders have an SMS; news of another provider, a place or thanks has none', () => {
  const moved = { rescheduledFromEpochSeconds: START - 86_400 }
  expect(smsOf({ eventName: 'booking.rescheduled' }, moved)).toMatch(/^New time for your booking: /)
  const other = {
    eventName: 'booking.rescheduled',
    previousService: { eventType: undefined },
  } as const
  expect(smsOf(other, { rescheduledFromEpochSeconds: START })).toMatch(
    /^New service for your booking: Prüfung, Mon, 27\/04\/2026, 11:00, Dr\. Ada\./,
  )
  expect(smsOf({ eventName: 'booking.reminder' })).toMatch(/^Reminder of your booking: /)
  expect(smsOf({ eventName: 'booking.reassigned' })).toBeUndefined()
  expect(smsOf({ eventName: 'booking.follow_up' }, { status: 'completed' })).toBeUndefined()
})

test('no SMS is longer than 3 segments in any language, however long title, name and link are', () => {
  const base = mailContext({}, { booker: { ...NORA, timeZone: 'America/Argentina/Buenos_Aires' } })
  const long = {
    ...base,
    ...(base.eventType && { eventType: { ...base.eventType, title: '長い題名 '.repeat(40) } }),
    provider: { ...base.provider, name: 'Dr. Żółć '.repeat(30) },
  }
  for (const language of ACCOUNT_LOCALES) {
    for (const kind of SMS_KINDS) {
      for (const length of [60, 120, 160, 2_000]) {
        const manageUrl = `https://${'x'.repeat(length - 8)}`
        const text = writeSms({ context: { ...long, manageUrl }, kind, to: '+41', language })
        const where = `${language} ${kind} ${length}: ${text}`
        expect(segmentsOf(text), where).toBeLessThanOrEqual(3)
        expect(text, where).toMatch(/[2٢]/)
      }
    }
  }
})

test('with plain names, a confirmation of most languages with Latin letters needs no other alphabet', () => {
  const { provider, ...context } = mailContext({}, { booker: NORA })
  const plain = { ...context, provider, manageUrl: `https://book.example.com/${'x'.repeat(90)}` }
  const counts = ACCOUNT_LOCALES.map((language) => [
    language,
    segmentsOf(writeSms({ context: plain, kind: 'confirmed', to: '+41', language })),
  ])
  expect(Object.fromEntries(counts)).toEqual({
    en: 2,
    de: 2,
    fr: 2,
    es: 2,
    it: 2,
    nl: 2,
    pt: 2,
    pl: 3,
    tr: 3,
    ja: 3,
    ar: 3,
  })
})

test('a booking of nights has its dates', () => {
  const day = Date.UTC(2026, 5, 1) / 86_400_000
  const stay = { arrivalDay: day, departureDay: day + 3 } as NonNullable<Booking['stay']>
  expect(smsOf({}, { stay })).toContain('Mon, 01/06/2026 - Thu, 04/06/2026')
  expect(mailedBooking.stay).toBeUndefined()
})
