import shared from '../../shared/languages/ar.ts'
import type { OwnBookingsTranslations } from '../translations.ts'

export default {
  ...shared,
  ownBookings: {
    title: 'حجوزاتي',
    lead: 'أدخلوا عنوان البريد الإلكتروني الذي تحجزون به. سنرسل إليكم رابطًا.',
    email: 'البريد الإلكتروني',
    emailWrong: 'أدخلوا عنوان بريد إلكتروني، مثل ada@example.com.',
    send: 'إرسال الرابط',
    sentTitle: 'تحققوا من بريدكم',
    sent: (email) =>
      `إذا كانت هناك حجوزات باسم ${email}، فستصلكم رسالة فيها رابط. يعمل الرابط 15 دقيقة.`,
    again: 'استخدام عنوان آخر',
    openLead: 'تابعوا لعرض حجوزاتكم في هذا المتصفح.',
    open: 'عرض حجوزاتي',
    ended: {
      link: {
        title: 'لم يعد هذا الرابط صالحًا',
        text: 'استُخدم من قبل أو مضت عليه أكثر من 15 دقيقة. اطلبوا رابطًا جديدًا.',
      },
      'sign-in': {
        title: 'تم تسجيل خروجكم',
        text: 'يدوم تسجيل الدخول 30 يومًا. اطلبوا رابطًا جديدًا.',
      },
    },
    coming: 'القادمة',
    noneComing: 'ليست لديكم حجوزات قادمة.',
    past: 'السابقة',
    more: 'عرض المزيد',
    manage: 'عرض أو تغيير',
    status: {
      pending: 'لم يُؤكَّد بعد',
      confirmed: 'مؤكَّد',
      completed: 'مكتمل',
      cancelled: 'ملغى',
      no_show: 'فات الموعد',
      expired: 'منتهي الصلاحية',
    },
  },
} satisfies OwnBookingsTranslations
