import deposit from '../../shared/deposit/languages/ar.ts'
import shared from '../../shared/languages/ar.ts'
import type { PayTranslations } from '../translations.ts'

export default {
  ...shared,
  deposit,
  pay: {
    title: 'الدفع',
    amount: 'المبلغ',
    pay: (amount) => `دفع ${amount}`,
    going: 'جارٍ فتح صفحة الدفع…',
    heldWhile: 'يبقى موعدكم محفوظًا أثناء الدفع.',
    processingTitle: 'جارٍ معالجة الدفع',
    processing: 'يستغرق هذا عادةً بضع ثوانٍ. يُرجى إبقاء هذه الصفحة مفتوحة.',
    longTitle: 'ما زالت معالجة الدفع جارية',
    long: 'يمكنكم إغلاق هذه الصفحة. سيظهر اكتمال الدفع في صفحة حجزكم.',
    check: 'التحقق مجددًا',
    confirmedTitle: 'تم تأكيد الحجز',
    confirmed: 'استلمنا دفعتكم.',
    failedTitle: 'فشل الدفع',
    failed: 'لم يُخصم أي مبلغ. يُرجى إعادة المحاولة أو الدفع بطريقة أخرى.',
    expiredTitle: 'لم يعد هذا الموعد محفوظًا لكم',
    expired: 'لم يكتمل الدفع في الوقت المحدد. إن كان هناك مبلغ محجوز، فسيُفرج عنه.',
    cancelledTitle: 'أُلغي هذا الحجز',
    cancelled: 'لم يعد هناك ما يُدفع.',
    refunded: 'أُعيدت دفعتكم.',
    partlyRefunded: 'أُعيد جزء من دفعتكم.',
    another: 'اختيار موعد آخر',
    manage: 'إدارة الحجز',
  },
} satisfies PayTranslations
