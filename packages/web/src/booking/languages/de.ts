import shared from '../../shared/languages/de.ts'
import type { BookingTranslations } from '../translations.ts'

export default {
  ...shared,
  booking: {
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
} satisfies BookingTranslations
