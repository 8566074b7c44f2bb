import shared from '../../shared/languages/ar.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { DirectoryTranslations } from '../translations.ts'

const plural = pluralsOf('ar')

export default {
  ...shared,
  directory: {
    title: 'البحث عن مقدّم خدمة',
    lead: 'يُرجى اختيار مقدّم خدمة للاطلاع على المواعيد المتاحة.',
    search: 'بحث',
    searchHint: 'الاسم أو التخصص أو الخدمة',
    noneTitle: 'لا نتائج',
    none: 'يُرجى التحقق من الكتابة أو البحث عن شيء آخر.',
    specialties: 'التخصصات',
    all: 'الكل',
    found: (count) =>
      plural(count, {
        zero: 'لا مقدّمي خدمة',
        one: 'مقدّم خدمة واحد',
        two: 'مقدّما خدمة',
        few: '# مقدّمي خدمة',
        many: '# مقدّم خدمة',
        other: '# مقدّم خدمة',
      }),
    emptyTitle: 'لم يُعثر على مقدّمي خدمة',
    empty: 'يظهر مقدّمو الخدمة هنا عند إدراجهم وإتاحة الحجز لديهم.',
    more: 'عرض المزيد',
  },
} satisfies DirectoryTranslations
