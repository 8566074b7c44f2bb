import type { TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { quoteMessages } from '../shared/nights/quote-messages.ts'
import type { staySearchMessages } from './messages.ts'

/** The translations of the page on which guests search the stays of a property. */
export type StaySearchTranslations = SharedTranslations &
  TranslationsOf<typeof quoteMessages | typeof staySearchMessages>
