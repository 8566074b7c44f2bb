import type { depositMessages } from '../shared/deposit/messages.ts'
import type { TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { payMessages } from './messages.ts'

/** The translations of the page where a booking is paid. */
export type PayTranslations = SharedTranslations &
  TranslationsOf<typeof payMessages | typeof depositMessages>
