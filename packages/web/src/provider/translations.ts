import type { BookingTranslations } from '../booking/translations.ts'
import type { TranslationsOf } from '../shared/language.ts'
import type { providerMessages } from './messages.ts'

/** The translations of the provider page, which also shows dates with the parts of the booking page. */
export type ProviderTranslations = BookingTranslations & TranslationsOf<typeof providerMessages>
