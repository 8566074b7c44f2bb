import type { AllTranslations } from '../shared/language.ts'
import type { BookingTranslations } from './translations.ts'

/** Loads the booking page's translations, a script for each language. */
export const bookingTranslations: AllTranslations<BookingTranslations> = {
  de: () => import('./languages/de.ts'),
}
