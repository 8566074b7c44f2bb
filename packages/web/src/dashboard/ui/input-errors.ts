import { useI18n } from '../../shared/i18n.tsx'
import { type StaffLanguage, staffLanguageOf } from '../../shared/language.ts'
import { type InputText, OPTION_TEXTS } from './option-input-errors.ts'
import { STAY_TEXTS } from './stay-input-errors.ts'

/**
 * The server's messages about invalid values, and the text that the reader sees instead. `$1` and `$2`
 * are the groups of the pattern.
 */
const TEXTS: readonly InputText[] = [
  ...OPTION_TEXTS,
  ...STAY_TEXTS,
  [
    /must be text in UTF-8/,
    {
      en: 'Save the file as CSV in UTF-8.',
      de: 'Speichern Sie die Datei als CSV in UTF-8.',
    },
  ],
  [
    /must have a first line with the names of its columns/,
    {
      en: 'The first line must name the columns: name, email, phone.',
      de: 'Die erste Zeile muss die Spalten nennen: name, email, phone.',
    },
  ],
  [
    /in the row of line (\d+) that is never closed/,
    {
      en: 'A quote (") on line $1 is never closed.',
      de: 'Ein Anführungszeichen (") in Zeile $1 wird nicht geschlossen.',
    },
  ],
  [
    /has (\d+) rows; at most (\d+) are read/,
    {
      en: 'The file has $1 rows, but at most $2 are read. Split it.',
      de: 'Die Datei hat $1 Zeilen, aber höchstens $2 werden gelesen. Teilen Sie sie auf.',
    },
  ],
  [
    /is required: the provider is a team/,
    {
      en: 'Add a requirement: a team has no time of its own.',
      de: 'Fügen Sie eine Anforderung hinzu: Ein Team hat keine eigene Zeit.',
    },
  ],
  [
    /no times would be offered/,
    {
      en: 'No times would be offered. Enter hours, choose a schedule, or give a provider one.',
      de: 'Es würden keine Zeiten angeboten. Tragen Sie Zeiten ein, wählen Sie einen Zeitplan oder geben Sie einem Anbieter einen.',
    },
  ],
  [
    /is the name of another requirement/,
    {
      en: 'Another requirement has this name.',
      de: 'Eine andere Anforderung hat diesen Namen.',
    },
  ],
  [
    /must name at least one provider/,
    { en: 'Add at least one provider.', de: 'Fügen Sie mindestens einen Anbieter hinzu.' },
  ],
  [
    /must name at most (\d+) providers/,
    {
      en: 'Choose at most $1 providers.',
      de: 'Wählen Sie höchstens $1 Anbieter aus.',
    },
  ],
  [
    /more than (\d+) active providers have this/,
    {
      en: 'More than $1 active providers match. Choose up to $1 of them by name.',
      de: 'Mehr als $1 aktive Anbieter passen. Wählen Sie höchstens $1 davon namentlich aus.',
    },
  ],
  [
    /^(\d+) active providers have the (?:specialty|kind) .* and the event type "(.*)" \(/,
    {
      en: '“$2” already chooses among $1 providers, the most possible. Choose its candidates by name, or deactivate a provider.',
      de: '„$2“ wählt bereits unter $1 Anbietern, mehr sind nicht möglich. Wählen Sie die Anbieter dort namentlich aus, oder deaktivieren Sie einen.',
    },
  ],
  [
    /(\d+) are required, but only (\d+) are named/,
    {
      en: 'Add more providers: only $2 of $1 are chosen.',
      de: 'Fügen Sie Anbieter hinzu: Nur $2 von $1 sind ausgewählt.',
    },
  ],
  [
    /names a provider twice/,
    { en: 'A provider is in the list twice.', de: 'Ein Anbieter steht zweimal in der Liste.' },
  ],
  [
    /is not a provider of this account/,
    {
      en: 'One of these providers no longer exists. Remove it.',
      de: 'Einen dieser Anbieter gibt es nicht mehr. Entfernen Sie ihn.',
    },
  ],
  [
    /is a team, which has no time of its own/,
    {
      en: 'A team cannot be chosen. Choose its members.',
      de: 'Ein Team kann nicht gewählt werden. Wählen Sie seine Mitglieder.',
    },
  ],
  [
    /use this schedule, the most of one/,
    {
      en: 'Too many providers and event types use this schedule. Create another one.',
      de: 'Zu viele Anbieter und Terminarten verwenden diesen Zeitplan. Legen Sie einen anderen an.',
    },
  ],
  [
    /^unknown field "(.*?)"/,
    {
      en: 'There is no field "$1". Choose one from the list of fields.',
      de: 'Ein Feld „$1“ gibt es nicht. Wählen Sie eines aus der Liste der Felder.',
    },
  ],
  [
    /^tag "(.*?)" not found/,
    {
      en: 'The tag "$1" cannot be used. Use if, unless, case or comment.',
      de: '„$1“ kann hier nicht verwendet werden, nur if, unless, case und comment.',
    },
  ],
  [
    /^undefined filter: (\S+?),/,
    {
      en: 'The filter "$1" cannot be used.',
      de: 'Der Filter „$1“ kann nicht verwendet werden.',
    },
  ],
  [
    /^(?:output|tag) .* not closed, line:(\d+), col:(\d+)/s,
    {
      en: 'A field or tag is not closed, on line $1, column $2.',
      de: 'Ein Feld oder eine Anweisung ist nicht geschlossen, in Zeile $1, Spalte $2.',
    },
  ],
  [/^shows nothing/, { en: 'This would show nothing.', de: 'So würde nichts angezeigt.' }],
  [
    /limit exceeded$/,
    {
      en: 'This text takes too long to fill in. Make it simpler.',
      de: 'Dieser Text ist zu aufwendig. Vereinfachen Sie ihn.',
    },
  ],
  [/^is required/, { en: 'This field is required.', de: 'Dieses Feld ist erforderlich.' }],
  [
    /before the @/,
    {
      en: 'Use only letters from a to z, digits and symbols before the @, such as ada@example.com.',
      de: 'Verwenden Sie vor dem @ nur Buchstaben von a bis z, Ziffern und Zeichen, zum Beispiel ada@example.com.',
    },
  ],
  [
    /must be an email address/,
    {
      en: 'Enter an email address, such as ada@example.com.',
      de: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com.',
    },
  ],
  [
    /https or webcal/,
    {
      en: 'Enter a calendar address that starts with https:// or webcal://.',
      de: 'Geben Sie die Adresse eines Kalenders ein, die mit https:// oder webcal:// beginnt.',
    },
  ],
  [
    /must be after/,
    { en: 'The end must be after the start.', de: 'Das Ende muss nach dem Anfang liegen.' },
  ],
  [
    /lowercase letters, digits and single hyphens/,
    {
      en: 'Use up to 64 lowercase letters, digits and single hyphens, such as first-visit.',
      de: 'Verwenden Sie bis zu 64 Kleinbuchstaben, Ziffern und einzelne Bindestriche, zum Beispiel erster-besuch.',
    },
  ],
  [
    /path of another page/,
    { en: 'This link name is reserved.', de: 'Dieser Linkname ist reserviert.' },
  ],
  [
    /must be a single line of 1 to (\d+) characters/,
    {
      en: 'Enter 1 to $1 characters on one line.',
      de: 'Geben Sie 1 bis $1 Zeichen in einer Zeile ein.',
    },
  ],
  [
    /must be text of at most (\d+) characters/,
    { en: 'Enter at most $1 characters.', de: 'Geben Sie höchstens $1 Zeichen ein.' },
  ],
  [
    /must be a whole number of minutes from (\d+) to (\d+); longer with/,
    {
      en: 'Enter $1 to $2 minutes. More is possible if only the start and the end have to be within the hours.',
      de: 'Geben Sie $1 bis $2 Minuten ein. Mehr ist möglich, wenn nur Anfang und Ende in den Öffnungszeiten liegen müssen.',
    },
  ],
  [
    /must be a whole number of minutes from (\d+) to (\d+)/,
    { en: 'Enter $1 to $2 minutes.', de: 'Geben Sie $1 bis $2 Minuten ein.' },
  ],
  [
    /must be a whole number of days from (\d+) to (\d+)/,
    { en: 'Enter $1 to $2 days.', de: 'Geben Sie $1 bis $2 Tage ein.' },
  ],
  [
    /must be a whole number (?:of \w+ )?from (\d+) to (\d+)/,
    {
      en: 'Enter a whole number from $1 to $2.',
      de: 'Geben Sie eine ganze Zahl von $1 bis $2 ein.',
    },
  ],
  [
    /must be a time of day/,
    {
      en: 'Enter a time, such as 09:00.',
      de: 'Geben Sie eine Uhrzeit ein, zum Beispiel 09:00.',
    },
  ],
  [/IANA time zone/, { en: 'Choose a valid time zone.', de: 'Wählen Sie eine gültige Zeitzone.' }],
  [/must be a valid date/, { en: 'Enter a valid date.', de: 'Geben Sie ein gültiges Datum ein.' }],
  [
    /must be an RFC 3339 instant/,
    {
      en: 'Enter a valid date and time.',
      de: 'Geben Sie ein gültiges Datum und eine gültige Uhrzeit ein.',
    },
  ],
  [
    /not a public address/,
    {
      en: 'Enter an address that is publicly reachable.',
      de: 'Geben Sie eine öffentlich erreichbare Adresse ein.',
    },
  ],
  [
    /at most (\d+) entries/,
    { en: 'Add at most $1 entries.', de: 'Fügen Sie höchstens $1 Einträge hinzu.' },
  ],
  [
    /must be an origin/,
    {
      en: 'Enter addresses such as https://www.example.com, one per line.',
      de: 'Geben Sie Adressen wie https://www.example.com ein, eine pro Zeile.',
    },
  ],
  [
    /at most (\d+) origins/,
    { en: 'Enter at most $1 addresses.', de: 'Geben Sie höchstens $1 Adressen ein.' },
  ],
  [
    /https/,
    {
      en: 'Enter an address that starts with https://.',
      de: 'Geben Sie eine Adresse ein, die mit https:// beginnt.',
    },
  ],
]

const UNKNOWN: Readonly<Record<StaffLanguage, (server: string) => string>> = {
  en: (server) => `This value is not valid: ${server}.`,
  de: (server) => `Diese Angabe ist ungültig: ${server}.`,
}

/** The text for the server's message about a value; quotes a message that has none. */
export function inputMessage(server: string, language: StaffLanguage): string {
  for (const [pattern, text] of TEXTS) {
    const found = pattern.exec(server)
    if (found === null) continue
    return text[language].replaceAll(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? '')
  }
  return UNKNOWN[language](server.replace(/\.$/, ''))
}

/** Returns `inputMessage` in the reader's language. */
export function useInputMessage(): (server: string) => string {
  const { language } = useI18n()
  return (server) => inputMessage(server, staffLanguageOf(language))
}
