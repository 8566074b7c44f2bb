import { catalog } from '../../shared/language.ts'

/** The texts of when a requirement is needed. */
export const spanMessages = catalog({
  en: {
    needed: 'Needed',
    whole: 'All the time',
    parts: 'In parts of the booking',
    partsHint: 'Between its parts, others can book whoever serves the requirement.',
    part: (number: number) => `Part ${number}`,
    day: 'Day',
    from: 'Minutes from the start',
    fromOfDay: 'Minutes after the time of the start',
    lasts: 'Minutes it takes',
    what: 'What is done',
    addPart: 'Add part',
    addDay: 'Same time next day',
    removePart: (number: number) => `Remove part ${number}`,
    remove: 'Remove',
    before: 'Minutes free before',
    after: 'Minutes free after',
    asBooking: 'As the event type',
    follows: (minutes: number) =>
      `A booking lasts ${minutes} minutes. This follows from the parts of its requirements.`,
    followsDays: (days: number) =>
      `A booking lasts ${days} days. This follows from the parts of its requirements.`,
  },
  de: {
    needed: 'Wird gebraucht',
    whole: 'Die ganze Zeit',
    parts: 'In Teilen der Buchung',
    partsHint: 'Zwischen den Teilen können andere buchen, wer die Anforderung erfüllt.',
    part: (number: number) => `Teil ${number}`,
    day: 'Tag',
    from: 'Minuten ab Beginn',
    fromOfDay: 'Minuten nach der Uhrzeit des Starts',
    lasts: 'Dauer in Minuten',
    what: 'Was geschieht',
    addPart: 'Teil hinzufügen',
    addDay: 'Gleiche Zeit am nächsten Tag',
    removePart: (number: number) => `Teil ${number} entfernen`,
    remove: 'Entfernen',
    before: 'Minuten frei davor',
    after: 'Minuten frei danach',
    asBooking: 'Wie die Terminart',
    follows: (minutes: number) =>
      `Eine Buchung dauert ${minutes} Minuten. Das folgt aus den Teilen ihrer Anforderungen.`,
    followsDays: (days: number) =>
      `Eine Buchung dauert ${days} Tage. Das folgt aus den Teilen ihrer Anforderungen.`,
  },
})
