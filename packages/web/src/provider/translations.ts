import type { TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { providerMessages } from './provider-page.tsx'

/** The translations of the provider page. */
export type ProviderTranslations = SharedTranslations & TranslationsOf<typeof providerMessages>
