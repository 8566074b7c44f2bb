/** The languages that the pages speak. */
export const LANGUAGES = ['en', 'de'] as const

/** A language of the pages. */
export type Language = (typeof LANGUAGES)[number]

/** Texts of a part of the pages, the same ones in every language. */
export type Catalog<Messages> = Readonly<Record<Language, Messages>>

/** Holds the texts of all languages against those of the first: a missing or a wrong one is a type error. */
export const catalog = <Messages>(texts: {
  readonly en: Messages
  readonly de: NoInfer<Messages>
}): Catalog<Messages> => texts

const KEPT_AS = 'holdfast.language'

const known = (text: string | null | undefined): Language | undefined =>
  LANGUAGES.find((language) => text?.toLowerCase().startsWith(language))

// A page in a frame of another site may be denied any storage.
function kept(): string | null {
  try {
    return localStorage.getItem(KEPT_AS)
  } catch {
    return null
  }
}

/** The language asked for in the address, else the one chosen before, else the browser's, else English. */
export function firstLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang')
  const wanted = [asked, kept(), ...navigator.languages].map(known)
  return wanted.find((language) => language !== undefined) ?? 'en'
}

/** Remembers a choice for later visits, where that is possible. */
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(KEPT_AS, language)
  } catch {
    // The choice then lasts as long as the page.
  }
}
