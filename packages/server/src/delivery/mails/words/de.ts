import { nightsIn } from './nights-in.ts'
import type { StayWords, Words } from './wording.ts'

/** Emails about bookings in German. */
export const GERMAN: Words = {
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
    where: 'Wo',
    previousTime: 'Bisher',
    agreedTime: 'Vereinbart',
    with: 'Bei',
    bookedBy: 'Gebucht von',
    note: 'Nachricht',
    reason: 'Grund',
    answerBy: 'Antwort bis',
    alsoBooked: 'Außerdem gebucht',
  },
  othersStay: 'Die anderen Termine, die Sie gleichzeitig gebucht haben, bleiben unverändert.',
  providerGone: 'Hier sind keine Termine mehr möglich.',
  serviceGone: 'Diese Termine werden nicht mehr angeboten.',
  receivedBecause: {
    booker: (name) =>
      `Sie erhalten diese E-Mail, weil mit dieser Adresse bei ${name} gebucht wurde.`,
    guest: (name) =>
      `Sie erhalten diese E-Mail, weil Sie zu einem Termin bei ${name} eingeladen wurden.`,
    staff: (name) => `Sie erhalten diese E-Mail, weil Sie für ${name} arbeiten.`,
  },
  linkFollows: 'Den Link zur Teilnahme schicken wir per E-Mail.',
  links: {
    join: 'Teilnehmen',
    confirm: 'Buchung bestätigen',
    manage: 'Ansehen, verschieben oder absagen',
    view: 'Buchung ansehen',
    approve: 'Annehmen',
    decline: 'Ablehnen',
    open: 'Im Dashboard öffnen',
    addToCalendar: 'Zum Kalender hinzufügen',
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
    relocated: {
      subject: (title) => `Neuer Ort: ${title}`,
      lead: 'Diese Buchung findet jetzt an einem anderen Ort statt.',
    },
    linkReady: {
      subject: (title) => `Link zur Teilnahme: ${title}`,
      lead: 'Mit diesem Link nehmen Sie teil.',
    },
    invited: {
      subject: (title) => `Einladung: ${title}`,
      lead: 'Sie sind zu diesem Termin eingeladen.',
    },
    uninvited: {
      subject: (title) => `Abgesagt: ${title}`,
      lead: 'Sie sind zu diesem Termin nicht mehr eingeladen.',
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

/** Emails about stays in German. */
export const GERMAN_STAYS: StayWords = {
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
  length: 'Nächte',
  nights: nightsIn('de-DE', { one: '# Nacht', other: '# Nächte' }),
  bookingMessages: {
    emailProofNeeded: {
      lead: 'Öffnen Sie den Link, um die Buchung zu bestätigen. Wir halten die Nächte einige Minuten frei. Falls Sie nicht gebucht haben, ignorieren Sie diese E-Mail.',
    },
    rescheduled: {
      subject: (title) => `Neuer Zeitraum: ${title}`,
      lead: 'Der Zeitraum dieses Aufenthalts hat sich geändert.',
    },
    invited: { lead: 'Sie sind zu diesem Aufenthalt eingeladen.' },
    uninvited: { lead: 'Sie sind zu diesem Aufenthalt nicht mehr eingeladen.' },
    requestExpired: {
      lead: 'Diese Anfrage ist abgelaufen, weil sie nicht rechtzeitig beantwortet wurde. Die Nächte sind wieder frei.',
    },
  },
  messages: {
    'stay.created': { subject: 'Bestätigt', lead: 'Ihr Aufenthalt ist gebucht.' },
    'stay.updated': {
      subject: 'Neuer Zeitraum',
      lead: 'Der Zeitraum Ihres Aufenthalts hat sich geändert.',
    },
    'stay.deleted': { subject: 'Abgesagt', lead: 'Ihr Aufenthalt wurde abgesagt.' },
  },
}
