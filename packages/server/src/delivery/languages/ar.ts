import { nightsIn } from '../nights-in.ts'
import type { Texts } from '../texts.ts'

/** What emails and SMS say in Arabic. */
export default {
  bookings: {
    language: 'ar',
    locale: 'ar',
    title: (title, providerName) => `${title ?? 'موعد'} مع ${providerName}`,
    and: (first, second) => `${first} و${second}`,
    andMore: (first, count) => `${first} و${count} غيره`,
    nowWith: (names) => `حجزكم الآن مع ${names}.`,
    insteadOf: (now, before) => `${now} بدلًا من ${before}`,
    nowFor: (now, before) => `أصبح هذا الحجز لخدمة ${now} بدلًا من ${before}.`,
    clock: (time) => `${time}`,
    rows: {
      what: 'الحجز',
      when: 'الوقت',
      where: 'المكان',
      previousTime: 'الوقت السابق',
      agreedTime: 'الوقت المتفق عليه',
      with: 'مع',
      bookedBy: 'صاحب الحجز',
      note: 'ملاحظة',
      reason: 'السبب',
      answerBy: 'آخر وقت للرد',
      alsoBooked: 'محجوز معه',
    },
    othersStay: 'تبقى الحجوزات الأخرى التي أجريتها في الوقت نفسه كما هي.',
    providerGone: 'لم يعد مقدّم الخدمة متاحًا.',
    serviceGone: 'لم تعد هذه الخدمة متاحة.',
    receivedBecause: {
      booker: (name) => `تصلكم هذه الرسالة لأن هذا العنوان استُخدم لحجز لدى ${name}.`,
      guest: (name) => `تصلكم هذه الرسالة لأنكم دُعيتم إلى حجز لدى ${name}.`,
      staff: (name) => `تصلكم هذه الرسالة لأنكم تعملون مع ${name}.`,
    },
    linkFollows: 'سنرسل رابط الانضمام بالبريد الإلكتروني.',
    links: {
      join: 'انضمام',
      confirm: 'تأكيد الحجز',
      manage: 'عرض أو تغيير أو إلغاء',
      view: 'عرض الحجز',
      approve: 'موافقة',
      decline: 'رفض',
      open: 'فتح في لوحة التحكم',
      addToCalendar: 'إضافة إلى التقويم',
    },
    messages: {
      emailProofNeeded: {
        subject: (title) => `يُرجى التأكيد: ${title}`,
        lead: 'يُرجى فتح الرابط لتأكيد هذا الحجز. نحفظ الموعد لبضع دقائق. إن لم تطلبوا ذلك، فتجاهلوا هذه الرسالة.',
      },
      requested: {
        subject: (title) => `استلمنا الطلب: ${title}`,
        lead: 'استلمنا طلبكم. سنراسلكم عند الرد عليه.',
      },
      approvalNeeded: {
        subject: (title) => `مطلوب موافقتكم: ${title}`,
        lead: 'طلب حجز بانتظار موافقتكم.',
      },
      confirmed: {
        subject: (title) => `حجز مؤكَّد: ${title}`,
        lead: 'تم تأكيد حجزكم.',
      },
      newBooking: {
        subject: (title) => `حجز جديد: ${title}`,
        lead: 'لديكم حجز جديد.',
      },
      rescheduled: {
        subject: (title) => `موعد جديد: ${title}`,
        lead: 'تغيّر موعد هذا الحجز.',
      },
      otherService: {
        subject: (title) => `خدمة جديدة: ${title}`,
      },
      reassigned: {
        subject: (title) => `تحديث: ${title}`,
      },
      teamChanged: {
        subject: (title) => `تحديث: ${title}`,
        lead: 'تغيّر الأشخاص أو الغرف في هذا الحجز. الموعد لم يتغير.',
      },
      withdrawn: {
        subject: (title) => `أُسند إلى غيركم: ${title}`,
        lead: 'أُسند هذا الحجز إلى شخص آخر. لم تعودوا مشاركين فيه.',
      },
      clocksChanged: {
        subject: (title) => `تغيير الساعة: ${title}`,
        lead: 'تغيّرت قواعد تغيير الساعة في مكان هذا الحجز. يبقى الوقت المحلي المتفق عليه كما هو. يُرجى تحديث تقويمكم.',
      },
      timeConflict: {
        subject: (title) => `يلزم تغيير الموعد: ${title}`,
        lead: 'تغيّرت قواعد تغيير الساعة في منطقتكم الزمنية. لا يمكن لهذا الحجز أن يبقى في الوقت المحلي المتفق عليه لأنه محجوز. يُرجى تغيير الموعد أو إلغاؤه.',
      },
      relocated: {
        subject: (title) => `مكان جديد: ${title}`,
        lead: 'تغيّر مكان هذا الحجز.',
      },
      linkReady: {
        subject: (title) => `رابط الانضمام: ${title}`,
        lead: 'إليكم رابط الانضمام.',
      },
      invited: {
        subject: (title) => `دعوة: ${title}`,
        lead: 'أنتم مدعوون إلى هذا الموعد.',
      },
      uninvited: {
        subject: (title) => `موعد ملغى: ${title}`,
        lead: 'أُلغيت دعوتكم إلى هذا الموعد.',
      },
      cancelled: {
        subject: (title) => `حجز ملغى: ${title}`,
        lead: 'أُلغي هذا الحجز.',
      },
      requestExpired: {
        subject: (title) => `انتهت صلاحية الطلب: ${title}`,
        lead: 'انتهت صلاحية هذا الطلب لأنه لم يُرد عليه في الوقت المحدد. الموعد متاح مجددًا.',
      },
      reminder: {
        subject: (title) => `تذكير: ${title}`,
        lead: 'اقترب موعد حجزكم.',
      },
      thankYou: {
        subject: (title) => `شكرًا لكم: ${title}`,
        lead: 'شكرًا لزيارتكم. نتطلع إلى رؤيتكم مجددًا.',
      },
      noShow: {
        subject: (title) => `افتقدناكم: ${title}`,
        lead: 'كنا بانتظاركم، لكن الموعد لم يتم. يمكنكم حجز موعد جديد متى شئتم.',
      },
      waitlistOffered: {
        subject: (title) => `يوجد موعد متاح: ${title}`,
        lead: 'توفر موعد وحان دوركم. نحفظه لكم. يُرجى تأكيده في الوقت المحدد، وإلا انتقل إلى الشخص التالي.',
      },
      waitlistLapsed: {
        subject: (title) => `انتهت صلاحية العرض: ${title}`,
        lead: 'لم تؤكدوا هذا الموعد، لذلك ينتقل إلى الشخص التالي. تحتفظون بمكانكم في قائمة الانتظار حتى ثلاثة عروض.',
      },
    },
  },
  stays: {
    locale: 'ar',
    title: (calendarName) => `إقامة في ${calendarName}`,
    arrival: 'الوصول',
    departure: 'المغادرة',
    from: (hour) => `من ${hour}`,
    until: (hour) => `حتى ${hour}`,
    what: 'الحجز',
    previousDates: 'التواريخ السابقة',
    days: (arrival, departure) => `من ${arrival} إلى ${departure}`,
    link: 'عرض أو تغيير أو إلغاء',
    length: 'عدد الليالي',
    nights: nightsIn('ar', {
      zero: '# ليلة',
      one: 'ليلة واحدة',
      two: 'ليلتان',
      few: '# ليالٍ',
      many: '# ليلة',
      other: '# ليلة',
    }),
    bookingMessages: {
      emailProofNeeded: {
        lead: 'يُرجى فتح الرابط لتأكيد هذا الحجز. نحفظ الليالي لبضع دقائق. إن لم تطلبوا ذلك، فتجاهلوا هذه الرسالة.',
      },
      rescheduled: {
        subject: (title) => `تواريخ جديدة: ${title}`,
        lead: 'هذه الإقامة لها تواريخ جديدة.',
      },
      invited: { lead: 'أنتم مدعوون إلى هذه الإقامة.' },
      uninvited: { lead: 'لم تعودوا مدعوين إلى هذه الإقامة.' },
      requestExpired: {
        lead: 'انتهت صلاحية هذا الطلب لأنه لم يُجَب عنه في الوقت المناسب. الليالي متاحة من جديد.',
      },
    },
    messages: {
      'stay.created': {
        subject: 'حجز مؤكَّد',
        lead: 'تم حجز إقامتكم.',
      },
      'stay.updated': {
        subject: 'تواريخ جديدة',
        lead: 'تغيّرت تواريخ إقامتكم.',
      },
      'stay.deleted': {
        subject: 'حجز ملغى',
        lead: 'أُلغيت إقامتكم.',
      },
    },
  },
  payments: {
    amount: 'المبلغ',
    due: 'المتبقي للدفع',
    payBy: 'الدفع قبل',
    pay: 'الدفع الآن',
    unpaid: 'فشلت عملية الدفع.',
    balanceUnpaid: 'لم يُدفع باقي المبلغ في الموعد.',
    securityDeposit: {
      label: 'مبلغ التأمين',
      title: (service) => `مبلغ التأمين: ${service}`,
      link: 'الموافقة على مبلغ التأمين',
      messages: {
        securityDepositNeeded: {
          subject: (title) => `يُرجى الموافقة على مبلغ التأمين: ${title}`,
          lead: 'يطلب مكان الإقامة مبلغ تأمين قبل وصولك. وافق عليه ببطاقتك: يُحجز المبلغ ولا يُخصم. ويُلغى الحجز بعد مغادرتك إذا لم يتضرر شيء.',
        },
        securityDepositTaken: {
          subject: (title) => `خُصم من مبلغ التأمين: ${title}`,
          lead: 'خصم مكان الإقامة هذا المبلغ من مبلغ التأمين. وأُلغي حجز الباقي.',
        },
      },
    },
    messages: {
      paymentNeeded: {
        subject: (title) => `الدفع مطلوب: ${title}`,
        lead: 'يُرجى الدفع لتأكيد حجزكم. نحفظ لكم الموعد حتى ذلك الحين.',
      },
      paymentFailed: {
        subject: (title) => `فشل الدفع: ${title}`,
        lead: 'حجزكم مؤكَّد، لكن عملية الدفع فشلت. يُرجى الدفع مرة أخرى.',
      },
      refunded: {
        subject: (title) => `استرداد: ${title}`,
        lead: 'أرسلنا إليكم مبلغًا مستردًا. قد يستغرق وصوله بضعة أيام.',
      },
    },
  },
  groups: {
    requested: 'استلمنا طلبكم لهذه المواعيد. سنراسلكم عند الرد عليه.',
    approvalNeeded: 'طلبات الحجز هذه بانتظار موافقتكم.',
    confirmed: 'تم تأكيد حجوزاتكم.',
    newBooking: 'لديكم حجوزات جديدة.',
    invited: 'أنتم مدعوون إلى هذه المواعيد.',
    rescheduled: 'تم تغيير مواعيد هذه الحجوزات.',
    cancelled: 'تم إلغاء هذه الحجوزات.',
  },
  sessions: {
    seats: 'المقاعد',
    taken: (count, capacity) => `${count} من ${capacity} محجوزة`,
    messages: {
      cancelled: {
        subject: (title) => `أُلغيت الحصة: ${title}`,
        lead: 'أُلغيت هذه الحصة. يصل بريد إلكتروني إلى كل من حجز.',
      },
      moved: {
        subject: (title) => `نُقلت الحصة: ${title}`,
        lead: 'لهذه الحصة موعد جديد. يصل بريد إلكتروني إلى كل من حجز.',
      },
      joined: {
        subject: (title) => `أُسندت الحصة إليكم: ${title}`,
        lead: 'أُسندت هذه الحصة إليكم. يصل بريد إلكتروني إلى كل من حجز.',
      },
      left: {
        subject: (title) => `أُسندت الحصة إلى غيركم: ${title}`,
        lead: 'أُسندت هذه الحصة إلى شخص آخر. لم تعودوا مشاركين فيها.',
      },
      changed: {
        subject: (title) => `تغيّرت الحصة: ${title}`,
        lead: 'تغيّر الأشخاص أو القاعات في هذه الحصة. يبقى الموعد كما هو.',
      },
      emptied: {
        subject: (title) => `لا حجوزات للحصة: ${title}`,
        lead: 'لم يعد أحد محجوزًا في هذه الحصة. وقتكم متاح من جديد.',
      },
    },
  },
  waitlist: {
    links: {
      joinList: 'الانضمام إلى قائمة الانتظار',
      viewList: 'عرض قائمة الانتظار أو مغادرتها',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `يُرجى التأكيد: قائمة انتظار ${title}`,
        lead: 'يُرجى فتح الرابط خلال 24 ساعة للانضمام إلى قائمة الانتظار. إن لم تطلبوا ذلك، فتجاهلوا هذه الرسالة.',
      },
      waitlistJoined: {
        subject: (title) => `في قائمة الانتظار: ${title}`,
        lead: 'أنتم في قائمة الانتظار. عندما يتوفر موعد ويحين دوركم، نحفظه لكم ونراسلكم.',
      },
      waitlistEnded: {
        subject: (title) => `انتهى الانتظار: ${title}`,
        lead: 'لم تعودوا في قائمة الانتظار هذه: انتهت الفترة، أو انتهت صلاحية ثلاثة عروض، أو أُلغيت الحصة، أو أُغلقت القائمة.',
      },
    },
  },
  signIn: {
    subject: (account) => `حجوزاتكم لدى ${account}`,
    lead: (account) =>
      `افتحوا الرابط خلال 15 دقيقة لعرض حجوزاتكم لدى ${account}. يعمل الرابط مرة واحدة. إذا لم تطلبوه، فتجاهلوا هذه الرسالة.`,
    link: 'عرض حجوزاتي',
  },
  sms: {
    kinds: {
      requested: 'استلمنا طلبكم',
      confirmed: 'تم تأكيد الحجز',
      rescheduled: 'موعد جديد لحجزكم',
      otherService: 'خدمة جديدة لحجزكم',
      cancelled: 'أُلغي الحجز',
      requestExpired: 'انتهت صلاحية طلبكم دون رد',
      reminder: 'تذكير بحجزكم',
    },
    manage: 'تغيير أو إلغاء',
  },
} satisfies Texts
