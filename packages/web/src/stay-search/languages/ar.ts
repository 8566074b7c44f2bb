import shared from '../../shared/languages/ar.ts'
import quote from '../../shared/nights/quote-languages/ar.ts'
import type { StaySearchTranslations } from '../translations.ts'

export default {
  ...shared,
  quote,
  staySearch: {
    search: 'بحث',
    prompt: 'اختر تواريخ إقامتك لعرض ما هو متاح وأسعاره.',
    departureWrong: 'يجب أن تكون المغادرة بعد الوصول.',
    found: (count) => `المتاح: ${count}`,
    noneTitle: 'لا يوجد شيء متاح في هذه التواريخ',
    none: 'جرّب تواريخ أخرى أو عددًا أقل من الأشخاص.',
    maxGuests: (count) => `الحد الأقصى لعدد النزلاء: ${count}`,
    choose: 'اختيار',
    unavailableTitle: 'غير متاح',
    taken: 'محجوز في هذه التواريخ.',
    more: 'عرض المزيد',
  },
} satisfies StaySearchTranslations
