import shared from '../../shared/languages/pl.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { StayTranslations } from '../translations.ts'

const plural = pluralsOf('pl')

export default {
  ...shared,
  stay: {
    lead: (checkIn, checkOut) => `Zameldowanie od ${checkIn}, wymeldowanie do ${checkOut}.`,
    minNights: (count) =>
      plural(count, {
        1: '',
        few: 'Minimalny pobyt: # noce.',
        many: 'Minimalny pobyt: # nocy.',
        other: 'Minimalny pobyt: # nocy.',
      }),
    maxNights: (count) =>
      `Maksymalny pobyt: ${plural(count, { one: '# noc', few: '# noce', many: '# nocy', other: '# nocy' })}.`,
    chooseArrival: 'Wybierz datę przyjazdu.',
    chooseDeparture: 'Wybierz datę wyjazdu.',
    arrival: 'Przyjazd',
    departure: 'Wyjazd',
    length: 'Długość pobytu',
    nights: (count) =>
      plural(count, { one: '# noc', few: '# noce', many: '# nocy', other: '# nocy' }),
    canArrive: 'możliwy przyjazd',
    canLeave: (nights) =>
      `możliwy wyjazd, ${plural(nights, { one: '# noc', few: '# noce', many: '# nocy', other: '# nocy' })}`,
    inStay: 'część pobytu',
    taken: 'zajęte',
    closed: 'zamknięte',
    notPossible: 'niedostępne',
    details: 'Twoje dane',
    emailHint: 'Na ten adres wyślemy potwierdzenie i zaproszenie do kalendarza.',
    book: 'Zarezerwuj pobyt',
    startOver: 'Wybierz inne daty',
    takenTitle: 'Niektóre noce zostały właśnie zajęte',
    nightsTaken: (nights) => `Zajęte: ${nights}. Wybierz inne daty.`,
    ruleTitle: 'Tych dat nie można zarezerwować',
    rule: 'Zasady rezerwacji się zmieniły. Wybierz inne daty.',
    doneTitle: 'Pobyt zarezerwowany',
    done: (name, email) =>
      `Rezerwacja na nazwisko: ${name}. Potwierdzenie wyślemy na adres ${email}.`,
    manage: 'Zarządzaj pobytem',
    manageHint:
      'Pobyt można później sprawdzić, przełożyć lub odwołać. Link jest też w wiadomości e-mail.',
    another: 'Zarezerwuj inny pobyt',
    pageTitle: (name) => `Pobyt: ${name}`,
  },
} satisfies StayTranslations
