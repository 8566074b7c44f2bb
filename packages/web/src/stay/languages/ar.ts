import shared from '../../shared/languages/ar.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { StayTranslations } from '../translations.ts'

const plural = pluralsOf('ar')

export default {
  ...shared,
  stay: {
    lead: (checkIn, checkOut) => `تسجيل الوصول من ${checkIn}، والمغادرة حتى ${checkOut}.`,
    minNights: (count) =>
      plural(count, {
        1: '',
        two: 'الحد الأدنى للإقامة: ليلتان.',
        few: 'الحد الأدنى للإقامة: # ليالٍ.',
        many: 'الحد الأدنى للإقامة: # ليلة.',
        other: 'الحد الأدنى للإقامة: # ليلة.',
      }),
    maxNights: (count) =>
      `الحد الأقصى للإقامة: ${plural(count, { zero: '# ليلة', one: 'ليلة واحدة', two: 'ليلتان', few: '# ليالٍ', many: '# ليلة', other: '# ليلة' })}.`,
    chooseArrival: 'يُرجى اختيار تاريخ الوصول.',
    chooseDeparture: 'يُرجى اختيار تاريخ المغادرة.',
    arrival: 'الوصول',
    departure: 'المغادرة',
    length: 'مدة الإقامة',
    nights: (count) =>
      plural(count, {
        zero: '# ليلة',
        one: 'ليلة واحدة',
        two: 'ليلتان',
        few: '# ليالٍ',
        many: '# ليلة',
        other: '# ليلة',
      }),
    canArrive: 'الوصول ممكن',
    canLeave: (nights) =>
      `المغادرة ممكنة، ${plural(nights, { zero: '# ليلة', one: 'ليلة واحدة', two: 'ليلتان', few: '# ليالٍ', many: '# ليلة', other: '# ليلة' })}`,
    inStay: 'ضمن إقامتكم',
    taken: 'محجوز',
    closed: 'مغلق',
    notPossible: 'غير متاح',
    details: 'بياناتكم',
    emailHint: 'سنرسل التأكيد ودعوة التقويم إلى هذا العنوان.',
    book: 'حجز الإقامة',
    startOver: 'اختيار تواريخ أخرى',
    takenTitle: 'حُجزت بعض الليالي للتو',
    nightsTaken: (nights) => `محجوزة: ${nights}. يُرجى اختيار تواريخ أخرى.`,
    ruleTitle: 'لا يمكن حجز هذه التواريخ',
    rule: 'تغيّرت شروط الحجز. يُرجى اختيار تواريخ أخرى.',
    doneTitle: 'تم حجز الإقامة',
    done: (name, email) => `الحجز باسم ${name}. سنرسل التأكيد إلى ${email}.`,
    manage: 'إدارة الإقامة',
    manageHint:
      'يمكنكم لاحقًا الاطلاع على إقامتكم أو تغيير تواريخها أو إلغاؤها. الرابط موجود أيضًا في بريدكم الإلكتروني.',
    another: 'حجز إقامة أخرى',
    pageTitle: (name) => `إقامة في ${name}`,
  },
} satisfies StayTranslations
