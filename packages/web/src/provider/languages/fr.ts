import booking from '../../booking/languages/fr.ts'
import type { ProviderTranslations } from '../translations.ts'

export default {
  ...booking,
  provider: {
    choose: 'Que souhaitez-vous réserver\u00a0?',
    emptyTitle: 'Rien à réserver pour le moment',
    empty: 'Revenez plus tard.',
    property: 'Rechercher parmi tous les hébergements',
  },
} satisfies ProviderTranslations
