import shared from '../../shared/languages/de.ts'
import type { DirectoryTranslations } from '../translations.ts'

export default {
  ...shared,
  directory: {
    title: 'Anbieter finden',
    lead: 'Wählen Sie einen Anbieter, um freie Zeiten zu sehen.',
    search: 'Suchen',
    searchHint: 'Name, Fachrichtung oder Angebot',
    noneTitle: 'Keine Treffer',
    none: 'Prüfen Sie die Schreibweise, oder suchen Sie nach etwas anderem.',
    specialties: 'Fachrichtungen',
    all: 'Alle',
    found: (count: number) => (count === 1 ? '1 Anbieter' : `${count} Anbieter`),
    emptyTitle: 'Keine Anbieter gefunden',
    empty: 'Anbieter erscheinen hier, sobald sie gelistet sind und gebucht werden können.',
    more: 'Mehr anzeigen',
  },
} satisfies DirectoryTranslations
