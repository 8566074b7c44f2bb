import shared from '../../shared/languages/tr.ts'
import type { GuestStayTranslations } from '../translations.ts'

export default {
  ...shared,
  guestStay: {
    title: 'Konaklamanız',
    status: {
      confirmed: 'Onaylandı',
      cancelled: 'İptal edildi',
    },
    arrival: 'Giriş',
    departure: 'Çıkış',
    who: 'Rezervasyon sahibi',
    event: (house) => `Konaklama: ${house}`,
    begun: 'Konaklamanız başladı, bu yüzden artık buradan değiştiremezsiniz.',
    move: 'Tarihleri değiştir',
    moved: 'Tarihler değişti',
    movedNote: 'Yeni takvim davetini e-posta ile göndereceğiz.',
    cancel: 'Konaklamayı iptal et',
    cancelTitle: 'Bu konaklama iptal edilsin mi?',
    cancelNote: 'Bu geceleri başkaları alabilir. Bu işlem geri alınamaz.',
    keep: 'Konaklama kalsın',
    cancelYes: 'Evet, iptal et',
    cancelled: 'Konaklama iptal edildi',
    changedTitle: 'Konaklamanız değişti',
    changed: 'Güncel bilgiler aşağıda.',
    again: 'Başka bir konaklama ayırt',
    goneTitle: 'Bu konaklama iptal edildi',
    gone: 'Geceler yeniden boş.',
    linkTitle: 'Bu bağlantı çalışmıyor',
    link: 'Bağlantı eksik olabilir. E-postanızdan yeniden açın ya da bağlantının tamamını kopyalayın.',
  },
} satisfies GuestStayTranslations
