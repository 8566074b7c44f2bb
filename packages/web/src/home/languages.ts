import type { AllTranslations } from '../shared/language.ts'
import type { HomeTranslations } from './translations.ts'

/** Loads the home page's translations, a script for each language. */
export const homeTranslations: AllTranslations<HomeTranslations> = {
  de: () => import('./languages/de.ts'),
}
