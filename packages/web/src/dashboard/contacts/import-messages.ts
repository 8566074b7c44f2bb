import { catalog } from '../../shared/language.ts'

/** The texts of files of contacts. */
export const importMessages = catalog({
  en: {
    open: 'Import',
    download: 'Download',
    title: 'Import contacts',
    lead: 'Choose a CSV file. You see what would be imported before anything is saved.',
    file: 'CSV file',
    hint: 'In UTF-8, with the columns name, email and phone in the first line.',
    working: 'Reading the file …',
    would: (count: number) =>
      count === 1 ? '1 new contact in this file' : `${count} new contacts in this file`,
    existing: (count: number) =>
      count === 1
        ? '1 row is of a person who is a contact already. It changes nothing.'
        : `${count} rows are of people who are contacts already. They change nothing.`,
    ignored: (columns: string) => `Columns that are not read: ${columns}`,
    skipped: (count: number) =>
      count === 1 ? '1 row cannot be imported:' : `${count} rows cannot be imported:`,
    more: (count: number) => `… and ${count} more.`,
    line: (line: number, why: string) => `Line ${line}: ${why}`,
    reasons: {
      no_email_or_phone: 'There is no email address and no phone number.',
      duplicate: 'The same person is in an earlier line.',
    },
    columns: { name: 'Name', email: 'Email', phone: 'Phone' },
    send: (count: number) =>
      count === 0 ? 'Import' : count === 1 ? 'Import 1 contact' : `Import ${count} contacts`,
    done: (count: number) => (count === 1 ? '1 contact imported' : `${count} contacts imported`),
  },
  de: {
    open: 'Importieren',
    download: 'Herunterladen',
    title: 'Kontakte importieren',
    lead: 'Wählen Sie eine CSV-Datei. Sie sehen, was importiert würde, bevor etwas gespeichert wird.',
    file: 'CSV-Datei',
    hint: 'In UTF-8, mit den Spalten name, email und phone in der ersten Zeile.',
    working: 'Die Datei wird gelesen …',
    would: (count: number) =>
      count === 1 ? '1 neuer Kontakt in dieser Datei' : `${count} neue Kontakte in dieser Datei`,
    existing: (count: number) =>
      count === 1
        ? '1 Zeile gehört zu einer Person, die schon ein Kontakt ist. Sie ändert nichts.'
        : `${count} Zeilen gehören zu Personen, die schon Kontakte sind. Sie ändern nichts.`,
    ignored: (columns: string) => `Nicht gelesene Spalten: ${columns}`,
    skipped: (count: number) =>
      count === 1
        ? '1 Zeile kann nicht importiert werden:'
        : `${count} Zeilen können nicht importiert werden:`,
    more: (count: number) => `… und ${count} weitere.`,
    line: (line: number, why: string) => `Zeile ${line}: ${why}`,
    reasons: {
      no_email_or_phone: 'E-Mail-Adresse und Telefonnummer fehlen.',
      duplicate: 'Dieselbe Person steht in einer früheren Zeile.',
    },
    columns: { name: 'Name', email: 'E-Mail', phone: 'Telefon' },
    send: (count: number) =>
      count === 0
        ? 'Importieren'
        : count === 1
          ? '1 Kontakt importieren'
          : `${count} Kontakte importieren`,
    done: (count: number) =>
      count === 1 ? '1 Kontakt importiert' : `${count} Kontakte importiert`,
  },
})
