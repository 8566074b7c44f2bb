import type { Booking } from '@holdfast/engine'
import { expect, test } from 'vitest'
import {
  HALF_HOUR,
  mailContext,
  mailedBooking,
  START,
} from '../../../tests/support/mail-context.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { MailContext } from './mail-context.ts'
import { familyOf } from './notices.ts'
import { noticesAbout } from './notices-about.ts'

const HANS = {
  guest: { name: 'Hans', email: 'hans@example.com' },
  part: 'stays',
  mark: 'h',
} as const

/** What each person is told of an event: channel, receiver, kind, language, and whether a later change has its own. */
function told(
  changed: Partial<MailContext> = {},
  booking: Partial<Booking> = {},
  now: Partial<Booking> = {},
) {
  const context = mailContext({ accountLanguage: 'de', ...changed }, booking)
  const current = { ...context.booking, ...now }
  const notices = noticesAbout({ context, current, approvers: [], invited: [HANS] })
  return notices.map((notice) => {
    const { draft, channel, isSuperseded } = notice
    const [to, kind] =
      channel === 'sms' ? ['booker', draft.kind] : [notice.draft.recipient, notice.draft.message]
    return [channel, to, kind, draft.language, isSuperseded].join(' ')
  })
}

test('each person is told once: bookers and their guests in their language, providers in that of the account', () => {
  const booker = { ...mailedBooking.booker, name: 'Grace', locale: 'fr' }
  expect(told({}, { booker })).toEqual([
    'email booker confirmed fr false',
    'email provider newBooking de false',
    'email guest invited fr false',
  ])
})

test('a booker with only a phone number is told by SMS, and by it alone', () => {
  const booker = { name: 'Nora', phone: '+41791234567', locale: 'it' }
  expect(told({}, { booker })).toEqual([
    'email provider newBooking de false',
    'email guest invited it false',
    'sms booker confirmed it false',
  ])
})

test('what a later move or end has replaced is marked, and a reminder of it is not sent', () => {
  const moved = { startEpochSeconds: START + HALF_HOUR }
  const marks = told({ eventName: 'booking.rescheduled' }, {}, moved)
  expect(marks).toHaveLength(3)
  for (const mark of marks) expect(mark).toMatch(/ true$/)
  expect(told({ eventName: 'booking.reminder' })).toEqual(['email booker reminder en false'])
  expect(told({ eventName: 'booking.reminder' }, {}, moved)).toEqual([])
  expect(told({ eventName: 'booking.reminder' }, {}, { status: 'cancelled' })).toEqual([])
})

test('the creation of a hold is not even looked at, and a request is', () => {
  const created = (confirmation: string) =>
    familyOf({
      type: 'booking.created',
      data: { booking: { status: 'pending', confirmation, emailUnconfirmed: false } },
    } as unknown as DomainEvent)
  expect([created('hold'), created('approval')]).toEqual([undefined, 'booking'])
})
