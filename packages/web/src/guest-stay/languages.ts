import type { AllTranslations } from '../shared/language.ts'
import type { GuestStayTranslations } from './translations.ts'

/** Loads the page behind a stay's manage link's translations, a script for each language. */
export const guestStayTranslations: AllTranslations<GuestStayTranslations> = {
  de: () => import('./languages/de.ts'),
}
