import { pluralsOf } from '../plurals.ts'
import type { SharedTranslations } from './shared-translations.ts'

const plural = pluralsOf('tr')

export default {
  shared: {
    language: 'Dil',
    hourCycle: 'Saat biçimi',
    hourCycles: {
      h23: '24 saat',
      h12: '12 saat',
    },
    firstWeekday: 'Haftanın ilk günü',
    loading: 'Yükleniyor…',
    retry: 'Yeniden dene',
    offlineTitle: 'Bağlantı yok',
    offline: 'Sunucuya ulaşılamıyor. Bağlantınızı kontrol edip yeniden deneyin.',
    slow: 'Bu, her zamankinden uzun sürüyor. Denemeye devam ediyoruz…',
    busyTitle: 'Çok fazla istek',
    busy: (seconds) => `Ağınızdan çok fazla istek geldi. ${seconds} saniye sonra yeniden deneyin.`,
    failedTitle: 'Bir sorun oluştu',
    failed: 'Birazdan yeniden deneyin.',
    reference: (id) => `Destek için başvuru numarası: ${id}`,
    partMissing: 'Bu sayfanın bir bölümü yüklenemedi. Bağlantınızı kontrol edip yeniden deneyin.',
    crashed: 'Bu sayfa çalışmayı durdurdu. Devam etmek için sayfayı yeniden yükleyin.',
    reload: 'Sayfayı yeniden yükle',
    notFoundTitle: 'Sayfa bulunamadı',
    notFound: 'Bağlantı eksik olabilir ya da sayfa artık yok.',
    poweredBy: 'Holdfast ile rezervasyon',
  },
  slots: {
    zone: 'Saat dilimi',
    zoneIs: (zone) => `Saat dilimi: ${zone}`,
    change: 'Değiştir',
    changeZone: 'Saat dilimini değiştir',
    searchZone: 'Şehir arayın',
    zonesFound: (count) =>
      plural(count, {
        0: 'Saat dilimi bulunamadı. Daha büyük bir şehir arayın.',
        other: '# saat dilimi',
      }),
    previousMonth: 'Önceki ay',
    nextMonth: 'Sonraki ay',
    chooseDay: 'Bir gün seçin',
    today: 'bugün',
    free: (count) => `${count} uygun saat`,
    noneFree: 'uygun saat yok',
    timesOn: (day) => `Saatler: ${day}`,
    people: (count) => `${count} kişi`,
    seatsLeft: (count) => `${count} yer kaldı`,
    inProviderZone: (time, city) => `${time} (${city})`,
    noTimesTitle: 'Bu ay uygun saat yok',
    noTimes: 'Daha ileri bir ay deneyin.',
    showNext: 'Sonraki ayı göster',
    nextDay: 'İlk uygun gün',
    searching: 'İlk uygun gün aranıyor…',
    noneAhead: 'Önümüzdeki 12 ay içinde uygun saat yok.',
    morning: 'Sabah',
    afternoon: 'Öğleden sonra',
    evening: 'Akşam',
  },
  problems: {
    slot_taken: {
      title: 'Bu saat dolu',
      text: 'Bu saat az önce başkası tarafından alındı. Başka bir saat seçin.',
    },
    slot_not_bookable: {
      title: 'Bu saat uygun değil',
      text: 'Başka bir saat seçin.',
    },
    session_cancelled: {
      title: 'Bu seans iptal edildi',
      text: 'Artık bu saatte yapılmıyor. Başka bir saat seçin.',
    },
    limit_reached: {
      title: 'Rezervasyon sınırına ulaşıldı',
      text: 'Bu gün veya sizin için rezervasyon sınırına ulaşıldı. Başka bir gün seçin ya da rezervasyonlarınızdan birini iptal edin.',
    },
    calendar_unavailable: {
      title: 'Bu saati şu anda kontrol edemiyoruz',
      text: 'Hizmet sağlayıcının takvimi yanıt vermiyor. Birazdan yeniden deneyin ya da başka bir saat seçin.',
    },
    hold_expired: {
      title: 'Bu saat artık sizin için ayrılmış değil',
      text: 'Ayırma süresi doldu, bu yüzden saat başkalarına açıldı. Yeniden bir saat seçin.',
    },
    invalid_transition: {
      title: 'Bu artık mümkün değil',
      text: 'Rezervasyon değişti. Güncel bilgileri görmek için sayfayı yeniden yükleyin.',
    },
    event_type_inactive: {
      title: 'Şu anda kullanılamıyor',
      text: 'Hizmet sağlayıcı şu anda bu rezervasyonları almıyor.',
    },
    provider_inactive: {
      title: 'Şu anda kullanılamıyor',
      text: 'Hizmet sağlayıcı şu anda rezervasyon almıyor.',
    },
    account_suspended: {
      title: 'Şu anda kullanılamıyor',
      text: 'Hizmet sağlayıcı şu anda rezervasyon almıyor.',
    },
    not_a_candidate: {
      title: 'Bu seçenek artık kullanılamıyor',
      text: 'Başka birini ya da “Fark etmez” seçeneğini seçin.',
    },
    too_late_to_change: {
      title: 'Değiştirmek için çok geç',
      text: 'Bu randevu başladı. Hizmet sağlayıcıyla iletişime geçin.',
    },
    reschedule_limit_reached: {
      title: 'Bu rezervasyonun saati artık değiştirilemez',
      text: 'Saat, hizmet sağlayıcının izin verdiği kadar değiştirildi. Hizmet sağlayıcıyla iletişime geçin.',
    },
    payment_required: {
      title: 'Ödeme gerekiyor',
      text: 'Rezervasyon, ödeme yapılınca onaylanır.',
    },
    payment_unavailable: {
      title: 'Şu anda ödeme alamıyoruz',
      text: 'Ödeme hizmeti yanıt vermiyor. Birazdan yeniden deneyin. Sizden ücret alınmadı.',
    },
    validation_failed: {
      title: 'Bilgilerinizi kontrol edin',
      text: 'Bazı bilgiler geçerli değil. Düzeltip yeniden deneyin.',
    },
    request_in_progress: {
      title: 'Hâlâ işleniyor',
      text: 'İsteğiniz hâlâ işleniyor. Birazdan yeniden deneyin.',
    },
  },
  details: {
    name: 'Ad soyad',
    email: 'E-posta',
    note: 'Not (isteğe bağlı)',
    nameMissing: 'Adınızı girin',
    emailWrong: 'Bir e-posta adresi girin, örneğin ada@example.com',
    phone: 'Telefon numarası',
    phoneHint: 'O zaman size e-posta gönderilmez. Sonda göstereceğimiz bağlantıyı saklayın.',
    phoneWrong: 'Bir telefon numarası girin, örneğin +90\u00a0212\u00a0123\u00a045\u00a067',
    usePhone: 'Bunun yerine telefon numarası girin',
    useEmail: 'Bunun yerine e-posta adresi girin',
    notAccepted: 'Bu değer kabul edilmedi. Kontrol edip yeniden deneyin.',
  },
  calendarLinks: {
    title: 'Takvime ekle',
    download: 'Takvim dosyası (.ics)',
    google: 'Google Takvim',
    outlook: 'Outlook',
  },
  eventTypes: {
    approval: 'talep üzerine',
    dates: 'Randevu',
    from: (day) => `ilk gün: ${day}`,
  },
  location: {
    where: 'Yer',
    inPerson: 'Yüz yüze',
    callNumber: (phone) => `Telefonla: siz ${phone} numarasını arayın`,
    callYou: 'Telefonla: biz sizi ararız',
    link: 'Çevrimiçi',
    googleMeet: 'Çevrimiçi: Google Meet',
    teams: 'Çevrimiçi: Microsoft Teams',
    askBooker: 'Sizin seçeceğiniz bir yerde',
    join: 'Çevrimiçi katıl',
  },
  redirect: {
    going: (site) => `Yönlendiriliyorsunuz: ${site}…`,
    goNow: 'Devam et',
  },
  signedIn: {
    as: (email) => `Oturum açan: ${email}`,
    signOut: 'Oturumu kapat',
  },
} satisfies SharedTranslations
