import type { depositMessages } from '../shared/deposit/messages.ts'
import type { TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { quoteMessages } from '../shared/nights/quote-messages.ts'
import type { entryMessages } from './entry/messages.ts'
import type { groupMessages } from './group/messages.ts'
import type { manageMessages } from './messages.ts'

/** The translations of the pages behind manage links. */
export type ManageTranslations = SharedTranslations &
  TranslationsOf<
    | typeof manageMessages
    | typeof depositMessages
    | typeof groupMessages
    | typeof entryMessages
    | typeof quoteMessages
  >
