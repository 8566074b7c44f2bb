/** The languages of the pages. */
export const LANGUAGES = ['en', 'de'] as const

/** A language of the pages. */
export type Language = (typeof LANGUAGES)[number]

/** The texts of a page or component, in every language. */
export type Catalog<Messages> = Readonly<Record<Language, Messages>>

/** Declares texts in all languages; a missing or extra text in one of them is a type error. */
export const catalog = <Messages>(texts: {
  readonly en: Messages
  readonly de: NoInfer<Messages>
}): Catalog<Messages> => texts

const STORAGE_KEY = 'holdfast.language'

const toLanguage = (text: string | null | undefined): Language | undefined =>
  LANGUAGES.find((language) => text?.toLowerCase().startsWith(language))

// The browser may deny storage to a page in a frame of another site.
function savedLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

/**
 * The language in the URL, else the saved choice, else that of the account, else the browser's language, else
 * English. The server writes the account's into the document.
 */
export function initialLanguage(): Language {
  const requested = new URLSearchParams(location.search).get('lang')
  const { locale } = document.documentElement.dataset
  const candidates = [requested, savedLanguage(), locale, ...navigator.languages].map(toLanguage)
  return candidates.find((language) => language !== undefined) ?? 'en'
}

/** Saves the choice for later visits, if the browser allows storage. */
export function saveLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language)
  } catch {
    // Without storage, the choice lasts until the page closes.
  }
}
