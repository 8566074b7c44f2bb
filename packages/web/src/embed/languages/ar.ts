import type { EmbedTexts } from '../texts.ts'

export default {
  book: 'حجز موعد',
  close: 'إغلاق',
  noOrigin:
    'لا يمكن عرض صفحة الحجز هنا: هذه الصفحة معزولة بدون allow-same-origin أو مفتوحة من ملف.',
  notLoaded: 'لم يتم تحميل صفحة الحجز.',
  openPage: 'فتحها في علامة تبويب جديدة',
} satisfies EmbedTexts
