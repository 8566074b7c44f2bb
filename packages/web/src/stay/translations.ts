import type { TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { stayMessages } from './messages.ts'

/** The translations of the page on which guests book stays. */
export type StayTranslations = SharedTranslations & TranslationsOf<typeof stayMessages>
