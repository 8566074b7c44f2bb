import type { AllTranslations } from '../shared/language.ts'
import type { StaySearchTranslations } from './translations.ts'

/** Loads the translations of the page on which guests search stays, a script for each language. */
export const staySearchTranslations: AllTranslations<StaySearchTranslations> = {
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
