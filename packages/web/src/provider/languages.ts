import type { AllTranslations } from '../shared/language.ts'
import type { ProviderTranslations } from './translations.ts'

/** Loads the provider page's translations, a script for each language. */
export const providerTranslations: AllTranslations<ProviderTranslations> = {
  de: () => import('./languages/de.ts'),
}
