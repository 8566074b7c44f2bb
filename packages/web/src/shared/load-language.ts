import type { Language, Translations } from './language.ts'

/** A language with the texts of a page, by the names of their parts. */
export interface LoadedLanguage {
  readonly language: Language
  readonly parts: Readonly<Record<string, unknown>>
}

/** English, whose texts are built into the pages. */
export const ENGLISH: LoadedLanguage = { language: 'en', parts: {} }

/** Loads the texts of a language. English if the page does not have it, or if it does not load. */
export async function loadLanguage(
  translations: Translations<object>,
  language: Language,
): Promise<LoadedLanguage> {
  const load = language === 'en' ? undefined : translations[language]
  if (load === undefined) return ENGLISH
  try {
    const { default: parts } = await load()
    // Each part is read by the name and the type that its English texts have.
    return { language, parts: parts as LoadedLanguage['parts'] }
  } catch {
    return ENGLISH
  }
}
