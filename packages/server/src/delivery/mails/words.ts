/** The languages of emails. */
export type MailLanguage = 'en' | 'de'

/** The kinds of emails about bookings. */
export type Message =
  | 'emailProofNeeded'
  | 'requested'
  | 'approvalNeeded'
  | 'confirmed'
  | 'newBooking'
  | 'rescheduled'
  | 'reassigned'
  | 'teamChanged'
  | 'withdrawn'
  | 'clocksChanged'
  | 'timeConflict'
  | 'cancelled'
  | 'requestExpired'
  | 'reminder'
  | 'thankYou'
  | 'noShow'

/** The texts of emails about bookings in one language. */
export interface Words {
  readonly language: MailLanguage
  /** The locale of dates and times (BCP 47). */
  readonly locale: string
  /** The title of a booking, from the event type's title if there is one. */
  readonly title: (title: string | undefined, providerName: string) => string
  /** Two names. */
  readonly and: (first: string, second: string) => string
  /** A name, and how many people more. */
  readonly andMore: (first: string, count: number) => string
  /** Says to a booker whom and what the booking takes now. */
  readonly nowWith: (names: string) => string
  /** A time of day within a sentence. */
  readonly clock: (time: string) => string
  /** The labels of the table. */
  readonly rows: {
    readonly what: string
    readonly when: string
    readonly previousTime: string
    readonly agreedTime: string
    readonly with: string
    readonly bookedBy: string
    readonly note: string
    readonly reason: string
    readonly answerBy: string
  }
  /** Why the server cancelled a booking whose provider was deleted. */
  readonly providerGone: string
  /** The same, if its event type was deleted. */
  readonly serviceGone: string
  readonly links: {
    readonly confirm: string
    readonly manage: string
    readonly view: string
    readonly approve: string
    readonly decline: string
    readonly open: string
  }
  readonly messages: {
    readonly [Name in Message]: {
      readonly subject: (title: string) => string
      /** Absent if `nowWith` says it. */
      readonly lead?: string
    }
  }
}

const ENGLISH: Words = {
  language: 'en',
  locale: 'en-GB',
  title: (title, providerName) => `${title ?? 'Appointment'} with ${providerName}`,
  and: (first, second) => `${first} and ${second}`,
  andMore: (first, count) => `${first} and ${count} more`,
  nowWith: (names) => `Your booking is now with ${names}.`,
  clock: (time) => time,
  rows: {
    what: 'What',
    when: 'When',
    previousTime: 'Previous time',
    agreedTime: 'Agreed time',
    with: 'With',
    bookedBy: 'Booked by',
    note: 'Note',
    reason: 'Reason',
    answerBy: 'Answer by',
  },
  providerGone: 'The provider is no longer available.',
  serviceGone: 'This service is no longer available.',
  links: {
    confirm: 'Confirm booking',
    manage: 'View, reschedule or cancel',
    view: 'View booking',
    approve: 'Approve',
    decline: 'Decline',
    open: 'Open in the dashboard',
  },
  messages: {
    emailProofNeeded: {
      subject: (title) => `Please confirm: ${title}`,
      lead: 'Open the link to confirm this booking. We hold the time for a few minutes. If you did not ask for it, ignore this email.',
    },
    requested: {
      subject: (title) => `Request received: ${title}`,
      lead: "We received your request. We'll email you when it is answered.",
    },
    approvalNeeded: {
      subject: (title) => `Approval needed: ${title}`,
      lead: 'A booking request is waiting for your approval.',
    },
    confirmed: {
      subject: (title) => `Confirmed: ${title}`,
      lead: 'Your booking is confirmed.',
    },
    newBooking: {
      subject: (title) => `New booking: ${title}`,
      lead: 'You have a new booking.',
    },
    rescheduled: {
      subject: (title) => `New time: ${title}`,
      lead: 'This booking has a new time.',
    },
    reassigned: {
      subject: (title) => `Updated: ${title}`,
    },
    teamChanged: {
      subject: (title) => `Updated: ${title}`,
      lead: 'The people or rooms of this booking changed. The time stays the same.',
    },
    withdrawn: {
      subject: (title) => `Reassigned: ${title}`,
      lead: 'This booking was given to someone else. You no longer take part.',
    },
    clocksChanged: {
      subject: (title) => `Clock change: ${title}`,
      lead: 'The law on clock changes was amended where this booking takes place. The local time there stays as agreed. Please update your calendar.',
    },
    timeConflict: {
      subject: (title) => `Reschedule needed: ${title}`,
      lead: 'The law on clock changes in your time zone was amended. This booking cannot keep its agreed local time, because that time is taken. Please reschedule or cancel it.',
    },
    cancelled: {
      subject: (title) => `Cancelled: ${title}`,
      lead: 'This booking was cancelled.',
    },
    requestExpired: {
      subject: (title) => `Expired: ${title}`,
      lead: 'This request expired because it was not answered in time. The time is available again.',
    },
    reminder: {
      subject: (title) => `Reminder: ${title}`,
      lead: 'Your booking is coming up.',
    },
    thankYou: {
      subject: (title) => `Thank you: ${title}`,
      lead: 'Thank you for your visit. We hope to see you again.',
    },
    noShow: {
      subject: (title) => `We missed you: ${title}`,
      lead: 'We were expecting you, but you were not there. You can book a new time whenever you like.',
    },
  },
}

const GERMAN: Words = {
  language: 'de',
  locale: 'de-DE',
  title: (title, providerName) => `${title ?? 'Termin'} bei ${providerName}`,
  and: (first, second) => `${first} und ${second}`,
  andMore: (first, count) => `${first} und ${count} weitere`,
  nowWith: (names) => `Ihre Buchung ist jetzt bei ${names}.`,
  clock: (time) => `${time} Uhr`,
  rows: {
    what: 'Was',
    when: 'Wann',
    previousTime: 'Bisher',
    agreedTime: 'Vereinbart',
    with: 'Bei',
    bookedBy: 'Gebucht von',
    note: 'Nachricht',
    reason: 'Grund',
    answerBy: 'Antwort bis',
  },
  providerGone: 'Hier sind keine Termine mehr möglich.',
  serviceGone: 'Diese Termine werden nicht mehr angeboten.',
  links: {
    confirm: 'Buchung bestätigen',
    manage: 'Ansehen, verschieben oder absagen',
    view: 'Buchung ansehen',
    approve: 'Annehmen',
    decline: 'Ablehnen',
    open: 'Im Dashboard öffnen',
  },
  messages: {
    emailProofNeeded: {
      subject: (title) => `Bitte bestätigen: ${title}`,
      lead: 'Öffnen Sie den Link, um die Buchung zu bestätigen. Wir halten den Termin einige Minuten frei. Falls Sie nicht gebucht haben, ignorieren Sie diese E-Mail.',
    },
    requested: {
      subject: (title) => `Anfrage erhalten: ${title}`,
      lead: 'Wir haben Ihre Anfrage erhalten. Wir schreiben Ihnen, sobald sie beantwortet ist.',
    },
    approvalNeeded: {
      subject: (title) => `Zusage erforderlich: ${title}`,
      lead: 'Eine Buchungsanfrage wartet auf Ihre Zusage.',
    },
    confirmed: {
      subject: (title) => `Bestätigt: ${title}`,
      lead: 'Ihre Buchung ist bestätigt.',
    },
    newBooking: {
      subject: (title) => `Neue Buchung: ${title}`,
      lead: 'Sie haben eine neue Buchung.',
    },
    rescheduled: {
      subject: (title) => `Neue Zeit: ${title}`,
      lead: 'Diese Buchung wurde verschoben.',
    },
    reassigned: {
      subject: (title) => `Geändert: ${title}`,
    },
    teamChanged: {
      subject: (title) => `Geändert: ${title}`,
      lead: 'Die Personen oder Räume dieser Buchung haben sich geändert. Die Zeit bleibt gleich.',
    },
    withdrawn: {
      subject: (title) => `Abgegeben: ${title}`,
      lead: 'Diese Buchung übernimmt jemand anderes. Sie nehmen nicht mehr teil.',
    },
    clocksChanged: {
      subject: (title) => `Zeitumstellung: ${title}`,
      lead: 'Am Ort dieser Buchung gelten neue Regeln für die Zeitumstellung. Die vereinbarte Ortszeit bleibt. Bitte aktualisieren Sie Ihren Kalender.',
    },
    timeConflict: {
      subject: (title) => `Bitte verschieben: ${title}`,
      lead: 'In Ihrer Zeitzone gelten neue Regeln für die Zeitumstellung. Diese Buchung kann ihre vereinbarte Ortszeit nicht behalten, weil die Zeit belegt ist. Bitte verschieben Sie sie oder sagen Sie sie ab.',
    },
    cancelled: {
      subject: (title) => `Abgesagt: ${title}`,
      lead: 'Diese Buchung wurde abgesagt.',
    },
    requestExpired: {
      subject: (title) => `Abgelaufen: ${title}`,
      lead: 'Diese Anfrage ist abgelaufen, weil sie nicht rechtzeitig beantwortet wurde. Die Zeit ist wieder frei.',
    },
    reminder: {
      subject: (title) => `Erinnerung: ${title}`,
      lead: 'Wir erinnern Sie an Ihre Buchung.',
    },
    thankYou: {
      subject: (title) => `Vielen Dank: ${title}`,
      lead: 'Vielen Dank für Ihren Besuch. Wir freuen uns auf ein Wiedersehen.',
    },
    noShow: {
      subject: (title) => `Wir haben Sie vermisst: ${title}`,
      lead: 'Wir haben Sie erwartet, aber Sie waren nicht da. Sie können jederzeit eine neue Zeit buchen.',
    },
  },
}

/** The texts of emails about bookings, by language. */
export const WORDS: Readonly<Record<MailLanguage, Words>> = { en: ENGLISH, de: GERMAN }

/** The language of emails for a reader's locale (BCP 47). English if there is no locale or translation. */
export const mailLanguageOf = (locale: string | undefined): MailLanguage =>
  locale !== undefined && /^de(?:-|$)/i.test(locale) ? 'de' : 'en'
