import shared from '../../shared/languages/de.ts'
import type { StayTranslations } from '../translations.ts'

export default {
  ...shared,
  stay: {
    lead: (checkIn: string, checkOut: string) =>
      `Anreise ab ${checkIn}\u00a0Uhr, Abreise bis ${checkOut}\u00a0Uhr.`,
    minNights: (count: number) => (count === 1 ? '' : `Mindestens ${count} Nächte.`),
    maxNights: (count: number) => `Höchstens ${count === 1 ? '1 Nacht' : `${count} Nächte`}.`,
    chooseArrival: 'Wählen Sie den Tag der Anreise.',
    chooseDeparture: 'Wählen Sie den Tag der Abreise.',
    arrival: 'Anreise',
    departure: 'Abreise',
    length: 'Dauer',
    nights: (count: number) => (count === 1 ? '1 Nacht' : `${count} Nächte`),
    canArrive: 'Anreise möglich',
    canLeave: (nights: number) => `Abreise möglich, ${nights} ${nights === 1 ? 'Nacht' : 'Nächte'}`,
    inStay: 'Teil Ihres Aufenthalts',
    taken: 'belegt',
    closed: 'geschlossen',
    notPossible: 'nicht möglich',
    details: 'Ihre Angaben',
    emailHint: 'Dorthin senden wir die Bestätigung und die Kalendereinladung.',
    book: 'Aufenthalt buchen',
    startOver: 'Andere Tage wählen',
    takenTitle: 'Einige Nächte wurden gerade vergeben',
    nightsTaken: (nights: string) => `Belegt: ${nights}. Wählen Sie andere Tage.`,
    ruleTitle: 'Diese Tage lassen sich nicht buchen',
    rule: 'Die Buchungsregeln wurden geändert. Wählen Sie andere Tage.',
    doneTitle: 'Aufenthalt gebucht',
    done: (name: string, email: string) =>
      `Gebucht für ${name}. Wir senden die Bestätigung an ${email}.`,
    manage: 'Aufenthalt verwalten',
    manageHint:
      'Sie können den Aufenthalt später ansehen, verschieben oder absagen. Der Link steht auch in Ihrer E-Mail.',
    another: 'Weiteren Aufenthalt buchen',
    pageTitle: (name: string) => `Aufenthalt: ${name}`,
  },
} satisfies StayTranslations
