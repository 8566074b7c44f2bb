import { MESSAGE_KINDS, MESSAGE_LANGUAGES, type MessageLanguage } from '@holdfast/contracts'
import { describe, expect, test } from 'vitest'
import { ACCOUNT_LOCALES } from '../../identity/accounts/account.ts'
import { TEXTS } from '../languages/languages.ts'
import { layOut } from '../mails/mail-layout.ts'
import { sampleMail } from './sample-mail.ts'

const ACCOUNT = { name: 'Lakeside', publicUrl: 'https://book.example.com', questionIds: [] }

const mailIn = (language: MessageLanguage, kind: (typeof MESSAGE_KINDS)[number]) =>
  layOut(sampleMail(kind, language, ACCOUNT).write({}), { name: '' })

test('emails have every language that an account can choose', () => {
  expect(ACCOUNT_LOCALES).toEqual(MESSAGE_LANGUAGES)
})

describe.each(MESSAGE_LANGUAGES.filter((language) => language !== 'en'))('in %s', (language) => {
  test.each(MESSAGE_KINDS)('the email %s says everything in the language', (kind) => {
    const [own, english] = [mailIn(language, kind), mailIn('en', kind)]
    const direction = language === 'ar' ? ' dir="rtl"' : ''
    expect(own.html).toMatch(new RegExp(`^<!doctype html><html lang="${language}"${direction}>`))
    expect(own.subject).not.toBe(english.subject)
    // The first line is the lead; the others are rows and links, which begin with their labels.
    const [ownLines, englishLines] = [own.text.split('\n'), english.text.split('\n')]
    expect(ownLines).toHaveLength(englishLines.length)
    const same = ownLines.filter((line, index) => line !== '' && line === englishLines[index])
    expect(same).toEqual([])
  })

  test('the emails about payments say everything in the language', () => {
    const textsIn = ({ messages, ...labels }: (typeof TEXTS)['en']['payments']) => [
      ...Object.values(labels),
      ...Object.values(messages).flatMap(({ subject, lead }) => [subject('Check-up'), lead]),
    ]
    const english = textsIn(TEXTS.en.payments)
    const same = textsIn(TEXTS[language].payments).filter((text, index) => text === english[index])
    expect(same).toEqual([])
  })
})

test.each([
  ['en', 'Monday, 27 April 2026, 11:00–11:30 (Europe/Berlin, GMT+2)'],
  ['de', 'Montag, 27. April 2026, 11:00–11:30 Uhr (Europe/Berlin, GMT+2)'],
  ['fr', 'lundi 27 avril 2026, 11:00–11:30 (Europe/Berlin, GMT+2)'],
  ['es', 'lunes, 27 de abril de 2026, 11:00–11:30 (Europe/Berlin, GMT+2)'],
  ['it', 'lunedì 27 aprile 2026, 11:00–11:30 (Europe/Berlin, GMT+2)'],
  ['nl', 'maandag 27 april 2026, 11:00–11:30 uur (Europe/Berlin, GMT+2)'],
  ['pt', 'segunda-feira, 27 de abril de 2026, 11:00–11:30 (Europe/Berlin, GMT+2)'],
  ['pl', 'poniedziałek, 27 kwietnia 2026, 11:00–11:30 (Europe/Berlin, GMT+2)'],
  ['tr', '27 Nisan 2026 Pazartesi, 11:00–11:30 (Europe/Berlin, GMT+2)'],
  ['ja', '2026年4月27日月曜日, 11:00–11:30 (Europe/Berlin, GMT+2)'],
  ['ar', 'الاثنين، 27 أبريل 2026, 11:00–11:30 (Europe/Berlin, GMT+2)'],
] as const)('an email in %s writes the time as its readers do', (language, time) => {
  expect(mailIn(language, 'confirmed').text).toContain(time)
})
