import type { Booking } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import type { EventType } from '../../booking/event-types/event-type.ts'
import type { Provider } from '../../booking/providers/provider.ts'
import { composeMail, type MailContext, timeText } from './compose.ts'
import { mailLanguageOf } from './words.ts'

// Monday 27 April 2026, 09:00 to 09:30 UTC.
const START = 1_777_280_400
const HALF_HOUR = 1_800

const booking: Booking = {
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

const context = (more: Partial<MailContext> = {}, changed: Partial<Booking> = {}): MailContext => ({
  booking: { ...booking, ...changed },
  provider: { name: 'Dr. Ada', email: 'ada@example.com' } as Provider,
  eventType: { title: 'Prüfung' } as EventType,
  fromAddress: 'mail@example.com',
  eventId: 'evn_1',
  eventKey: 'booking.confirmed',
  manageUrl: 'https://book.example.com/manage/bkg_1#hm_1',
  approvalsUrl: 'https://book.example.com/dashboard/approvals',
  ...more,
})

const german = { booker: { name: 'Grace', email: 'grace@example.com', locale: 'de-AT' } }

describe('a booker is told', () => {
  test('in their zone, without what a stranger wrote', () => {
    expect(composeMail(context(), 'booker')).toMatchObject({
      id: 'evn_1.booker',
      to: { address: 'grace@example.com' },
      replyTo: { address: 'ada@example.com' },
      subject: 'Confirmed: Prüfung with Dr. Ada',
      text: `Your booking is confirmed.

What: Prüfung with Dr. Ada
When: Monday, 27 April 2026, 18:00–18:30 (Asia/Tokyo, GMT+9)
With: Dr. Ada

See, move or cancel it: https://book.example.com/manage/bkg_1#hm_1
`,
    })
  })

  test('in their language, the invitation included', () => {
    const mail = composeMail(context({}, german), 'booker')
    expect(mail).toMatchObject({
      subject: 'Bestätigt: Prüfung bei Dr. Ada',
      text: `Ihre Buchung ist bestätigt.

Was: Prüfung bei Dr. Ada
Wann: Montag, 27. April 2026, 11:00–11:30 Uhr (Europe/Berlin, GMT+2)
Bei: Dr. Ada

Ansehen, verschieben oder absagen: https://book.example.com/manage/bkg_1#hm_1
`,
    })
    expect(mail?.html).toContain('<html lang="de">')
    expect(mail?.html).toContain('>Ansehen, verschieben oder absagen</a>')
    expect(mail?.invitation?.content).toContain('SUMMARY:Prüfung bei Dr. Ada\r\n')
  })

  test('of a new time together with the one before', () => {
    const moved = { rescheduledFromEpochSeconds: START - 86_400 }
    const text = composeMail(context({ eventKey: 'booking.rescheduled' }, moved), 'booker')?.text
    expect(text).toContain('When: Monday, 27 April 2026, 18:00–18:30 (Asia/Tokyo, GMT+9)\n')
    expect(text).toContain('Before: Sunday, 26 April 2026, 18:00–18:30 (Asia/Tokyo, GMT+9)\n')
    // What was moved once is not told so again with whatever happens later.
    const cancelled = composeMail(context({ eventKey: 'booking.cancelled' }, moved), 'booker')
    expect(cancelled?.text).not.toContain('Before')
  })

  test.each(['booking.cancelled', 'booking.expired'] as const)(
    'of %s without an offer to move or cancel what is over',
    (eventKey) => {
      const text = composeMail(context({ eventKey }), 'booker')?.text
      expect(text).toContain('\nSee it: https://book.example.com/manage/bkg_1#hm_1\n')
    },
  )
})

describe('a provider', () => {
  test('is told who comes, in the provider’s zone and in English', () => {
    expect(composeMail(context({}, german), 'provider')).toMatchObject({
      to: { address: 'ada@example.com' },
      subject: 'New booking: Prüfung with Dr. Ada',
      text: `You have a new booking.

What: Prüfung with Dr. Ada
When: Monday, 27 April 2026, 11:00–11:30 (Europe/Berlin, GMT+2)
With: Dr. Ada
Who: Grace <grace@example.com>
Note: by the door
`,
    })
  })

  test('is told where, and until when, a request can be answered', () => {
    const { confirmedAtEpochSeconds: _, ...pending } = booking
    const asked: Booking = {
      ...pending,
      status: 'pending',
      confirmation: 'approval',
      holdExpiresAtEpochSeconds: START - 3_600,
    }
    const asking = { ...context({ eventKey: 'booking.created' }), booking: asked }
    expect(composeMail(asking, 'provider')?.text).toContain(
      `Answer by: Monday, 27 April 2026, 10:00 (Europe/Berlin, GMT+2)

Approve or decline it: https://book.example.com/dashboard/approvals
`,
    )
    expect(composeMail(asking, 'booker')?.text).not.toContain('dashboard')
  })
})

test('a time that ends on another day is written with both', () => {
  const late = START + 12 * 3_600 + HALF_HOUR
  expect(timeText(late, late + HALF_HOUR, 'Europe/Berlin')).toBe(
    'Monday, 27 April 2026, 23:30–Tuesday, 28 April 2026, 00:00 (Europe/Berlin, GMT+2)',
  )
})

test.each([
  [undefined, 'en'],
  ['en-GB', 'en'],
  ['de', 'de'],
  ['DE-ch', 'de'],
  ['del', 'en'],
  ['fr', 'en'],
])('a reader of %s is written to in %s', (locale, language) => {
  expect(mailLanguageOf(locale)).toBe(language)
})
