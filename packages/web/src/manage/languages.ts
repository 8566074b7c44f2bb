import type { AllTranslations, TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { manageMessages } from './messages.ts'

/** The translations of the page behind a booking's manage link. */
export type ManageTranslations = SharedTranslations & TranslationsOf<typeof manageMessages>

/** Loads the page behind a booking's manage link's translations, a script for each language. */
export const manageTranslations: AllTranslations<ManageTranslations> = {
  de: () => import('./languages/de.ts'),
}
