import type { PlainTranslations } from '../translations.ts'

export default {
  plain: {
    link: 'JavaScript olmadan rezervasyon yap',
    neededTitle: 'Rezervasyon için JavaScript gerekli',
    needed:
      'Rezervasyondan önce tarayıcınızın otomatik rezervasyonlara karşı bir denetimi geçmesi gerekir. JavaScript’i açın ve rezervasyon sayfasını yeniden açın.',
    answersFirst:
      'Burada uygun saatler bazı sorulara vereceğiniz yanıtlara bağlıdır. JavaScript’i açın ve rezervasyon sayfasını yeniden açın.',
    open: 'Rezervasyon sayfasını aç',
  },
} satisfies PlainTranslations
