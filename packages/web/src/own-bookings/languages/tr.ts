import shared from '../../shared/languages/tr.ts'
import type { OwnBookingsTranslations } from '../translations.ts'

export default {
  ...shared,
  ownBookings: {
    title: 'Rezervasyonlarım',
    lead: 'Rezervasyon yaptığınız e-posta adresini yazın. Size bir bağlantı göndereceğiz.',
    email: 'E-posta adresi',
    emailWrong: 'Bir e-posta adresi yazın, örneğin ada@example.com.',
    send: 'Bağlantıyı gönder',
    sentTitle: 'E-postanızı kontrol edin',
    sent: (email) =>
      `${email} için rezervasyon varsa bağlantılı bir e-posta yolda. Bağlantı 15 dakika geçerlidir.`,
    again: 'Başka adres kullan',
    openLead: 'Rezervasyonlarınızı bu tarayıcıda görmek için devam edin.',
    open: 'Rezervasyonlarımı gör',
    ended: {
      link: {
        title: 'Bu bağlantı artık çalışmıyor',
        text: 'Daha önce kullanıldı veya 15 dakikadan eski. Yeni bir bağlantı isteyin.',
      },
      'sign-in': {
        title: 'Oturumunuz kapandı',
        text: 'Bir oturum 30 gün sürer. Yeni bir bağlantı isteyin.',
      },
    },
    coming: 'Yaklaşan',
    noneComing: 'Yaklaşan rezervasyonunuz yok.',
    past: 'Geçmiş',
    more: 'Daha fazla göster',
    manage: 'Gör veya değiştir',
    status: {
      pending: 'Henüz onaylanmadı',
      confirmed: 'Onaylandı',
      completed: 'Tamamlandı',
      cancelled: 'İptal edildi',
      no_show: 'Gelinmedi',
      expired: 'Süresi doldu',
    },
  },
} satisfies OwnBookingsTranslations
