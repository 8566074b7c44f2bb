import { catalog } from '../../shared/language.ts'

/** The texts of when a requirement is needed. */
export const spanMessages = catalog({
  en: {
    needed: 'Needed',
    whole: 'All the time',
    parts: 'In parts of the booking',
    partsHint: 'Between its parts, others can book whoever serves the requirement.',
    part: (number: number) => `Part ${number}`,
    from: 'Minutes from the start',
    lasts: 'Minutes it takes',
    what: 'What is done',
    addPart: 'Add part',
    removePart: (number: number) => `Remove part ${number}`,
    remove: 'Remove',
    before: 'Minutes free before',
    after: 'Minutes free after',
    asBooking: 'As the event type',
    follows: (minutes: number) =>
      `A booking lasts ${minutes} minutes. This follows from the parts of its requirements.`,
  },
  de: {
    needed: 'Wird gebraucht',
    whole: 'Die ganze Zeit',
    parts: 'In Teilen der Buchung',
    partsHint: 'Zwischen den Teilen können andere buchen, wer die Anforderung erfüllt.',
    part: (number: number) => `Teil ${number}`,
    from: 'Minuten ab Beginn',
    lasts: 'Dauer in Minuten',
    what: 'Was geschieht',
    addPart: 'Teil hinzufügen',
    removePart: (number: number) => `Teil ${number} entfernen`,
    remove: 'Entfernen',
    before: 'Minuten frei davor',
    after: 'Minuten frei danach',
    asBooking: 'Wie die Terminart',
    follows: (minutes: number) =>
      `Eine Buchung dauert ${minutes} Minuten. Das folgt aus den Teilen ihrer Anforderungen.`,
  },
})
