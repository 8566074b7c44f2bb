import { useI18n, useMessages } from '../i18n.tsx'
import { LANGUAGE_NAMES, type Language } from '../language.ts'
import { sharedMessages } from '../messages.ts'

/** Selects the language of the page; each language is shown by its own name. */
export function LanguageSelect() {
  const { language, languages, setLanguage } = useI18n()
  const t = useMessages(sharedMessages)
  return (
    <select
      aria-label={t.language}
      value={language}
      onChange={(event) => setLanguage(event.target.value as Language)}
    >
      {languages.map((each) => (
        <option key={each} value={each} lang={each}>
          {LANGUAGE_NAMES[each]}
        </option>
      ))}
    </select>
  )
}
