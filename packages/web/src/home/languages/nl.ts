import shared from '../../shared/languages/nl.ts'
import type { HomeTranslations } from '../translations.ts'

export default {
  ...shared,
  home: {
    title: 'Boek een afspraak',
    lead: 'Kies een aanbieder en een tijd die u schikt.',
    book: 'Aanbieder zoeken',
    dashboard: 'Dashboard openen',
    docs: 'API-documentatie',
  },
} satisfies HomeTranslations
