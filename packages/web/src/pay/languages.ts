import type { AllTranslations } from '../shared/language.ts'
import type { PayTranslations } from './translations.ts'

/** Loads the translations of the page where a booking is paid, a script for each language. */
export const payTranslations: AllTranslations<PayTranslations> = {
  de: () => import('./languages/de.ts'),
}
