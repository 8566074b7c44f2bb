import type { TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { ownBookingsMessages } from './messages.ts'

/** The translations of the page on which bookers see their bookings. */
export type OwnBookingsTranslations = SharedTranslations &
  TranslationsOf<typeof ownBookingsMessages>
