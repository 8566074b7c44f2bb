import { nightsIn } from '../nights-in.ts'
import type { Texts } from '../texts.ts'

/** What emails and SMS say in Turkish. */
export default {
  bookings: {
    language: 'tr',
    locale: 'tr-TR',
    title: (title, providerName) => `${title ?? 'Randevu'} – ${providerName}`,
    and: (first, second) => `${first} ve ${second}`,
    andMore: (first, count) => `${first} ve ${count} kişi daha`,
    nowWith: (names) => `Rezervasyonunuz artık şu kişilerle: ${names}.`,
    insteadOf: (now, before) => `${before} yerine ${now}`,
    nowFor: (now, before) => `Bu rezervasyon artık ${before} yerine ${now} için.`,
    clock: (time) => `${time}`,
    rows: {
      what: 'Konu',
      when: 'Zaman',
      where: 'Yer',
      previousTime: 'Önceki zaman',
      agreedTime: 'Kararlaştırılan zaman',
      with: 'Kiminle',
      bookedBy: 'Rezervasyon sahibi',
      note: 'Not',
      reason: 'Neden',
      answerBy: 'Son yanıt zamanı',
      alsoBooked: 'Birlikte rezerve edilen',
    },
    othersStay: 'Aynı anda yaptığınız diğer rezervasyonlar değişmez.',
    providerGone: 'Hizmet sağlayıcı artık hizmet vermiyor.',
    serviceGone: 'Bu hizmet artık sunulmuyor.',
    receivedBecause: {
      booker: (name) =>
        `Bu e-postayı, bu adresle ${name} için rezervasyon yapıldığı için alıyorsunuz.`,
      guest: (name) =>
        `Bu e-postayı, ${name} ile bir rezervasyona davet edildiğiniz için alıyorsunuz.`,
      staff: (name) => `Bu e-postayı, ${name} ile çalıştığınız için alıyorsunuz.`,
    },
    linkFollows: 'Katılma bağlantısı e-posta ile gelecek.',
    links: {
      join: 'Katıl',
      confirm: 'Rezervasyonu onayla',
      manage: 'Görüntüle, değiştir ya da iptal et',
      view: 'Rezervasyonu görüntüle',
      approve: 'Kabul et',
      decline: 'Reddet',
      open: 'Panelde aç',
      addToCalendar: 'Takvime ekle',
    },
    messages: {
      emailProofNeeded: {
        subject: (title) => `Lütfen onaylayın: ${title}`,
        lead: 'Bu rezervasyonu onaylamak için bağlantıyı açın. Saati birkaç dakika ayırıyoruz. Bu talep size ait değilse bu e-postayı dikkate almayın.',
      },
      requested: {
        subject: (title) => `Talep alındı: ${title}`,
        lead: 'Talebinizi aldık. Yanıtlanınca size yazacağız.',
      },
      approvalNeeded: {
        subject: (title) => `Onay gerekiyor: ${title}`,
        lead: 'Bir rezervasyon talebi onayınızı bekliyor.',
      },
      confirmed: {
        subject: (title) => `Onaylandı: ${title}`,
        lead: 'Rezervasyonunuz onaylandı.',
      },
      newBooking: {
        subject: (title) => `Yeni rezervasyon: ${title}`,
        lead: 'Yeni bir rezervasyonunuz var.',
      },
      rescheduled: {
        subject: (title) => `Yeni zaman: ${title}`,
        lead: 'Bu rezervasyonun zamanı değişti.',
      },
      otherService: {
        subject: (title) => `Yeni hizmet: ${title}`,
      },
      reassigned: {
        subject: (title) => `Güncellendi: ${title}`,
      },
      teamChanged: {
        subject: (title) => `Güncellendi: ${title}`,
        lead: 'Bu rezervasyondaki kişiler ya da odalar değişti. Zaman aynı kaldı.',
      },
      withdrawn: {
        subject: (title) => `Devredildi: ${title}`,
        lead: 'Bu rezervasyon başka birine verildi. Artık katılmıyorsunuz.',
      },
      clocksChanged: {
        subject: (title) => `Saat değişikliği: ${title}`,
        lead: 'Bu rezervasyonun yapılacağı yerde saat uygulaması kuralları değişti. Kararlaştırılan yerel saat aynı kalıyor. Lütfen takviminizi güncelleyin.',
      },
      timeConflict: {
        subject: (title) => `Zamanı değiştirilmeli: ${title}`,
        lead: 'Saat diliminizde saat uygulaması kuralları değişti. Bu rezervasyon kararlaştırılan yerel saatte kalamıyor, çünkü o saat dolu. Lütfen zamanını değiştirin ya da iptal edin.',
      },
      relocated: {
        subject: (title) => `Yeni yer: ${title}`,
        lead: 'Bu rezervasyonun yeri değişti.',
      },
      linkReady: {
        subject: (title) => `Katılma bağlantısı: ${title}`,
        lead: 'Katılma bağlantısı aşağıda.',
      },
      invited: {
        subject: (title) => `Davet: ${title}`,
        lead: 'Bu randevuya davetlisiniz.',
      },
      uninvited: {
        subject: (title) => `İptal edildi: ${title}`,
        lead: 'Bu randevuya davetiniz geri alındı.',
      },
      cancelled: {
        subject: (title) => `İptal edildi: ${title}`,
        lead: 'Bu rezervasyon iptal edildi.',
      },
      requestExpired: {
        subject: (title) => `Süresi doldu: ${title}`,
        lead: 'Bu talep zamanında yanıtlanmadığı için süresi doldu. Saat yeniden boş.',
      },
      reminder: {
        subject: (title) => `Hatırlatma: ${title}`,
        lead: 'Rezervasyonunuzun zamanı yaklaşıyor.',
      },
      thankYou: {
        subject: (title) => `Teşekkürler: ${title}`,
        lead: 'Ziyaretiniz için teşekkür ederiz. Yeniden görüşmek dileğiyle.',
      },
      noShow: {
        subject: (title) => `Sizi göremedik: ${title}`,
        lead: 'Sizi bekledik ama gelemediniz. Dilediğiniz zaman yeni bir saat ayırtabilirsiniz.',
      },
      waitlistOffered: {
        subject: (title) => `Boş bir saat var: ${title}`,
        lead: 'Bir saat boşaldı ve sıra sizde. Saati sizin için ayırıyoruz. Zamanında onaylayın; yoksa sıradaki kişiye geçer.',
      },
      waitlistLapsed: {
        subject: (title) => `Teklifin süresi doldu: ${title}`,
        lead: 'Bu saati onaylamadınız, bu yüzden sıradaki kişiye geçiyor. Üç teklife kadar bekleme listesindeki yeriniz korunur.',
      },
    },
  },
  stays: {
    locale: 'tr-TR',
    title: (calendarName) => `Konaklama: ${calendarName}`,
    arrival: 'Giriş',
    departure: 'Çıkış',
    from: (hour) => `en erken ${hour}`,
    until: (hour) => `en geç ${hour}`,
    what: 'Konu',
    previousDates: 'Önceki tarihler',
    days: (arrival, departure) => `${arrival} – ${departure}`,
    link: 'Görüntüle, değiştir ya da iptal et',
    length: 'Gece sayısı',
    nights: nightsIn('tr-TR', { one: '# gece', other: '# gece' }),
    bookingMessages: {
      emailProofNeeded: {
        lead: 'Bu rezervasyonu onaylamak için bağlantıyı açın. Geceleri birkaç dakika ayırıyoruz. Bu talep size ait değilse bu e-postayı dikkate almayın.',
      },
      rescheduled: {
        subject: (title) => `Yeni tarihler: ${title}`,
        lead: 'Bu konaklamanın tarihleri değişti.',
      },
      invited: { lead: 'Bu konaklamaya davetlisiniz.' },
      uninvited: { lead: 'Bu konaklamaya artık davetli değilsiniz.' },
      requestExpired: {
        lead: 'Bu talep zamanında yanıtlanmadığı için sona erdi. Geceler yeniden müsait.',
      },
    },
    messages: {
      'stay.created': {
        subject: 'Onaylandı',
        lead: 'Konaklamanız ayırtıldı.',
      },
      'stay.updated': {
        subject: 'Yeni tarihler',
        lead: 'Konaklamanızın tarihleri değişti.',
      },
      'stay.deleted': {
        subject: 'İptal edildi',
        lead: 'Konaklamanız iptal edildi.',
      },
    },
  },
  payments: {
    amount: 'Tutar',
    due: 'Kalan tutar',
    payBy: 'Son ödeme',
    pay: 'Şimdi öde',
    unpaid: 'Ödeme başarısız oldu.',
    balanceUnpaid: 'Tutarın kalanı zamanında ödenmedi.',
    securityDeposit: {
      label: 'Depozito',
      title: (service) => `Depozito: ${service}`,
      link: 'Depozitoyu onayla',
      messages: {
        securityDepositNeeded: {
          subject: (title) => `Lütfen depozitoyu onaylayın: ${title}`,
          lead: 'Tesis, varışınızdan önce bir depozito istiyor. Depozitoyu kartınızda onaylayın: tutar yalnızca ayrılır, çekilmez. Hasar yoksa ayrılışınızdan sonra serbest bırakılır.',
        },
        securityDepositTaken: {
          subject: (title) => `Depozitonuzdan kesinti: ${title}`,
          lead: 'Tesis bu tutarı depozitonuzdan aldı. Kalan tutar serbest bırakıldı.',
        },
      },
    },
    messages: {
      paymentNeeded: {
        subject: (title) => `Ödeme gerekli: ${title}`,
        lead: 'Rezervasyonunuzu onaylamak için ödeme yapın. O zamana kadar saati sizin için tutuyoruz.',
      },
      paymentFailed: {
        subject: (title) => `Ödeme başarısız: ${title}`,
        lead: 'Rezervasyonunuz onaylandı, ancak ödeme alınamadı. Lütfen yeniden ödeyin.',
      },
      refunded: {
        subject: (title) => `İade: ${title}`,
        lead: 'Size bir iade gönderdik. Ulaşması birkaç gün sürebilir.',
      },
    },
  },
  groups: {
    requested: 'Bu randevular için talebinizi aldık. Yanıtlandığında size e-posta göndereceğiz.',
    approvalNeeded: 'Bu randevu talepleri onayınızı bekliyor.',
    confirmed: 'Randevularınız onaylandı.',
    newBooking: 'Yeni rezervasyonlarınız var.',
    invited: 'Bu randevulara davetlisiniz.',
    rescheduled: 'Bu randevuların zamanı değişti.',
    cancelled: 'Bu randevular iptal edildi.',
  },
  sessions: {
    seats: 'Yerler',
    taken: (count, capacity) => `${capacity} yerden ${count} dolu`,
    messages: {
      cancelled: {
        subject: (title) => `Ders iptal edildi: ${title}`,
        lead: 'Bu ders iptal edildi. Yer ayırtan herkese e-posta gönderilir.',
      },
      moved: {
        subject: (title) => `Yeni ders zamanı: ${title}`,
        lead: 'Bu dersin zamanı değişti. Yer ayırtan herkese e-posta gönderilir.',
      },
      joined: {
        subject: (title) => `Ders size verildi: ${title}`,
        lead: 'Bu ders size verildi. Yer ayırtan herkese e-posta gönderilir.',
      },
      left: {
        subject: (title) => `Ders devredildi: ${title}`,
        lead: 'Bu ders başka birine verildi. Artık katılmıyorsunuz.',
      },
      changed: {
        subject: (title) => `Ders değişti: ${title}`,
        lead: 'Bu dersin kişileri veya odaları değişti. Zamanı aynı kaldı.',
      },
      emptied: {
        subject: (title) => `Derste kimse yok: ${title}`,
        lead: 'Bu derste artık kimsenin yeri yok. Zamanınız yeniden boş.',
      },
    },
  },
  waitlist: {
    links: {
      joinList: 'Bekleme listesine katıl',
      viewList: 'Bekleme listesini görüntüle ya da listeden ayrıl',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Lütfen onaylayın: bekleme listesi, ${title}`,
        lead: 'Bekleme listesine katılmak için bağlantıyı 24 saat içinde açın. Bu talep size ait değilse bu e-postayı dikkate almayın.',
      },
      waitlistJoined: {
        subject: (title) => `Bekleme listesindesiniz: ${title}`,
        lead: 'Bekleme listesindesiniz. Bir saat boşalır ve sıra size gelirse saati sizin için ayırır ve size yazarız.',
      },
      waitlistEnded: {
        subject: (title) => `Artık bekleme listesinde değilsiniz: ${title}`,
        lead: 'Artık bu bekleme listesinde değilsiniz: süre bitti, üç teklifin süresi doldu, ders iptal edildi ya da liste kapatıldı.',
      },
    },
  },
  signIn: {
    subject: (account) => `Rezervasyonlarınız: ${account}`,
    lead: (account) =>
      `Rezervasyonlarınızı görmek için bağlantıyı 15 dakika içinde açın (${account}). Bağlantı bir kez çalışır. Bunu siz istemediyseniz bu e-postayı dikkate almayın.`,
    link: 'Rezervasyonlarımı gör',
  },
  sms: {
    kinds: {
      requested: 'Talebiniz alındı',
      confirmed: 'Rezervasyon onaylandı',
      rescheduled: 'Rezervasyonunuzun yeni saati',
      otherService: 'Rezervasyonunuzun yeni hizmeti',
      cancelled: 'Rezervasyon iptal edildi',
      requestExpired: 'Talebiniz yanıtlanmadan sona erdi',
      reminder: 'Rezervasyon hatırlatması',
    },
    manage: 'Değiştir veya iptal et',
  },
} satisfies Texts
