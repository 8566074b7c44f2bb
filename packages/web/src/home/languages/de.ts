import shared from '../../shared/languages/de.ts'
import type { HomeTranslations } from '../translations.ts'

export default {
  ...shared,
  home: {
    title: 'Termin buchen',
    lead: 'Wählen Sie einen Anbieter und eine Zeit, die Ihnen passt.',
    book: 'Anbieter finden',
    dashboard: 'Dashboard öffnen',
    docs: 'API-Dokumentation',
  },
} satisfies HomeTranslations
