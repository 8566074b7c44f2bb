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
    several: 'حجز عدة غرف',
    noneForAllTitle: 'لا توجد غرفة تتسع لكم جميعًا',
    noneForAll: 'احجز عدة غرف أو جرّب تواريخ أخرى.',
    oneRoom: 'حجز غرفة واحدة',
    severalLead: 'اختر عدد الغرف من كل نوع. تحجزها وتدفع ثمنها معًا.',
    count: 'عدد الغرف',
    pricesFor: (adults) => `سعر الغرفة الواحدة، عدد البالغين: ${adults}`,
    depositAlone: 'يتطلب هذا السعر دفعة مقدمة، لذلك لا يمكن حجز الغرفة إلا وحدها.',
    yourRooms: 'غرفك',
    chooseRooms: 'اختر غرفة واحدة على الأقل.',
    placed: (people, all) => `الضيوف في هذه الغرف: ${people} من ${all}`,
    notForThem: 'لا يمكن حجز هذه الغرفة لهؤلاء الضيوف بهذا السعر.',
    confirmedApart: 'تُؤكَّد هذه الغرف بطرق مختلفة، لذلك لا يمكن حجزها معًا.',
    goOn: 'متابعة',
  },
} satisfies StaySearchTranslations
