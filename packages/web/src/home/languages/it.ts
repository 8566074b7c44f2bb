import shared from '../../shared/languages/it.ts'
import type { HomeTranslations } from '../translations.ts'

export default {
  ...shared,
  home: {
    title: 'Prenoti un appuntamento',
    lead: 'Scelga un professionista e l’orario che preferisce.',
    book: 'Trova un professionista',
    dashboard: 'Apri il pannello',
    docs: 'Documentazione dell’API',
  },
} satisfies HomeTranslations
