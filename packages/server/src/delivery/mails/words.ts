import { ACCOUNT_LOCALES } from '../../identity/accounts/account.ts'
import { WAITLIST_WORDS, type WaitlistWords } from './waitlist-words.ts'
import { ARABIC } from './words/ar.ts'
import { GERMAN } from './words/de.ts'
import { ENGLISH } from './words/en.ts'
import { SPANISH } from './words/es.ts'
import { FRENCH } from './words/fr.ts'
import { ITALIAN } from './words/it.ts'
import { JAPANESE } from './words/ja.ts'
import { DUTCH } from './words/nl.ts'
import { POLISH } from './words/pl.ts'
import { PORTUGUESE } from './words/pt.ts'
import { TURKISH } from './words/tr.ts'
import type {
  Words as BookingWords,
  MailLanguage,
  OfferMessage,
  StaffMailLanguage,
} from './words/wording.ts'

export type { MailLanguage, Message, Receiver, StaffMailLanguage } from './words/wording.ts'

/** The texts of all emails about bookings in one language. */
export interface Words extends Omit<BookingWords, 'messages'> {
  readonly messages: BookingWords['messages'] & Pick<WaitlistWords['messages'], OfferMessage>
}

function withOffers(words: BookingWords): Words {
  const { waitlistOffered, waitlistLapsed } = WAITLIST_WORDS[words.language].messages
  return { ...words, messages: { ...words.messages, waitlistOffered, waitlistLapsed } }
}

/** The texts of emails about bookings, by language. */
export const WORDS: Readonly<Record<MailLanguage, Words>> = {
  en: withOffers(ENGLISH),
  de: withOffers(GERMAN),
  fr: withOffers(FRENCH),
  es: withOffers(SPANISH),
  it: withOffers(ITALIAN),
  nl: withOffers(DUTCH),
  pt: withOffers(PORTUGUESE),
  pl: withOffers(POLISH),
  tr: withOffers(TURKISH),
  ja: withOffers(JAPANESE),
  ar: withOffers(ARABIC),
}

/** The language of emails for a reader's locale (BCP 47). English if there is no locale or translation. */
export function mailLanguageOf(locale: string | undefined): MailLanguage {
  const primary = locale?.toLowerCase().split('-')[0]
  return ACCOUNT_LOCALES.find((language) => language === primary) ?? 'en'
}

/** The language of emails to people who sign in. English if there is no locale or translation. */
export const staffMailLanguageOf = (locale: string | undefined): StaffMailLanguage =>
  mailLanguageOf(locale) === 'de' ? 'de' : 'en'
