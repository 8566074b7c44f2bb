import shared from '../../shared/languages/ar.ts'
import type { GuestStayTranslations } from '../translations.ts'

export default {
  ...shared,
  guestStay: {
    title: 'إقامتكم',
    status: {
      confirmed: 'مؤكَّدة',
      cancelled: 'ملغاة',
    },
    arrival: 'الوصول',
    departure: 'المغادرة',
    who: 'صاحب الحجز',
    event: (house) => `إقامة في ${house}`,
    begun: 'بدأت إقامتكم، لذا لم يعد تغييرها ممكنًا هنا.',
    move: 'تغيير التواريخ',
    moved: 'تغيّرت التواريخ',
    movedNote: 'سنرسل دعوة التقويم الجديدة إلى بريدكم الإلكتروني.',
    cancel: 'إلغاء الإقامة',
    cancelTitle: 'هل تريدون إلغاء هذه الإقامة؟',
    cancelNote: 'سيتمكن الآخرون من حجز هذه الليالي. لا يمكن التراجع عن ذلك.',
    keep: 'الإبقاء على الإقامة',
    cancelYes: 'نعم، إلغاء الإقامة',
    cancelled: 'أُلغيت الإقامة',
    changedTitle: 'تغيّرت إقامتكم',
    changed: 'إليكم البيانات الحالية.',
    again: 'حجز إقامة أخرى',
    goneTitle: 'أُلغيت هذه الإقامة',
    gone: 'أصبحت لياليها متاحة مجددًا.',
    linkTitle: 'هذا الرابط لا يعمل',
    link: 'قد يكون غير مكتمل. يُرجى فتحه مجددًا من بريدكم أو نسخ الرابط كاملًا.',
  },
} satisfies GuestStayTranslations
