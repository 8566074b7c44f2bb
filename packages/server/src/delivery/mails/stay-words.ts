import type { MailLanguage } from './words.ts'

/** The texts of emails about stays in one language. */
export interface StayWords {
  /** The locale of dates (BCP 47). */
  readonly locale: string
  /** The title of a stay. */
  readonly title: (calendarName: string) => string
  readonly arrival: string
  readonly departure: string
  /** The earliest check-in, an hour such as `15:00`. */
  readonly from: (hour: string) => string
  /** The latest check-out, an hour such as `11:00`. */
  readonly until: (hour: string) => string
  readonly what: string
  readonly previousDates: string
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
  previousDates: 'Previous dates',
  days: (arrival, departure) => `${arrival} to ${departure}`,
  link: 'View, move or cancel',
  messages: {
    'stay.created': { subject: 'Confirmed', lead: 'Your stay is booked.' },
    'stay.updated': { subject: 'New dates', lead: 'The dates of your stay have changed.' },
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
  previousDates: 'Bisher',
  days: (arrival, departure) => `${arrival} bis ${departure}`,
  link: 'Ansehen, verschieben oder absagen',
  messages: {
    'stay.created': { subject: 'Bestätigt', lead: 'Ihr Aufenthalt ist gebucht.' },
    'stay.updated': {
      subject: 'Neuer Zeitraum',
      lead: 'Der Zeitraum Ihres Aufenthalts hat sich geändert.',
    },
    'stay.deleted': { subject: 'Abgesagt', lead: 'Ihr Aufenthalt wurde abgesagt.' },
  },
}

/** The texts of emails about stays, by language. */
export const STAY_WORDS: Readonly<Record<MailLanguage, StayWords>> = { en: ENGLISH, de: GERMAN }
