import shared from '../../shared/languages/fr.ts'
import quote from '../../shared/nights/quote-languages/fr.ts'
import type { StaySearchTranslations } from '../translations.ts'

export default {
  ...shared,
  quote,
  staySearch: {
    search: 'Rechercher',
    prompt: 'Choisissez vos dates pour voir les disponibilités et les prix.',
    departureWrong: 'Le départ doit être postérieur à l’arrivée.',
    found: (count) => `Disponibles : ${count}`,
    noneTitle: 'Rien n’est disponible à ces dates',
    none: 'Essayez d’autres dates ou moins de personnes.',
    maxGuests: (count) => `Nombre maximal de personnes : ${count}`,
    choose: 'Choisir',
    unavailableTitle: 'Non disponible',
    taken: 'Occupé à ces dates.',
    more: 'Afficher plus',
  },
} satisfies StaySearchTranslations
