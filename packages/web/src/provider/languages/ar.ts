import booking from '../../booking/languages/ar.ts'
import type { ProviderTranslations } from '../translations.ts'

export default {
  ...booking,
  provider: {
    choose: 'ماذا تودون أن تحجزوا؟',
    emptyTitle: 'لا يوجد ما يمكن حجزه الآن',
    empty: 'يُرجى العودة لاحقًا.',
    property: 'البحث في جميع أماكن الإقامة هنا',
  },
} satisfies ProviderTranslations
