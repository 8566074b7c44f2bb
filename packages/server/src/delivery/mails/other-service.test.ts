import { expect, test } from 'vitest'
import { composeMail } from '../../../tests/support/composed-mail.ts'
import { mailContext, mailedBooking, START } from '../../../tests/support/mail-context.ts'
import type { EventType } from '../../booking/event-types/event-type.ts'
import type { Provider } from '../../booking/providers/provider.ts'
import type { MailLanguage } from '../texts.ts'
import { draftGuestMail, type MailContext, writeMail } from './compose.ts'

const ofService = (title: string) => ({ eventType: { title } as EventType })

/** A booking of a color that was one of a haircut, and began at `from`. */
const changed = (
  more: Partial<MailContext> = {},
  { from = START, locale = 'en' }: { readonly from?: number; readonly locale?: string } = {},
) =>
  mailContext(
    {
      eventName: 'booking.rescheduled',
      ...ofService('Color'),
      previousService: ofService('Haircut'),
      ...more,
    },
    {
      rescheduledFromEpochSeconds: from,
      booker: { name: 'Grace', email: 'grace@example.com', locale },
    },
  )

test('a booker reads which service it was and is, and of no new time at the same start', () => {
  expect(composeMail(changed(), 'booker')).toMatchObject({
    subject: 'New service: Color with Dr. Ada instead of Haircut',
    text: expect.stringMatching(
      /^This booking is now for Color instead of Haircut\.\n\nWhat: Color with Dr\. Ada\nWhen: Monday, 27 April 2026, 11:00–11:30 \(Europe\/Berlin, GMT\+2\)\nWith: Dr\. Ada\n/,
    ),
    invitation: { method: 'REQUEST' },
  })
})

test('a booker reads of the new time as well, if that changed too', () => {
  const text = composeMail(changed({}, { from: START - 86_400 }), 'booker')?.text
  expect(text).toMatch(
    /^This booking is now for Color instead of Haircut\. This booking has a new time\.\n/,
  )
  expect(text).toContain('\nPrevious time: Sunday, 26 April 2026, 11:00–11:30')
})

test('a provider who stays reads the same, and one who leaves of the service that it was', () => {
  expect(composeMail(changed(), 'provider')).toMatchObject({
    subject: 'New service: Color with Dr. Ada instead of Haircut',
    text: expect.stringMatching(/^This booking is now for Color instead of Haircut\.\n/),
  })
  const provider = { id: 'prv_2', name: 'Bea', email: 'bea@example.com' } as Provider
  const mail = composeMail(changed({ previous: [provider] }), 'provider', {
    provider,
    part: 'leaves',
  })
  expect(mail?.text).toContain('\nWhat: Haircut with Bea\n')
})

test('a guest reads the same', () => {
  const inviting = { guest: { email: 'mary@example.com' }, mark: 'm', part: 'stays' } as const
  const draft = draftGuestMail(changed(), inviting)
  expect(draft && writeMail(draft).subject).toBe(
    'New service: Color with Dr. Ada instead of Haircut',
  )
})

test('a service that is gone is named by the provider', () => {
  const mail = composeMail(changed({ previousService: { eventType: undefined } }), 'booker')
  expect(mail?.text).toMatch(
    /^This booking is now for Color instead of Appointment with Dr\. Ada\./,
  )
})

test('a hold that nobody confirmed sends no email about it', () => {
  const { confirmedAtEpochSeconds: _, ...held } = mailedBooking
  expect(composeMail({ ...changed(), booking: held }, 'booker')).toBeUndefined()
})

test.each<readonly [language: MailLanguage, subject: string, lead: string]>([
  [
    'de',
    'Neue Leistung: Color bei Dr. Ada statt Haircut',
    'Statt Haircut ist jetzt Color gebucht.',
  ],
  [
    'fr',
    'Nouvelle prestation\u00a0: Color avec Dr. Ada (avant\u00a0: Haircut)',
    'Cette réservation porte maintenant sur\u00a0: Color. Auparavant\u00a0: Haircut.',
  ],
  [
    'es',
    'Nuevo servicio: Color con Dr. Ada en lugar de Haircut',
    'Esta reserva es ahora de Color en lugar de Haircut.',
  ],
  [
    'it',
    'Nuovo servizio: Color con Dr. Ada anziché Haircut',
    'Questa prenotazione è ora per Color anziché Haircut.',
  ],
  [
    'nl',
    'Andere dienst: Color bij Dr. Ada in plaats van Haircut',
    'Deze boeking is nu voor Color in plaats van Haircut.',
  ],
  [
    'pl',
    'Nowa usługa: Color – Dr. Ada (wcześniej: Haircut)',
    'Ta rezerwacja dotyczy teraz: Color. Wcześniej: Haircut.',
  ],
  [
    'pt',
    'Novo serviço: Color com Dr. Ada em vez de Haircut',
    'Esta reserva agora é para Color em vez de Haircut.',
  ],
  [
    'tr',
    'Yeni hizmet: Haircut yerine Color – Dr. Ada',
    'Bu rezervasyon artık Haircut yerine Color için.',
  ],
  [
    'ja',
    'サービス変更：Color（Dr. Ada）（変更前：Haircut）',
    'この予約のサービスが「Haircut」から「Color」に変わりました。',
  ],
  [
    'ar',
    'خدمة جديدة: Color مع Dr. Ada بدلًا من Haircut',
    'أصبح هذا الحجز لخدمة Color بدلًا من Haircut.',
  ],
])('a booker reads it in %s', (locale, subject, lead) => {
  const mail = composeMail(changed({}, { locale }), 'booker')
  expect([mail?.subject, mail?.text.split('\n')[0]]).toEqual([subject, lead])
})
