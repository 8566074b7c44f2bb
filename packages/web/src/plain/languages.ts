import type { AllTranslations } from '../shared/language.ts'
import type { PlainTranslations } from './translations.ts'

/** Loads the translations of the page without scripts, for the tool that writes them into the server. */
export const plainTranslations: AllTranslations<PlainTranslations> = {
  de: () => import('./languages/de.ts'),
  fr: () => import('./languages/fr.ts'),
  es: () => import('./languages/es.ts'),
  it: () => import('./languages/it.ts'),
  nl: () => import('./languages/nl.ts'),
  pt: () => import('./languages/pt.ts'),
  pl: () => import('./languages/pl.ts'),
  tr: () => import('./languages/tr.ts'),
  ja: () => import('./languages/ja.ts'),
  ar: () => import('./languages/ar.ts'),
}
