import type { InputText } from './option-input-errors.ts'

/** The texts about stays and rate plans. */
export const STAY_TEXTS: readonly InputText[] = [
  [
    /must be the `url` of an uploaded photo, or an https address/,
    {
      en: 'Enter an address that begins with https://, such as https://example.com/room.jpg.',
      de: 'Geben Sie eine Adresse ein, die mit https:// beginnt, zum Beispiel https://example.com/zimmer.jpg.',
    },
  ],
  [
    /is no uploaded photo of this account/,
    {
      en: 'This photo was removed because it was not saved within a day. Remove it here and upload it again.',
      de: 'Dieses Foto wurde entfernt, weil es nicht innerhalb eines Tages gespeichert wurde. Entfernen Sie es hier, und laden Sie es noch einmal hoch.',
    },
  ],
  [
    /has a date in common with rule/,
    {
      en: 'Another one shares a date with this one. Change the dates or the weekdays.',
      de: 'Ein anderer Eintrag hat einen Tag mit diesem gemeinsam. Ändern Sie die Daten oder die Wochentage.',
    },
  ],
  [
    /must be after `from`, which is (\S+)/,
    { en: 'Enter a date after $1.', de: 'Geben Sie ein Datum nach $1 ein.' },
  ],
  [
    /asks for (\d+) units, and a pool has at most (\d+)/,
    {
      en: 'The property has $1 units. Choose at most $2 of them.',
      de: 'Die Unterkunft hat $1 Einheiten. Wählen Sie höchstens $2 davon.',
    },
  ],
  [
    /must be at most `maxNights`, which is (\d+)/,
    { en: 'Enter at most $1 nights.', de: 'Geben Sie höchstens $1 Nächte ein.' },
  ],
  [
    /must be at least `base` and `adults`/,
    {
      en: 'Enter at least the number of adults, and of people that the price is for.',
      de: 'Geben Sie mindestens die Zahl der Erwachsenen ein, und die der Personen, für die der Preis gilt.',
    },
  ],
]
