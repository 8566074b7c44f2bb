import type { TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { guestStayMessages } from './messages.ts'

/** The translations of the page behind a stay's manage link. */
export type GuestStayTranslations = SharedTranslations & TranslationsOf<typeof guestStayMessages>
