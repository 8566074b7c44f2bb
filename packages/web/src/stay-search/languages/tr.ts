import shared from '../../shared/languages/tr.ts'
import quote from '../../shared/nights/quote-languages/tr.ts'
import type { StaySearchTranslations } from '../translations.ts'

export default {
  ...shared,
  quote,
  staySearch: {
    search: 'Ara',
    prompt: 'Müsaitliği ve fiyatları görmek için tarihlerinizi seçin.',
    departureWrong: 'Ayrılış, varıştan sonra olmalıdır.',
    found: (count) => `Müsait: ${count}`,
    noneTitle: 'Bu tarihlerde müsait yer yok',
    none: 'Başka tarihler veya daha az kişi deneyin.',
    maxGuests: (count) => `En fazla konuk sayısı: ${count}`,
    choose: 'Seç',
    unavailableTitle: 'Müsait değil',
    taken: 'Bu tarihlerde dolu.',
    more: 'Daha fazla göster',
  },
} satisfies StaySearchTranslations
