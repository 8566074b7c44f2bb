import type { TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { extrasMessages } from './extras/messages.ts'
import type { bookingMessages } from './messages.ts'

/** The translations of the booking page. */
export type BookingTranslations = SharedTranslations &
  TranslationsOf<typeof bookingMessages | typeof extrasMessages>
