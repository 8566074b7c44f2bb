import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { createFormat, type Format } from './format.ts'
import { type Catalog, initialLanguage, type Language, saveLanguage } from './language.ts'
import { initialPreferences, type Preferences, savePreferences } from './preferences.ts'

interface I18n {
  readonly language: Language
  readonly setLanguage: (language: Language) => void
  readonly preferences: Preferences
  readonly setPreferences: (preferences: Preferences) => void
  readonly format: Format
}

const I18nContext = createContext<I18n | undefined>(undefined)

/** Provides the reader's language and preferences to the components below. */
export function I18nProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(initialLanguage)
  const [preferences, setPreferences] = useState(initialPreferences)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const value = useMemo(
    () => ({
      language,
      setLanguage: (chosen: Language) => {
        saveLanguage(chosen)
        setLanguage(chosen)
      },
      preferences,
      setPreferences: (chosen: Preferences) => {
        savePreferences(chosen)
        setPreferences(chosen)
      },
      format: createFormat(language, preferences.hourCycle),
    }),
    [language, preferences],
  )
  return <I18nContext value={value}>{children}</I18nContext>
}

/** The reader's language and preferences, and the formats for dates and times in them. */
export function useI18n(): I18n {
  const i18n = useContext(I18nContext)
  if (i18n === undefined) throw new Error('useI18n needs an I18nProvider above it')
  return i18n
}

/** The texts of a catalog in the reader's language. */
export const useMessages = <Messages,>(catalog: Catalog<Messages>): Messages =>
  catalog[useI18n().language]
