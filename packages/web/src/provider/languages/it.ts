import booking from '../../booking/languages/it.ts'
import type { ProviderTranslations } from '../translations.ts'

export default {
  ...booking,
  provider: {
    choose: 'Che cosa desidera prenotare?',
    emptyTitle: 'Al momento non c’è nulla da prenotare',
    empty: 'Torni a controllare più tardi.',
    property: 'Cerca tra tutti gli alloggi',
  },
} satisfies ProviderTranslations
