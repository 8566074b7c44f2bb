import shared from '../../shared/languages/tr.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { StayTranslations } from '../translations.ts'

const plural = pluralsOf('tr')

export default {
  ...shared,
  stay: {
    lead: (checkIn, checkOut) => `Giriş en erken ${checkIn}, çıkış en geç ${checkOut}.`,
    minNights: (count) => plural(count, { 1: '', other: 'En az # gece.' }),
    maxNights: (count) => `En çok ${count} gece.`,
    chooseArrival: 'Giriş tarihini seçin.',
    chooseDeparture: 'Çıkış tarihini seçin.',
    arrival: 'Giriş',
    departure: 'Çıkış',
    length: 'Konaklama süresi',
    nights: (count) => `${count} gece`,
    canArrive: 'giriş yapılabilir',
    canLeave: (nights) => `çıkış yapılabilir, ${nights} gece`,
    inStay: 'konaklamanıza dahil',
    taken: 'dolu',
    closed: 'kapalı',
    notPossible: 'uygun değil',
    details: 'Bilgileriniz',
    emailHint: 'Onayı ve takvim davetini bu adrese göndereceğiz.',
    book: 'Konaklamayı ayırt',
    startOver: 'Başka tarihler seç',
    takenTitle: 'Bazı geceler az önce doldu',
    nightsTaken: (nights) => `Dolu: ${nights}. Başka tarihler seçin.`,
    ruleTitle: 'Bu tarihler için rezervasyon yapılamaz',
    rule: 'Rezervasyon kuralları değişti. Başka tarihler seçin.',
    doneTitle: 'Konaklama ayırtıldı',
    done: (name, email) => `${name} adına ayırtıldı. Onayı ${email} adresine göndereceğiz.`,
    manage: 'Konaklamayı yönet',
    manageHint:
      'Konaklamanızı daha sonra görüntüleyebilir, tarihini değiştirebilir ya da iptal edebilirsiniz. Bağlantı e-postanızda da var.',
    another: 'Başka bir konaklama ayırt',
    pageTitle: (name) => `Konaklama: ${name}`,
  },
} satisfies StayTranslations
