import type { MailLanguage } from './words.ts'

/** The words of mails about stays in one language. */
export interface StayWords {
  /** The locale of dates (BCP 47). */
  readonly locale: string
  /** What was taken. */
  readonly title: (calendarName: string) => string
  readonly arrival: string
  readonly departure: string
  /** From when on, and until when, an hour such as `15:00` in a zone. */
  readonly from: (hour: string) => string
  readonly until: (hour: string) => string
  readonly what: string
  readonly before: string
  /** From one day to another. */
  readonly days: (arrival: string, departure: string) => string
  readonly link: string
  readonly messages: Readonly<
    Record<
      'stay.created' | 'stay.updated' | 'stay.deleted',
      { readonly subject: string; readonly lead: string }
    >
  >
}

const ENGLISH: StayWords = {
  locale: 'en-GB',
  title: (calendarName) => `Stay at ${calendarName}`,
  arrival: 'Arrival',
  departure: 'Departure',
  from: (hour) => `from ${hour}`,
  until: (hour) => `by ${hour}`,
  what: 'What',
  before: 'Before',
  days: (arrival, departure) => `${arrival} to ${departure}`,
  link: 'See or cancel it',
  messages: {
    'stay.created': { subject: 'Confirmed', lead: 'Your stay is booked.' },
    'stay.updated': { subject: 'New dates', lead: 'Your stay was moved to other dates.' },
    'stay.deleted': { subject: 'Cancelled', lead: 'Your stay was cancelled.' },
  },
}

const GERMAN: StayWords = {
  locale: 'de-DE',
  title: (calendarName) => `Aufenthalt: ${calendarName}`,
  arrival: 'Anreise',
  departure: 'Abreise',
  from: (hour) => `ab ${hour} Uhr`,
  until: (hour) => `bis ${hour} Uhr`,
  what: 'Was',
  before: 'Vorher',
  days: (arrival, departure) => `${arrival} bis ${departure}`,
  link: 'Ansehen oder absagen',
  messages: {
    'stay.created': { subject: 'Bestätigt', lead: 'Ihr Aufenthalt ist gebucht.' },
    'stay.updated': {
      subject: 'Neue Daten',
      lead: 'Ihr Aufenthalt wurde auf andere Tage verschoben.',
    },
    'stay.deleted': { subject: 'Abgesagt', lead: 'Ihr Aufenthalt wurde abgesagt.' },
  },
}

/** The words of mails about stays, by language. */
export const STAY_WORDS: Readonly<Record<MailLanguage, StayWords>> = { en: ENGLISH, de: GERMAN }
