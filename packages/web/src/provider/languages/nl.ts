import booking from '../../booking/languages/nl.ts'
import type { ProviderTranslations } from '../translations.ts'

export default {
  ...booking,
  provider: {
    choose: 'Wat wilt u boeken?',
    emptyTitle: 'Er is nu niets te boeken',
    empty: 'Kom later nog eens terug.',
    property: 'Alle verblijven hier doorzoeken',
  },
} satisfies ProviderTranslations
