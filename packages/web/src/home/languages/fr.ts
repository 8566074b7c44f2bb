import shared from '../../shared/languages/fr.ts'
import type { HomeTranslations } from '../translations.ts'

export default {
  ...shared,
  home: {
    title: 'Prendre rendez-vous',
    lead: 'Choisissez un prestataire et l’horaire qui vous convient.',
    book: 'Trouver un prestataire',
    dashboard: 'Ouvrir le tableau de bord',
    docs: 'Documentation de l’API',
  },
} satisfies HomeTranslations
