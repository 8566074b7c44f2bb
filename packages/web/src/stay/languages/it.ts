import shared from '../../shared/languages/it.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { StayTranslations } from '../translations.ts'

const plural = pluralsOf('it')

export default {
  ...shared,
  stay: {
    lead: (checkIn, checkOut) => `Check-in dalle ${checkIn}, check-out entro le ${checkOut}.`,
    minNights: (count) => plural(count, { 1: '', other: 'Soggiorno minimo: # notti.' }),
    maxNights: (count) =>
      `Soggiorno massimo: ${plural(count, { one: '# notte', other: '# notti' })}.`,
    chooseArrival: 'Scelga la data di arrivo.',
    chooseDeparture: 'Scelga la data di partenza.',
    arrival: 'Arrivo',
    departure: 'Partenza',
    length: 'Durata del soggiorno',
    nights: (count) => plural(count, { one: '# notte', other: '# notti' }),
    canArrive: 'arrivo possibile',
    canLeave: (nights) =>
      `partenza possibile, ${plural(nights, { one: '# notte', other: '# notti' })}`,
    inStay: 'compreso nel Suo soggiorno',
    taken: 'occupato',
    closed: 'chiuso',
    notPossible: 'non disponibile',
    details: 'I Suoi dati',
    emailHint: 'Qui Le invieremo la conferma e l’invito di calendario.',
    book: 'Prenota il soggiorno',
    startOver: 'Scegli altre date',
    takenTitle: 'Alcune notti sono state appena occupate',
    nightsTaken: (nights) => `Occupate: ${nights}. Scelga altre date.`,
    ruleTitle: 'Queste date non si possono prenotare',
    rule: 'Le condizioni di prenotazione sono cambiate. Scelga altre date.',
    doneTitle: 'Soggiorno prenotato',
    done: (name, email) => `Prenotato per ${name}. Invieremo la conferma a ${email}.`,
    manage: 'Gestisci il soggiorno',
    manageHint:
      'In seguito potrà vedere, spostare o annullare il soggiorno. Il link si trova anche nella Sua e-mail.',
    another: 'Prenota un altro soggiorno',
    pageTitle: (name) => `Soggiorno: ${name}`,
  },
} satisfies StayTranslations
