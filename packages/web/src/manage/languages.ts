import type { AllTranslations } from '../shared/language.ts'
import type { ManageTranslations } from './translations.ts'

/** Loads the page behind a booking's manage link's translations, a script for each language. */
export const manageTranslations: AllTranslations<ManageTranslations> = {
  de: () => import('./languages/de.ts'),
}
