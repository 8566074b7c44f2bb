import shared from '../../shared/languages/ar.ts'
import type { StayTranslations } from '../translations.ts'

export default {
  ...shared,
  stay: {
    details: 'بياناتكم',
    emailHint: 'سنرسل التأكيد ودعوة التقويم إلى هذا العنوان.',
    book: 'حجز الإقامة',
    nightsTaken: (nights) => `محجوزة: ${nights}. يُرجى اختيار تواريخ أخرى.`,
    doneTitle: 'تم حجز الإقامة',
    done: (name, email) => `الحجز باسم ${name}. سنرسل التأكيد إلى ${email}.`,
    manage: 'إدارة الإقامة',
    manageHint:
      'يمكنكم لاحقًا الاطلاع على إقامتكم أو تغيير تواريخها أو إلغاؤها. الرابط موجود أيضًا في بريدكم الإلكتروني.',
    another: 'حجز إقامة أخرى',
    pageTitle: (name) => `إقامة في ${name}`,
  },
} satisfies StayTranslations
