import type { AllTranslations, TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { providerMessages } from './provider-page.tsx'

/** The translations of the provider page. */
export type ProviderTranslations = SharedTranslations & TranslationsOf<typeof providerMessages>

/** Loads the provider page's translations, a script for each language. */
export const providerTranslations: AllTranslations<ProviderTranslations> = {
  de: () => import('./languages/de.ts'),
}
