import type { Language } from './language.ts'

const STORAGE_KEY = 'holdfast.language'

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
 * English. The server writes the account's into the document. A language that the page does not have is skipped.
 */
export function initialLanguage(languages: readonly Language[]): Language {
  const requested = new URLSearchParams(location.search).get('lang')
  const { locale } = document.documentElement.dataset
  for (const tag of [requested, savedLanguage(), locale, ...navigator.languages]) {
    const primary = tag?.toLowerCase().split('-')[0]
    const found = languages.find((language) => language === primary)
    if (found !== undefined) return found
  }
  return 'en'
}

/** Saves the choice for later visits, if the browser allows storage. */
export function saveLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language)
  } catch {
    // Without storage, the choice lasts until the page closes.
  }
}
