import booking from '../../booking/languages/pl.ts'
import type { ProviderTranslations } from '../translations.ts'

export default {
  ...booking,
  provider: {
    choose: 'Co chcesz zarezerwować?',
    emptyTitle: 'Obecnie nie ma nic do zarezerwowania',
    empty: 'Zajrzyj tu później.',
    property: 'Przeszukaj wszystkie noclegi',
  },
} satisfies ProviderTranslations
