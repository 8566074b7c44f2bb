import type { TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { homeMessages } from './messages.ts'

/** The translations of the home page. */
export type HomeTranslations = SharedTranslations & TranslationsOf<typeof homeMessages>
