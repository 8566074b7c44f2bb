import type { Language } from './language.ts'

const STORAGE_KEY = 'holdfast.language'

/** For good, or until the tab is closed. */
type Storage = 'localStorage' | 'sessionStorage'

// The browser may deny storage to a page in a frame of another site.
function stored(storage: Storage): string | null {
  try {
    return window[storage].getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

function store(storage: Storage, language: Language): void {
  try {
    window[storage].setItem(STORAGE_KEY, language)
  } catch {
    // Without storage, the choice lasts until the page closes.
  }
}

/**
 * The language in the URL, which then counts for the further pages of the visit, else the saved choice, else that of the account, else
 * the browser's language, else English. The server writes the account's into the document. A language that the page does not have is
 * skipped.
 */
export function initialLanguage(languages: readonly Language[]): Language {
  const requested = new URLSearchParams(location.search).get('lang')
  const ofVisit = stored('sessionStorage')
  const { locale } = document.documentElement.dataset
  const wishes = [requested, ofVisit, stored('localStorage'), locale, ...navigator.languages]
  for (const tag of wishes) {
    const primary = tag?.toLowerCase().split('-')[0]
    const found = languages.find((language) => language === primary)
    if (found === undefined) continue
    if (tag === requested) store('sessionStorage', found)
    return found
  }
  return 'en'
}

/** Saves the choice for this visit and later ones, if the browser allows storage. A language in the URL would win over it in a reload. */
export function saveLanguage(language: Language): void {
  store('sessionStorage', language)
  store('localStorage', language)
  const url = new URL(location.href)
  if (!url.searchParams.has('lang')) return
  url.searchParams.set('lang', language)
  history.replaceState(history.state, '', url)
}
