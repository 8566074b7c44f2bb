import type { InputText } from './option-input-errors.ts'

/** The texts about stays and rate plans. */
export const STAY_TEXTS: readonly InputText[] = [
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
    /must be at most `maxNights`, which is (\d+)/,
    { en: 'Enter at most $1 nights.', de: 'Geben Sie höchstens $1 Nächte ein.' },
  ],
  [
    /must be at least `base` and `adults`/,
    {
      en: 'Enter at least as many as the price is for, and as adults.',
      de: 'Geben Sie mindestens so viele ein, wie der Preis gilt und Erwachsene möglich sind.',
    },
  ],
]
