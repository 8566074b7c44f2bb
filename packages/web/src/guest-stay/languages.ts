import type { AllTranslations, TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { guestStayMessages } from './messages.ts'

/** The translations of the page behind a stay's manage link. */
export type GuestStayTranslations = SharedTranslations & TranslationsOf<typeof guestStayMessages>

/** Loads the page behind a stay's manage link's translations, a script for each language. */
export const guestStayTranslations: AllTranslations<GuestStayTranslations> = {
  de: () => import('./languages/de.ts'),
}
