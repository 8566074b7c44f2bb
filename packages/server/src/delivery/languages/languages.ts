import { ACCOUNT_LOCALES } from '../../identity/accounts/account.ts'
import type { MailLanguage, StaffMailLanguage, Texts } from '../texts.ts'
import ar from './ar.ts'
import de from './de.ts'
import en from './en.ts'
import es from './es.ts'
import fr from './fr.ts'
import it from './it.ts'
import ja from './ja.ts'
import nl from './nl.ts'
import pl from './pl.ts'
import pt from './pt.ts'
import tr from './tr.ts'

/** What emails and SMS say, by language. */
export const TEXTS: Readonly<Record<MailLanguage, Texts>> = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  pt,
  pl,
  tr,
  ja,
  ar,
}

/** The language of emails for a reader's locale (BCP 47). English if there is no locale or translation. */
export function mailLanguageOf(locale: string | undefined): MailLanguage {
  const primary = locale?.toLowerCase().split('-')[0]
  return ACCOUNT_LOCALES.find((language) => language === primary) ?? 'en'
}

/** The language of emails to people who sign in. English if there is no locale or translation. */
export const staffMailLanguageOf = (locale: string | undefined): StaffMailLanguage =>
  mailLanguageOf(locale) === 'de' ? 'de' : 'en'
