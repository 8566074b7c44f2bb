import shared from '../../shared/languages/tr.ts'
import type { StayTranslations } from '../translations.ts'

export default {
  ...shared,
  stay: {
    details: 'Bilgileriniz',
    emailHint: 'Onayı ve takvim davetini bu adrese göndereceğiz.',
    book: 'Konaklamayı ayırt',
    nightsTaken: (nights) => `Dolu: ${nights}. Başka tarihler seçin.`,
    doneTitle: 'Konaklama ayırtıldı',
    done: (name, email) => `${name} adına ayırtıldı. Onayı ${email} adresine göndereceğiz.`,
    manage: 'Konaklamayı yönet',
    manageHint:
      'Konaklamanızı daha sonra görüntüleyebilir, tarihini değiştirebilir ya da iptal edebilirsiniz. Bağlantı e-postanızda da var.',
    another: 'Başka bir konaklama ayırt',
    pageTitle: (name) => `Konaklama: ${name}`,
  },
} satisfies StayTranslations
