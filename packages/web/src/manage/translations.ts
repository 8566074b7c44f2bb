import type { TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { manageMessages } from './messages.ts'

/** The translations of the page behind a booking's manage link. */
export type ManageTranslations = SharedTranslations & TranslationsOf<typeof manageMessages>
