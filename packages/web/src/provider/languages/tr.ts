import booking from '../../booking/languages/tr.ts'
import type { ProviderTranslations } from '../translations.ts'

export default {
  ...booking,
  provider: {
    choose: 'Ne için rezervasyon yapmak istersiniz?',
    emptyTitle: 'Şu anda rezervasyona açık bir şey yok',
    empty: 'Daha sonra yeniden bakın.',
    property: 'Buradaki tüm konaklamalarda ara',
  },
} satisfies ProviderTranslations
