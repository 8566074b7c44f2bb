import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { createFormat, type Format } from './format.ts'
import { initialLanguage, saveLanguage } from './initial-language.ts'
import {
  type Catalog,
  directionOf,
  type Language,
  languagesOf,
  staffLanguageOf,
  type Texts,
  type Translations,
} from './language.ts'
import { ENGLISH, type LoadedLanguage, loadLanguage } from './load-language.ts'
import { initialPreferences, type Preferences, savePreferences } from './preferences.ts'

interface I18n {
  readonly language: Language
  /** The languages of this page. */
  readonly languages: readonly Language[]
  /** The translations of this page into `language`, by the names of their parts. */
  readonly parts: LoadedLanguage['parts']
  readonly setLanguage: (language: Language) => void
  readonly preferences: Preferences
  readonly setPreferences: (preferences: Preferences) => void
  readonly format: Format
}

/** The texts and formats for the components below. */
export const I18nContext = createContext<I18n | undefined>(undefined)

/** After this time, a page whose language still loads appears in English. */
const LONGEST_WAIT_MS = 3000

/** Provides the reader's language and preferences to the components below. */
export function I18nProvider({
  translations,
  children,
}: {
  readonly translations: Translations<object>
  readonly children: ReactNode
}) {
  const [{ language, parts }, setLoaded] = useFirstLanguage(translations)
  const [preferences, setPreferences] = useState(initialPreferences)
  const value = useMemo(
    () => ({
      language,
      languages: languagesOf(translations),
      parts,
      setLanguage: (chosen: Language) => {
        saveLanguage(chosen)
        void loadLanguage(translations, chosen).then(setLoaded)
      },
      preferences,
      setPreferences: (chosen: Preferences) => {
        savePreferences(chosen)
        setPreferences(chosen)
      },
      format: createFormat(language, preferences.hourCycle),
    }),
    [language, parts, translations, setLoaded, preferences],
  )
  return <I18nContext value={value}>{children}</I18nContext>
}

/**
 * The language of the page. While the first one loads, the page is rendered but not shown: its first request
 * to the API runs at the same time, and no English text appears and vanishes.
 */
function useFirstLanguage(
  translations: Translations<object>,
): readonly [LoadedLanguage, (loaded: LoadedLanguage) => void] {
  const [first] = useState(() => initialLanguage(languagesOf(translations)))
  const [loaded, setLoaded] = useState<LoadedLanguage>()
  const [isShown, setIsShown] = useState(first === 'en')
  useEffect(() => {
    let isCurrent = true
    const show = (found: LoadedLanguage) => {
      if (!isCurrent) return
      setLoaded((chosen) => chosen ?? found)
      setIsShown(true)
    }
    const timer = setTimeout(() => setIsShown(true), LONGEST_WAIT_MS)
    void loadLanguage(translations, first).then(show)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [translations, first])
  const current = loaded ?? ENGLISH
  useLayout(current.language, isShown)
  return [current, setLoaded]
}

/** Writes the language and its direction into the document, and shows or hides it. */
function useLayout(language: Language, isShown: boolean): void {
  useLayoutEffect(() => {
    const { documentElement } = document
    documentElement.lang = language
    documentElement.dir = directionOf(language)
    documentElement.toggleAttribute('data-loading', !isShown)
  }, [language, isShown])
}

/** The reader's language and preferences, and the formats for dates and times in them. */
export function useI18n(): I18n {
  const i18n = useContext(I18nContext)
  if (i18n === undefined) throw new Error('useI18n needs an I18nProvider above it')
  return i18n
}

/** The texts of a staff page or of a part of a booker's page in the reader's language. */
export const useMessages = <Messages,>(
  source: Catalog<Messages> | Texts<string, Messages>,
): Messages => messagesOf(useI18n(), source)

/** The same outside of a component, such as for a part whose code loads later. */
export function messagesOf<Messages>(
  { language, parts }: Pick<I18n, 'language' | 'parts'>,
  source: Catalog<Messages> | Texts<string, Messages>,
): Messages {
  if ('de' in source) return source[staffLanguageOf(language)]
  // A translation has the type of the English texts: `AllTranslations` checks it.
  return (parts[source.name] as Messages | undefined) ?? source.en
}
