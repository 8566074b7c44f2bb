/** The languages that mails are written in. */
export type MailLanguage = 'en' | 'de'

/** What mails about bookings tell. */
export type Message =
  | 'requested'
  | 'toApprove'
  | 'confirmed'
  | 'newBooking'
  | 'moved'
  | 'cancelled'
  | 'unanswered'
  | 'lapsed'
  | 'reminder'

/** The words of mails in one language. */
export interface Words {
  /** The locale of dates and times (BCP 47). */
  readonly locale: string
  /** What is booked, by its own title or, where it has none, by who gives it. */
  readonly title: (title: string | undefined, providerName: string) => string
  /** A time of day, as it stands in a sentence. */
  readonly clock: (time: string) => string
  readonly rows: {
    readonly what: string
    readonly when: string
    readonly before: string
    readonly with: string
    readonly who: string
    readonly note: string
    readonly reason: string
    readonly answerBy: string
  }
  readonly links: {
    readonly manage: string
    readonly see: string
    readonly answer: string
  }
  readonly messages: {
    readonly [Name in Message]: {
      readonly subject: (title: string) => string
      readonly lead: string
    }
  }
}

const ENGLISH: Words = {
  locale: 'en-GB',
  title: (title, providerName) => `${title ?? 'Appointment'} with ${providerName}`,
  clock: (time) => time,
  rows: {
    what: 'What',
    when: 'When',
    before: 'Before',
    with: 'With',
    who: 'Who',
    note: 'Note',
    reason: 'Reason',
    answerBy: 'Answer by',
  },
  links: {
    manage: 'See, move or cancel it',
    see: 'See it',
    answer: 'Approve or decline it',
  },
  messages: {
    requested: {
      subject: (title) => `Request received: ${title}`,
      lead: 'Your request was received. You will hear as soon as it is approved.',
    },
    toApprove: {
      subject: (title) => `Please approve: ${title}`,
      lead: 'A booking waits for your approval.',
    },
    confirmed: {
      subject: (title) => `Confirmed: ${title}`,
      lead: 'Your booking is confirmed.',
    },
    newBooking: {
      subject: (title) => `New booking: ${title}`,
      lead: 'You have a new booking.',
    },
    moved: {
      subject: (title) => `New time: ${title}`,
      lead: 'The booking was moved to a new time.',
    },
    cancelled: {
      subject: (title) => `Cancelled: ${title}`,
      lead: 'The booking was cancelled.',
    },
    unanswered: {
      subject: (title) => `Expired: ${title}`,
      lead: 'The request was not answered in time and has expired. The time is free again.',
    },
    lapsed: {
      subject: (title) => `Expired: ${title}`,
      lead: 'The booking was not confirmed in time. The time is free again.',
    },
    reminder: {
      subject: (title) => `Reminder: ${title}`,
      lead: 'This is a reminder of your booking.',
    },
  },
}

const GERMAN: Words = {
  locale: 'de-DE',
  title: (title, providerName) => `${title ?? 'Termin'} bei ${providerName}`,
  clock: (time) => `${time} Uhr`,
  rows: {
    what: 'Was',
    when: 'Wann',
    before: 'Vorher',
    with: 'Bei',
    who: 'Wer',
    note: 'Nachricht',
    reason: 'Grund',
    answerBy: 'Antwort bis',
  },
  links: {
    manage: 'Ansehen, verschieben oder absagen',
    see: 'Ansehen',
    answer: 'Annehmen oder ablehnen',
  },
  messages: {
    requested: {
      subject: (title) => `Anfrage erhalten: ${title}`,
      lead: 'Ihre Anfrage ist angekommen. Sie hören von uns, sobald sie angenommen ist.',
    },
    toApprove: {
      subject: (title) => `Bitte annehmen: ${title}`,
      lead: 'Eine Buchung wartet auf Ihre Zusage.',
    },
    confirmed: {
      subject: (title) => `Bestätigt: ${title}`,
      lead: 'Ihre Buchung ist bestätigt.',
    },
    newBooking: {
      subject: (title) => `Neue Buchung: ${title}`,
      lead: 'Sie haben eine neue Buchung.',
    },
    moved: {
      subject: (title) => `Neue Zeit: ${title}`,
      lead: 'Die Buchung wurde auf eine neue Zeit verschoben.',
    },
    cancelled: {
      subject: (title) => `Abgesagt: ${title}`,
      lead: 'Die Buchung wurde abgesagt.',
    },
    unanswered: {
      subject: (title) => `Verfallen: ${title}`,
      lead: 'Die Anfrage wurde nicht rechtzeitig beantwortet und ist verfallen. Die Zeit ist wieder frei.',
    },
    lapsed: {
      subject: (title) => `Verfallen: ${title}`,
      lead: 'Die Buchung wurde nicht rechtzeitig bestätigt. Die Zeit ist wieder frei.',
    },
    reminder: {
      subject: (title) => `Erinnerung: ${title}`,
      lead: 'Dies ist eine Erinnerung an Ihre Buchung.',
    },
  },
}

/** The words of mails, by language. */
export const WORDS: Readonly<Record<MailLanguage, Words>> = { en: ENGLISH, de: GERMAN }

/** The language of mails to a reader of a locale (BCP 47): English where there is none of theirs. */
export const mailLanguageOf = (locale: string | undefined): MailLanguage =>
  locale !== undefined && /^de(?:-|$)/i.test(locale) ? 'de' : 'en'
