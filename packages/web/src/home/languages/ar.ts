import shared from '../../shared/languages/ar.ts'
import type { HomeTranslations } from '../translations.ts'

export default {
  ...shared,
  home: {
    title: 'حجز موعد',
    lead: 'يُرجى اختيار مقدّم خدمة والوقت المناسب لكم.',
    book: 'البحث عن مقدّم خدمة',
    dashboard: 'فتح لوحة التحكم',
    docs: 'وثائق واجهة البرمجة',
  },
} satisfies HomeTranslations
