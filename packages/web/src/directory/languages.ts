import type { AllTranslations, TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { directoryMessages } from './directory-page.tsx'

/** The translations of the directory. */
export type DirectoryTranslations = SharedTranslations & TranslationsOf<typeof directoryMessages>

/** Loads the directory's translations, a script for each language. */
export const directoryTranslations: AllTranslations<DirectoryTranslations> = {
  de: () => import('./languages/de.ts'),
}
