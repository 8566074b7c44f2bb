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
    several: 'Réserver plusieurs chambres',
    noneForAllTitle: 'Aucune chambre n’est assez grande pour vous tous',
    noneForAll: 'Réservez plusieurs chambres ou essayez d’autres dates.',
    oneRoom: 'Réserver une seule chambre',
    severalLead:
      'Choisissez le nombre de chambres de chaque type. Vous les réservez et les payez ensemble.',
    count: 'Nombre de chambres',
    pricesFor: (adults) => `Prix d’une chambre, nombre d’adultes : ${adults}`,
    depositAlone: 'Ce tarif demande un acompte : la chambre se réserve alors seule.',
    yourRooms: 'Vos chambres',
    chooseRooms: 'Choisissez au moins une chambre.',
    placed: (people, all) => `Personnes dans ces chambres : ${people} sur ${all}`,
    notForThem: 'Cette chambre ne peut pas être réservée pour ces personnes à ce tarif.',
    confirmedApart:
      'Ces chambres sont confirmées différemment et ne peuvent pas être réservées ensemble.',
    goOn: 'Continuer',
  },
} satisfies StaySearchTranslations
