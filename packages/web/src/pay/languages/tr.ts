import deposit from '../../shared/deposit/languages/tr.ts'
import shared from '../../shared/languages/tr.ts'
import type { PayTranslations } from '../translations.ts'

export default {
  ...shared,
  deposit,
  pay: {
    title: 'Ödeme',
    amount: 'Tutar',
    pay: (amount) => `${amount} öde`,
    going: 'Ödeme sayfası açılıyor…',
    heldWhile: 'Ödeme sırasında saatiniz ayrılmış kalır.',
    processingTitle: 'Ödemeniz işleniyor',
    processing: 'Bu genellikle birkaç saniye sürer. Bu sayfayı açık tutun.',
    longTitle: 'Ödemeniz hâlâ işleniyor',
    long: 'Bu sayfayı kapatabilirsiniz. Tamamlandığını rezervasyonunuzda görürsünüz.',
    check: 'Yeniden kontrol et',
    confirmedTitle: 'Rezervasyon onaylandı',
    confirmed: 'Ödemenizi aldık.',
    failedTitle: 'Ödeme başarısız',
    failed: 'Sizden ücret alınmadı. Yeniden deneyin ya da başka bir yolla ödeyin.',
    expiredTitle: 'Bu saat artık sizin için ayrılmış değil',
    expired: 'Ödeme zamanında tamamlanmadı. Ayrılmış bir tutar varsa serbest bırakılır.',
    cancelledTitle: 'Bu rezervasyon iptal edildi',
    cancelled: 'Artık ödenecek bir şey yok.',
    refunded: 'Ödemeniz iade edildi.',
    partlyRefunded: 'Ödemenizin bir bölümü iade edildi.',
    another: 'Başka bir saat seç',
    manage: 'Rezervasyonu yönet',
  },
} satisfies PayTranslations
