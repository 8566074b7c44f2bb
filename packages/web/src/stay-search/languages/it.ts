import shared from '../../shared/languages/it.ts'
import quote from '../../shared/nights/quote-languages/it.ts'
import type { StaySearchTranslations } from '../translations.ts'

export default {
  ...shared,
  quote,
  staySearch: {
    search: 'Cerca',
    prompt: 'Scelga le date per vedere disponibilità e prezzi.',
    departureWrong: 'La partenza deve essere successiva all’arrivo.',
    found: (count) => `Disponibili: ${count}`,
    noneTitle: 'Non c’è nulla di disponibile in queste date',
    none: 'Provi altre date o meno persone.',
    maxGuests: (count) => `Numero massimo di ospiti: ${count}`,
    choose: 'Scegli',
    unavailableTitle: 'Non disponibile',
    taken: 'Occupato in queste date.',
    more: 'Mostra altri',
    several: 'Prenota più camere',
    noneForAllTitle: 'Nessuna camera è abbastanza grande per tutti',
    noneForAll: 'Prenoti più camere o provi altre date.',
    oneRoom: 'Prenota una sola camera',
    severalLead: 'Scelga quante camere desidera di ogni tipo. Si prenotano e si pagano insieme.',
    count: 'Numero di camere',
    pricesFor: (adults) => `Prezzo di una camera, numero di adulti: ${adults}`,
    depositAlone: 'Questa tariffa richiede un acconto: la camera si può prenotare solo da sola.',
    yourRooms: 'Le sue camere',
    chooseRooms: 'Scelga almeno una camera.',
    placed: (people, all) => `Persone in queste camere: ${people} su ${all}`,
    notForThem: 'Questa camera non si può prenotare per queste persone a questa tariffa.',
    confirmedApart:
      'Queste camere si confermano in modi diversi e non si possono prenotare insieme.',
    goOn: 'Continua',
  },
} satisfies StaySearchTranslations
