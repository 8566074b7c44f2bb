import { ARABIC_STAYS } from './words/ar.ts'
import { GERMAN_STAYS } from './words/de.ts'
import { ENGLISH_STAYS } from './words/en.ts'
import { SPANISH_STAYS } from './words/es.ts'
import { FRENCH_STAYS } from './words/fr.ts'
import { ITALIAN_STAYS } from './words/it.ts'
import { JAPANESE_STAYS } from './words/ja.ts'
import { DUTCH_STAYS } from './words/nl.ts'
import { POLISH_STAYS } from './words/pl.ts'
import { PORTUGUESE_STAYS } from './words/pt.ts'
import { TURKISH_STAYS } from './words/tr.ts'
import type { MailLanguage, StayWords } from './words/wording.ts'

export type { StayWords } from './words/wording.ts'

/** The texts of emails about stays, by language. */
export const STAY_WORDS: Readonly<Record<MailLanguage, StayWords>> = {
  en: ENGLISH_STAYS,
  de: GERMAN_STAYS,
  fr: FRENCH_STAYS,
  es: SPANISH_STAYS,
  it: ITALIAN_STAYS,
  nl: DUTCH_STAYS,
  pt: PORTUGUESE_STAYS,
  pl: POLISH_STAYS,
  tr: TURKISH_STAYS,
  ja: JAPANESE_STAYS,
  ar: ARABIC_STAYS,
}
