import { catalog } from '../shared/language.ts'

/** The texts of the booking page. */
export const bookingMessages = catalog({
  en: {
    openedTitle: 'Appointment',
    pageTitle: (what: string, who: string) => `${what} with ${who}`,
    confirmations: {
      hold: 'We hold your time while you enter your details.',
      instant: 'Confirmed immediately.',
      approval: 'Confirmed after the provider approves.',
    },
    withWhom: 'With whom?',
    noPreference: 'No preference',
    details: 'Your details',
    chosen: 'Your time',
    emailHint: "We'll send the confirmation and calendar invitation here.",
    confirm: 'Confirm booking',
    book: 'Book this time',
    request: 'Request this time',
    otherTime: 'Choose another time',
    timeLeft: (time: string) => `Held for you: ${time} left`,
    held: (minutes: number) =>
      `We're holding this time for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    minutesLeft: (minutes: number) =>
      `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left to confirm.`,
    secondsLeft: (seconds: number) => `${seconds} seconds left to confirm.`,
    stillHeld: (when: string) => `We're still holding ${when} for you.`,
    continue: 'Continue booking',
    expiredTitle: 'This time is no longer held',
    expired:
      'Your hold expired, so others could book this time. Your details are saved. Confirm to book it if it is still available, or choose another time.',
    holdAgain: 'Try this time again',
    takenTitle: (when: string) => `${when} was just taken`,
    taken: 'Someone just booked this time. These are still available:',
    withdrawnTitle: (when: string) => `${when} is no longer offered`,
    withdrawn: 'These times are available:',
    noAlternatives: 'Choose another time.',
    findingAlternatives: 'Looking for other times …',
    doneTitle: 'Booking confirmed',
    checkEmailTitle: 'Check your email',
    checkEmail: (email: string) =>
      `Open the link that we sent to ${email} to confirm this booking. We hold the time for a few minutes.`,
    requestedTitle: 'Request sent',
    done: (email: string) => `We'll send the confirmation to ${email}.`,
    requested: (email: string) => `We'll email ${email} when the provider responds.`,
    manage: 'Manage booking',
    manageHint:
      'You can view, reschedule or cancel your booking later. The link is also in your email.',
    bookAnother: 'Book another time',
  },
  de: {
    openedTitle: 'Termin',
    pageTitle: (what: string, who: string) => `${what} bei ${who}`,
    confirmations: {
      hold: 'Wir reservieren Ihre Zeit, während Sie Ihre Angaben machen.',
      instant: 'Sofort bestätigt.',
      approval: 'Bestätigt, sobald der Anbieter die Anfrage annimmt.',
    },
    withWhom: 'Bei wem?',
    noPreference: 'Keine Präferenz',
    details: 'Ihre Angaben',
    chosen: 'Ihre Zeit',
    emailHint: 'Dorthin senden wir die Bestätigung und die Kalendereinladung.',
    confirm: 'Buchung bestätigen',
    book: 'Diese Zeit buchen',
    request: 'Diese Zeit anfragen',
    otherTime: 'Andere Zeit wählen',
    timeLeft: (time: string) => `Für Sie reserviert: noch ${time}`,
    held: (minutes: number) =>
      `Diese Zeit ist ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} lang für Sie reserviert.`,
    minutesLeft: (minutes: number) =>
      `Noch ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} zum Bestätigen.`,
    secondsLeft: (seconds: number) => `Noch ${seconds} Sekunden zum Bestätigen.`,
    stillHeld: (when: string) => `${when} ist noch für Sie reserviert.`,
    continue: 'Buchung fortsetzen',
    expiredTitle: 'Diese Zeit ist nicht mehr reserviert',
    expired:
      'Ihre Reservierung ist abgelaufen, daher konnten andere diese Zeit buchen. Ihre Angaben sind gespeichert. Bestätigen Sie, um die Zeit zu buchen, falls sie noch frei ist, oder wählen Sie eine andere.',
    holdAgain: 'Zeit erneut reservieren',
    takenTitle: (when: string) => `${when} wurde gerade vergeben`,
    taken: 'Jemand hat diese Zeit gerade gebucht. Diese Zeiten sind noch frei:',
    withdrawnTitle: (when: string) => `${when} wird nicht mehr angeboten`,
    withdrawn: 'Diese Zeiten sind frei:',
    noAlternatives: 'Wählen Sie eine andere Zeit.',
    findingAlternatives: 'Andere Zeiten werden gesucht …',
    doneTitle: 'Buchung bestätigt',
    checkEmailTitle: 'Sehen Sie in Ihr Postfach',
    checkEmail: (email: string) =>
      `Öffnen Sie den Link, den wir an ${email} gesendet haben, um die Buchung zu bestätigen. Wir halten den Termin einige Minuten frei.`,
    requestedTitle: 'Anfrage gesendet',
    done: (email: string) => `Wir senden die Bestätigung an ${email}.`,
    requested: (email: string) => `Wir schreiben an ${email}, sobald der Anbieter antwortet.`,
    manage: 'Buchung verwalten',
    manageHint:
      'Sie können die Buchung später ansehen, verschieben oder absagen. Der Link steht auch in Ihrer E-Mail.',
    bookAnother: 'Weitere Zeit buchen',
  },
})
