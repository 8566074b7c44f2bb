import type { Booking } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import { composeMail } from '../../../tests/support/composed-mail.ts'
import {
  mailedBooking as booking,
  mailContext as context,
  HALF_HOUR,
  START,
} from '../../../tests/support/mail-context.ts'
import type { Provider } from '../../booking/providers/provider.ts'
import { mailLanguageOf } from '../languages/languages.ts'
import { attendingOf } from './attending.ts'
import { timeText } from './time-text.ts'

const german = { booker: { name: 'Grace', email: 'grace@example.com', locale: 'de-AT' } }

describe('the email to the booker', () => {
  test('has their time zone, and neither the name nor the note that was entered', () => {
    expect(composeMail(context(), 'booker')).toMatchObject({
      id: 'evn_1.booker',
      to: { address: 'grace@example.com' },
      replyTo: { address: 'ada@example.com' },
      subject: 'Confirmed: Prüfung with Dr. Ada',
      text: `Your booking is confirmed.

What: Prüfung with Dr. Ada
When: Monday, 27 April 2026, 18:00–18:30 (Asia/Tokyo, GMT+9)
With: Dr. Ada

View, reschedule or cancel: https://book.example.com/manage/bkg_1#hm_1
`,
    })
  })

  test('is in their language, including the invitation', () => {
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

  test('about a new time shows the previous time as well, later emails do not', () => {
    const moved = { rescheduledFromEpochSeconds: START - 86_400 }
    const text = composeMail(context({ eventName: 'booking.rescheduled' }, moved), 'booker')?.text
    expect(text).toContain('When: Monday, 27 April 2026, 18:00–18:30 (Asia/Tokyo, GMT+9)\n')
    expect(text).toContain(
      'Previous time: Sunday, 26 April 2026, 18:00–18:30 (Asia/Tokyo, GMT+9)\n',
    )
    const cancelled = composeMail(context({ eventName: 'booking.cancelled' }, moved), 'booker')
    expect(cancelled?.text).not.toContain('Previous time')
  })

  test.each(['booking.cancelled', 'booking.expired'] as const)(
    'about %s does not offer to reschedule or cancel',
    (eventName) => {
      const changed = { confirmation: 'approval' } as const
      const text = composeMail(context({ eventName }, changed), 'booker')?.text
      expect(text).toContain('\nView booking: https://book.example.com/manage/bkg_1#hm_1\n')
    },
  )
})

describe('the reason of a cancellation', () => {
  const textTo = (recipient: 'booker' | 'provider', changed: Partial<Booking>) =>
    composeMail(context({ eventName: 'booking.cancelled' }, changed), recipient)?.text
  const cancellationReason = 'The practice is closed.'

  test('of the account reaches the booker, in the language of the email', () => {
    const changed = { cancellationReason, cancelledBy: 'account' } as const
    expect(textTo('booker', changed)).toContain('\nReason: The practice is closed.\n')
    expect(textTo('booker', { ...changed, ...german })).toContain(
      '\nGrund: The practice is closed.\n',
    )
  })

  test.each(['booker', undefined] as const)(
    'of a stranger reaches only the provider (cancelled by %s)',
    (cancelledBy) => {
      const changed = { cancellationReason, ...(cancelledBy && { cancelledBy }) }
      expect(textTo('booker', changed)).not.toContain('The practice is closed.')
      expect(textTo('provider', changed)).toContain('\nReason: The practice is closed.\n')
    },
  )

  test('of the server is in the language of each reader', () => {
    const changed = { cancellationReason, cancelledBy: 'system', ...german } as const
    expect(textTo('booker', changed)).toContain(
      '\nGrund: Diese Termine werden nicht mehr angeboten.\n',
    )
    expect(textTo('provider', changed)).toContain(
      '\nReason: This service is no longer available.\n',
    )
    const eventName = 'booking.cancelled'
    const provider = { name: 'Dr. Ada', deletedAtEpochSeconds: START } as Provider
    expect(composeMail(context({ eventName, provider }, changed), 'booker')?.text).toContain(
      '\nGrund: Hier sind keine Termine mehr möglich.\n',
    )
  })
})

test.each(['booking.expired', 'booking.rescheduled', 'booking.cancelled'] as const)(
  'a hold that nobody confirmed sends no email about %s',
  (eventName) => {
    const { confirmedAtEpochSeconds: _, ...held } = booking
    const sent = { ...context({ eventName }), booking: held }
    expect(composeMail(sent, 'booker')).toBeUndefined()
    expect(composeMail(sent, 'provider')).toBeUndefined()
  },
)

test('a booker with another address gets the confirmation, and nobody else gets an update', () => {
  const updated = context({ eventName: 'booking.updated', isNewAddress: true })
  expect(composeMail(updated, 'booker')?.subject).toBe('Confirmed: Prüfung with Dr. Ada')
  expect(composeMail(updated, 'booker')?.invitation?.method).toBe('REQUEST')
  expect(composeMail(updated, 'provider')).toBeUndefined()
  const noted = context({ eventName: 'booking.updated', isNewAddress: false })
  expect(composeMail(noted, 'booker')).toBeUndefined()
  const { confirmedAtEpochSeconds: _, ...held } = { ...booking, status: 'pending' as const }
  expect(composeMail({ ...updated, booking: held }, 'booker')).toBeUndefined()
})

test('the email about another duration has the new end and names no previous time', () => {
  const longer = { endEpochSeconds: START + 3_600, rescheduledFromEpochSeconds: START }
  const mail = composeMail(context({ eventName: 'booking.rescheduled' }, longer), 'booker')
  expect(mail?.text).toContain('When: Monday, 27 April 2026, 18:00–19:00')
  expect(mail?.text).not.toContain('Previous time')
})

test('a move that needs approval again asks the provider and makes the invitation tentative', () => {
  const changed = {
    status: 'pending',
    confirmation: 'approval',
    holdExpiresAtEpochSeconds: START - 3_600,
    rescheduledFromEpochSeconds: START - 86_400,
  } as const
  const moved = context({ eventName: 'booking.rescheduled' }, changed)
  const toBooker = composeMail(moved, 'booker')
  expect(toBooker?.subject).toBe('Request received: Prüfung with Dr. Ada')
  expect(toBooker?.text).toContain('\nPrevious time: Sunday, 26 April 2026')
  expect(toBooker?.invitation?.content).toContain('STATUS:TENTATIVE\r\n')
  const toProvider = composeMail(moved, 'provider')
  expect(toProvider?.subject).toBe('Approval needed: Prüfung with Dr. Ada')
  expect(toProvider?.text).toContain('\nAnswer by: Monday, 27 April 2026, 10:00')
})

describe('the email to the provider', () => {
  test('names the booker and is in English and the provider’s time zone', () => {
    expect(composeMail(context({}, german), 'provider')).toMatchObject({
      to: { address: 'ada@example.com' },
      subject: 'New booking: Prüfung with Dr. Ada',
      text: `You have a new booking.

What: Prüfung with Dr. Ada
When: Monday, 27 April 2026, 11:00–11:30 (Europe/Berlin, GMT+2)
With: Dr. Ada
Booked by: Grace <grace@example.com>
Note: by the door

Open in the dashboard: https://book.example.com/dashboard/bookings/bkg_1
`,
    })
  })

  test('shows an internationalized domain in its letters, and answers go to it in ASCII', () => {
    const booker = { ...german.booker, email: 'grace@xn--bcher-kva.example' }
    const mail = composeMail(context({}, { booker }), 'provider')
    expect(mail?.text).toContain('\nBooked by: Grace <grace@bücher.example>\n')
    expect(mail?.replyTo?.address).toBe('grace@xn--bcher-kva.example')
    expect(mail?.invitation?.content).not.toContain('bücher')
  })

  test('is in the language of the account', () => {
    const request = { status: 'pending', confirmation: 'approval' } as const
    const asked = context({ eventName: 'booking.created', accountLanguage: 'de' }, request)
    const mail = composeMail(asked, 'provider')
    expect(mail?.subject).toBe('Zusage erforderlich: Prüfung bei Dr. Ada')
    expect(mail?.text).toContain(`
Annehmen: https://book.example.com/decide/prv_1/approve
Ablehnen: https://book.example.com/decide/prv_1/decline
`)
  })

  test('looks like the one to the booker, with a button that leads to the dashboard', () => {
    const [provider, booker] = (['provider', 'booker'] as const).map(
      (recipient) => composeMail(context(), recipient)?.html ?? '',
    )
    const button = /<td bgcolor="[^"]*" style="([^"]*)"><a href="([^"]*)"[^>]*>([^<]*)<\/a>/
    const [, style, url, label] = button.exec(provider ?? '') ?? []
    expect([url, label]).toEqual([
      'https://book.example.com/dashboard/bookings/bkg_1',
      'Open in the dashboard',
    ])
    expect(button.exec(booker ?? '')?.[1]).toBe(style)
  })

  test('about a request has links to approve and to decline it, the one to the booker has none', () => {
    const { confirmedAtEpochSeconds: _, ...pending } = booking
    const requested: Booking = {
      ...pending,
      status: 'pending',
      confirmation: 'approval',
      holdExpiresAtEpochSeconds: START - 3_600,
    }
    const request = { ...context({ eventName: 'booking.created' }), booking: requested }
    const mail = composeMail(request, 'provider')
    expect(mail?.text).toContain(
      `Answer by: Monday, 27 April 2026, 10:00 (Europe/Berlin, GMT+2)

Approve: https://book.example.com/decide/prv_1/approve
Decline: https://book.example.com/decide/prv_1/decline
`,
    )
    const links = mail?.html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g) ?? []
    expect([...links].map(([, url, label]) => [label, url])).toEqual([
      ['Approve', 'https://book.example.com/decide/prv_1/approve'],
      ['Decline', 'https://book.example.com/decide/prv_1/decline'],
    ])
    expect(composeMail(request, 'booker')?.text).not.toContain('decide')
  })
})

describe('after the law on clock changes was amended', () => {
  // Booked for 09:00 at UTC-6; from 2026f on, Winnipeg stays at UTC-5.
  const [before, after] = [1_796_137_200, 1_796_133_600]
  const winnipeg = {
    timeZone: 'America/Winnipeg',
    localStart: '2026-12-01T09:00',
    booker: { name: 'Grace', email: 'grace@example.com' },
  }
  const moved = {
    ...winnipeg,
    startEpochSeconds: after,
    endEpochSeconds: after + HALF_HOUR,
    rescheduledFromEpochSeconds: before,
    clockChangeVersion: 2,
  }

  test('the email about the moved booking says that the local time stays', () => {
    const text = composeMail(context({ eventName: 'booking.rescheduled' }, moved), 'booker')?.text
    expect(text).toContain('The local time there stays as agreed.')
    expect(text).toContain(
      'When: Tuesday, 1 December 2026, 09:00–09:30 (America/Winnipeg, GMT-5)\n',
    )
    expect(text).not.toContain('Previous time')
  })

  test('a booker in another zone reads their previous time as well', () => {
    const booker = { ...winnipeg.booker, timeZone: 'Europe/Berlin' }
    const elsewhere = context({ eventName: 'booking.rescheduled' }, { ...moved, booker })
    const text = composeMail(elsewhere, 'booker')?.text
    expect(text).toContain('When: Tuesday, 1 December 2026, 15:00–15:30 (Europe/Berlin, GMT+1)\n')
    expect(text).toContain('Previous time: Tuesday, 1 December 2026, 16:00–16:30')
  })

  test('a later change of that booking is an ordinary one', () => {
    const later = context({ eventName: 'booking.rescheduled' }, { ...moved, version: 3 })
    expect(composeMail(later, 'booker')?.subject).toBe('New time: Prüfung with Dr. Ada')
  })

  test('only the provider is asked to reschedule a booking whose new time is taken', () => {
    const stays = { ...winnipeg, startEpochSeconds: before, endEpochSeconds: before + HALF_HOUR }
    const conflict = context({ eventName: 'booking.time_conflict' }, stays)
    expect(composeMail(conflict, 'booker')).toBeUndefined()
    const mail = composeMail(conflict, 'provider')
    expect(mail?.invitation).toBeUndefined()
    expect(mail?.subject).toBe('Reschedule needed: Prüfung with Dr. Ada')
    expect(mail?.text).toContain(
      `When: Tuesday, 1 December 2026, 10:00–10:30 (America/Winnipeg, GMT-5)
Agreed time: Tuesday, 1 December 2026, 09:00 (America/Winnipeg)
`,
    )
  })
})

test.each([
  ['UTC', 'GMT'],
  ['Asia/Kathmandu', 'GMT+5:45'],
  ['America/St_Johns', 'GMT-2:30'],
])('the offset of %s in April 2026 is written as %s', (zone, offset) => {
  expect(timeText(START, START, zone)).toContain(`(${zone}, ${offset})`)
})

test('a time that ends on another day is written with both dates', () => {
  const late = START + 12 * 3_600 + HALF_HOUR
  expect(timeText(late, late + HALF_HOUR, 'Europe/Berlin')).toBe(
    'Monday, 27 April 2026, 23:30 – Tuesday, 28 April 2026, 00:00 (Europe/Berlin, GMT+2)',
  )
  const saturday = Date.parse('2026-03-28T09:00:00Z') / 1000
  // The clocks go forward meanwhile.
  expect(timeText(saturday, saturday + 2 * 86_400, 'Europe/Berlin')).toBe(
    'Saturday, 28 March 2026, 10:00 – Monday, 30 March 2026, 11:00 (Europe/Berlin, GMT+1)',
  )
})

test.each([
  [undefined, 'en'],
  ['en-GB', 'en'],
  ['de', 'de'],
  ['DE-ch', 'de'],
  ['del', 'en'],
  ['fr-CA', 'fr'],
  ['sv', 'en'],
])('emails for the locale %s are in %s', (locale, language) => {
  expect(mailLanguageOf(locale)).toBe(language)
})

describe('the emails about a booking of several', () => {
  const named = (name: string, more: Partial<Provider> = {}) =>
    ({
      id: `prv_${name}`,
      name,
      email: `${name}@example.com`,
      timeZone: 'UTC',
      ...more,
    }) as Provider
  const room = named('Room 2', { kind: 'room' })

  test('name the people in the title, and everybody in a line of its own', () => {
    const titles = [
      [[room], 'Prüfung with Room 2', 'With: Room 2\n'],
      [[named('Ada'), room], 'Prüfung with Ada', 'With: Ada, Room 2\n'],
      [[named('Ada'), room, named('Bob')], 'Prüfung with Ada and Bob', 'With: Ada, Room 2, Bob\n'],
      [
        [named('Ada'), named('Bob'), named('Cleo')],
        'Prüfung with Ada and 2 more',
        'With: Ada, Bob, Cleo\n',
      ],
    ] as const
    for (const [assigned, title, line] of titles) {
      const mail = composeMail(context({ assigned }), 'booker')
      expect(mail?.subject).toBe(`Confirmed: ${title}`)
      expect(mail?.text).toContain(line)
    }
  })

  test('say in German whom the booking takes now', () => {
    const changed = {
      eventName: 'booking.reassigned',
      assigned: [named('Ada'), room],
      previous: [named('Bob')],
    } as const
    const mail = composeMail(context(changed, german), 'booker')
    expect(mail?.subject).toBe('Geändert: Prüfung bei Ada')
    expect(mail?.text).toMatch(/^Ihre Buchung ist jetzt bei Ada, Room 2\.\n/)
  })

  test('go once to each address, and an address that stays in the booking gets no cancellation', () => {
    const desk = { email: 'Desk@example.com' }
    const [ada, bob] = [named('Ada'), named('Bob')]
    const before = named('Room 1', { ...desk, kind: 'room' })
    const after = named('Room 3', { email: 'desk@example.com', kind: 'room' })
    const parts = attendingOf({
      provider: named('Owner'),
      assigned: [ada, after, named('Nobody', desk), bob],
      previous: [before, ada, named('Cleo')],
    })
    expect(parts.map(({ provider, part }) => `${provider.name} ${part}`)).toEqual([
      'Ada stays',
      'Room 3 stays',
      'Bob joins',
      'Cleo leaves',
    ])
  })

  test('go to the address of the team too, unless it is that of somebody who takes part', () => {
    const ada = named('Ada')
    const namesFor = (email: string) =>
      attendingOf({
        provider: named('Practice', { kind: 'team', email }),
        assigned: [ada],
        previous: [ada, named('Bob')],
      }).map(({ provider, part }) => `${provider.name} ${part}`)
    expect(namesFor('desk@example.com')).toEqual(['Ada stays', 'Practice stays', 'Bob leaves'])
    expect(namesFor(String(ada.email).toUpperCase())).toEqual(['Ada stays', 'Bob leaves'])
  })
})
