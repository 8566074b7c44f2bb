import type { TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { directoryMessages } from './messages.ts'

/** The translations of the directory. */
export type DirectoryTranslations = SharedTranslations & TranslationsOf<typeof directoryMessages>
