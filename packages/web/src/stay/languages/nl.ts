import shared from '../../shared/languages/nl.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { StayTranslations } from '../translations.ts'

const plural = pluralsOf('nl')

export default {
  ...shared,
  stay: {
    lead: (checkIn, checkOut) =>
      `Inchecken vanaf ${checkIn} uur, uitchecken uiterlijk ${checkOut} uur.`,
    minNights: (count) => plural(count, { 1: '', other: 'Minimaal verblijf: # nachten.' }),
    maxNights: (count) =>
      `Maximaal verblijf: ${plural(count, { one: '# nacht', other: '# nachten' })}.`,
    chooseArrival: 'Kies uw aankomstdatum.',
    chooseDeparture: 'Kies uw vertrekdatum.',
    arrival: 'Aankomst',
    departure: 'Vertrek',
    length: 'Duur van het verblijf',
    nights: (count) => plural(count, { one: '# nacht', other: '# nachten' }),
    canArrive: 'aankomst mogelijk',
    canLeave: (nights) =>
      `vertrek mogelijk, ${plural(nights, { one: '# nacht', other: '# nachten' })}`,
    inStay: 'onderdeel van uw verblijf',
    taken: 'bezet',
    closed: 'gesloten',
    notPossible: 'niet beschikbaar',
    details: 'Uw gegevens',
    emailHint: 'Hierheen sturen we de bevestiging en de agenda-uitnodiging.',
    book: 'Verblijf boeken',
    startOver: 'Andere data kiezen',
    takenTitle: 'Enkele nachten zijn zojuist geboekt',
    nightsTaken: (nights) => `Bezet: ${nights}. Kies andere data.`,
    ruleTitle: 'Deze data kunt u niet boeken',
    rule: 'De boekingsregels zijn gewijzigd. Kies andere data.',
    doneTitle: 'Verblijf geboekt',
    done: (name, email) => `Geboekt voor ${name}. We sturen de bevestiging naar ${email}.`,
    manage: 'Verblijf beheren',
    manageHint:
      'U kunt uw verblijf later bekijken, verzetten of annuleren. De link staat ook in uw e-mail.',
    another: 'Nog een verblijf boeken',
    pageTitle: (name) => `Verblijf: ${name}`,
  },
} satisfies StayTranslations
