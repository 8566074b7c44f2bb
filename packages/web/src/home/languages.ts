import type { AllTranslations, TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { homeMessages } from './messages.ts'

/** The translations of the home page. */
export type HomeTranslations = SharedTranslations & TranslationsOf<typeof homeMessages>

/** Loads the home page's translations, a script for each language. */
export const homeTranslations: AllTranslations<HomeTranslations> = {
  de: () => import('./languages/de.ts'),
}
