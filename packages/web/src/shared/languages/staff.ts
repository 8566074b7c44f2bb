import type { Translations } from '../language.ts'
import type { SharedTranslations } from './shared-translations.ts'

/** The languages of staff pages. Their own texts are built in; this loads those of shared parts. */
export const staffTranslations: Translations<SharedTranslations> = {
  de: () => import('./de.ts'),
}
