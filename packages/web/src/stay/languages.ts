import type { AllTranslations } from '../shared/language.ts'
import type { StayTranslations } from './translations.ts'

/** Loads the page on which guests book stays's translations, a script for each language. */
export const stayTranslations: AllTranslations<StayTranslations> = {
  de: () => import('./languages/de.ts'),
}
