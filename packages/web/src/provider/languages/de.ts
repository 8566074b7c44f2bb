import booking from '../../booking/languages/de.ts'
import type { ProviderTranslations } from '../translations.ts'

export default {
  ...booking,
  provider: {
    choose: 'Was möchten Sie buchen?',
    emptyTitle: 'Zurzeit gibt es nichts zu buchen',
    empty: 'Schauen Sie später noch einmal vorbei.',
    property: 'Alle Unterkünfte hier durchsuchen',
  },
} satisfies ProviderTranslations
