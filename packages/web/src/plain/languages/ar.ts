import type { PlainTranslations } from '../translations.ts'

export default {
  plain: {
    link: 'الحجز من دون JavaScript',
    neededTitle: 'يتطلب الحجز تفعيل JavaScript',
    needed:
      'قبل الحجز، يجب أن يجتاز متصفحك فحصًا يمنع الحجوزات الآلية. فعّل JavaScript ثم افتح صفحة الحجز من جديد.',
    answersFirst:
      'تعتمد الأوقات المتاحة هنا على إجاباتك عن بعض الأسئلة. فعّل JavaScript ثم افتح صفحة الحجز من جديد.',
    open: 'فتح صفحة الحجز',
  },
} satisfies PlainTranslations
