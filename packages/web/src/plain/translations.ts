import type { TranslationsOf } from '../shared/language.ts'
import type { plainMessages } from './messages.ts'

/** The translations of the page that works without scripts, beside those of the booking page. */
export type PlainTranslations = TranslationsOf<typeof plainMessages>
