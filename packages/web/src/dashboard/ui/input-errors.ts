import { useI18n } from '../../shared/i18n.tsx'
import type { Language } from '../../shared/language.ts'

/** What the server says of refused values, and the same in German; what it got is not repeated. */
const GERMAN: readonly (readonly [said: RegExp, german: string])[] = [
  [/^is required/, 'Diese Angabe fehlt.'],
  [/must be an e-mail address/, 'Bitte eine E-Mail-Adresse angeben, etwa ada@example.com.'],
  [
    /must be the https or webcal URL/,
    'Bitte die Adresse eines Kalenders angeben, die mit https:// oder webcal:// beginnt.',
  ],
  [/https/, 'Bitte eine Adresse angeben, die mit https:// beginnt.'],
  [/must be after/, 'Das Ende muss nach dem Anfang liegen.'],
  [
    /lower-case letters, digits and single hyphens/,
    'Bitte 1 bis 64 Kleinbuchstaben, Ziffern und einzelne Bindestriche, etwa erster-besuch.',
  ],
  [/is the path of another page/, 'Diese Adresse gehört zu einer anderen Seite.'],
  [
    /must be a text of 1 to (\d+) characters/,
    'Bitte 1 bis $1 Zeichen in einer Zeile, ohne Steuerzeichen.',
  ],
  [/must be a text of at most (\d+) characters/, 'Bitte höchstens $1 Zeichen, ohne Steuerzeichen.'],
  [
    /must be a whole number (?:of \w+ )?from (\d+) to (\d+)/,
    'Bitte eine ganze Zahl von $1 bis $2 angeben.',
  ],
  [/must be a time of day/, 'Bitte eine Uhrzeit angeben, etwa 09:00.'],
  [/must be an IANA time zone/, 'Diese Zeitzone ist nicht bekannt.'],
  [/must be (?:a date|an RFC 3339 instant)/, 'Bitte einen Zeitpunkt angeben, den es gibt.'],
  [/at most (\d+) entries/, 'Bitte höchstens $1 Einträge.'],
]

/** What was wrong with a value, in a language; in the server's own words where there are no others. */
export function inputMessage(said: string, language: Language): string {
  if (language === 'en') return said
  for (const [pattern, german] of GERMAN) {
    const found = pattern.exec(said)
    if (found) return german.replaceAll(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? '')
  }
  return `Diese Angabe wurde nicht angenommen (${said}).`
}

/** Words what was wrong with a value in the reader's language. */
export function useInputMessage(): (said: string) => string {
  const { language } = useI18n()
  return (said) => inputMessage(said, language)
}
