import { GERMAN_STAYS } from './words/de.ts'
import { ENGLISH_STAYS } from './words/en.ts'
import type { MailLanguage, StayWords } from './words/wording.ts'

export type { StayWords } from './words/wording.ts'

/** The texts of emails about stays, by language. */
export const STAY_WORDS: Readonly<Record<MailLanguage, StayWords>> = {
  en: ENGLISH_STAYS,
  de: GERMAN_STAYS,
}
