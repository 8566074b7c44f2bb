import { GERMAN } from './words/de.ts'
import { ENGLISH } from './words/en.ts'
import {
  MAIL_LANGUAGES,
  type MailLanguage,
  type StaffMailLanguage,
  type Words,
} from './words/wording.ts'

export type { MailLanguage, Message, StaffMailLanguage, Words } from './words/wording.ts'

/** The texts of emails about bookings, by language. */
export const WORDS: Readonly<Record<MailLanguage, Words>> = { en: ENGLISH, de: GERMAN }

/** The language of emails for a reader's locale (BCP 47). English if there is no locale or translation. */
export function mailLanguageOf(locale: string | undefined): MailLanguage {
  const primary = locale?.toLowerCase().split('-')[0]
  return MAIL_LANGUAGES.find((language) => language === primary) ?? 'en'
}

/** The language of emails to people who sign in. English if there is no locale or translation. */
export const staffMailLanguageOf = (locale: string | undefined): StaffMailLanguage =>
  mailLanguageOf(locale) === 'de' ? 'de' : 'en'
