/** The languages of the pages for bookers and guests, by their own names. */
export const LANGUAGE_NAMES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
  pt: 'Português',
  pl: 'Polski',
  tr: 'Türkçe',
  ja: '日本語',
  ar: 'العربية',
} as const

/** A language of the pages for bookers and guests. */
export type Language = keyof typeof LANGUAGE_NAMES

/** A language of the pages for staff: sign-in, dashboard and decisions. */
export type StaffLanguage = 'en' | 'de'

/** The language of a staff page for a reader: English if staff pages do not have theirs. */
export const staffLanguageOf = (language: Language): StaffLanguage =>
  language === 'de' ? 'de' : 'en'

/** The texts of a staff page or component, in both languages. */
export type Catalog<Messages> = Readonly<Record<StaffLanguage, Messages>>

/** Declares texts of staff pages in both languages; a missing or extra text in one of them is a type error. */
export const catalog = <Messages>(texts: {
  readonly en: Messages
  readonly de: NoInfer<Messages>
}): Catalog<Messages> => texts

/**
 * The texts of a part of bookers' pages, in English. The other languages have them under the same name in
 * `languages/` of the page, or of `shared` if several pages show the part.
 */
export interface Texts<Name extends string, Messages> {
  readonly name: Name
  readonly en: Messages
}

/** Declares the English texts of a part of bookers' pages. */
export const texts = <const Name extends string, Messages>(
  name: Name,
  en: Messages,
): Texts<Name, Messages> => ({ name, en })

/** The translations of some parts, by their names. */
export type TranslationsOf<Part extends Texts<string, unknown>> = {
  readonly [Each in Part as Each['name']]: Each['en']
}

/** How a page loads its translations. English is built in, so it needs none. */
export type Translations<Parts> = {
  readonly [Each in Exclude<Language, 'en'>]?: () => Promise<{ readonly default: Parts }>
}

/** The translations of a page for bookers and guests, which has every language. */
export type AllTranslations<Parts> = Required<Translations<Parts>>

/** The languages of a page. */
export const languagesOf = (translations: Translations<object>): readonly Language[] =>
  (Object.keys(LANGUAGE_NAMES) as Language[]).filter(
    (language) => language === 'en' || language in translations,
  )

/** The direction in which a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')
