import { type ReactNode, useEffect, useState } from 'react'
import { I18nContext, useI18n } from './i18n.tsx'
import type { Translations } from './language.ts'
import { ENGLISH, loadLanguage } from './load-language.ts'

interface MorePartsProviderProps {
  readonly translations: Translations<object>
  readonly children: ReactNode
}

/** Provides the texts of another page to its components, in the reader's language. They show in English until loaded. */
export function MorePartsProvider({ translations, children }: MorePartsProviderProps) {
  const i18n = useI18n()
  const [loaded, setLoaded] = useState(ENGLISH)
  useEffect(() => {
    let isCurrent = true
    void loadLanguage(translations, i18n.language).then((found) => {
      if (isCurrent) setLoaded(found)
    })
    return () => {
      isCurrent = false
    }
  }, [translations, i18n.language])
  const parts = loaded.language === i18n.language ? { ...i18n.parts, ...loaded.parts } : i18n.parts
  return <I18nContext value={{ ...i18n, parts }}>{children}</I18nContext>
}
