import type { AllTranslations } from '../shared/language.ts'
import type { DirectoryTranslations } from './translations.ts'

/** Loads the directory's translations, a script for each language. */
export const directoryTranslations: AllTranslations<DirectoryTranslations> = {
  de: () => import('./languages/de.ts'),
}
