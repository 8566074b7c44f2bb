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
  },
} satisfies StaySearchTranslations
