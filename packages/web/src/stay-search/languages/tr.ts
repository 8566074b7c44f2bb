import shared from '../../shared/languages/tr.ts'
import quote from '../../shared/nights/quote-languages/tr.ts'
import type { StaySearchTranslations } from '../translations.ts'

export default {
  ...shared,
  quote,
  staySearch: {
    search: 'Ara',
    prompt: 'Müsaitliği ve fiyatları görmek için tarihlerinizi seçin.',
    departureWrong: 'Ayrılış, varıştan sonra olmalıdır.',
    found: (count) => `Müsait: ${count}`,
    noneTitle: 'Bu tarihlerde müsait yer yok',
    none: 'Başka tarihler veya daha az kişi deneyin.',
    maxGuests: (count) => `En fazla konuk sayısı: ${count}`,
    choose: 'Seç',
    unavailableTitle: 'Müsait değil',
    taken: 'Bu tarihlerde dolu.',
    more: 'Daha fazla göster',
    several: 'Birden fazla oda ayırt',
    noneForAllTitle: 'Hiçbir oda hepiniz için yeterince büyük değil',
    noneForAll: 'Birden fazla oda ayırtın veya başka tarihler deneyin.',
    oneRoom: 'Tek oda ayırt',
    severalLead: 'Her türden kaç oda istediğinizi seçin. Hepsini birlikte ayırtır ve ödersiniz.',
    count: 'Oda sayısı',
    pricesFor: (adults) => `Bir odanın fiyatı, yetişkin sayısı: ${adults}`,
    depositAlone: 'Bu tarifede ön ödeme var, bu yüzden oda yalnızca tek başına ayırtılabilir.',
    yourRooms: 'Odalarınız',
    chooseRooms: 'En az bir oda seçin.',
    placed: (people, all) => `Bu odalardaki konuklar: ${people} / ${all}`,
    notForThem: 'Bu oda bu konuklar için bu tarifeyle ayırtılamaz.',
    confirmedApart: 'Bu odalar farklı şekillerde onaylanır ve birlikte ayırtılamaz.',
    goOn: 'Devam',
  },
} satisfies StaySearchTranslations
