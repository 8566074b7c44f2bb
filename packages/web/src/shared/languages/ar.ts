import { pluralsOf } from '../plurals.ts'
import type { SharedTranslations } from './shared-translations.ts'

const plural = pluralsOf('ar')

export default {
  shared: {
    language: 'اللغة',
    hourCycle: 'صيغة الوقت',
    hourCycles: {
      h23: '24 ساعة',
      h12: '12 ساعة',
    },
    firstWeekday: 'أول أيام الأسبوع',
    loading: 'جارٍ التحميل…',
    retry: 'إعادة المحاولة',
    offlineTitle: 'لا يوجد اتصال',
    offline: 'يتعذر الوصول إلى الخادم. يُرجى التحقق من الاتصال ثم إعادة المحاولة.',
    slow: 'يستغرق هذا وقتًا أطول من المعتاد. ما زلنا نحاول…',
    busyTitle: 'طلبات كثيرة جدًا',
    busy: (seconds) =>
      `أرسلت شبكتكم طلبات كثيرة جدًا. يُرجى إعادة المحاولة بعد ${plural(seconds, { zero: '# ثانية', one: 'ثانية واحدة', two: 'ثانيتين', few: '# ثوانٍ', many: '# ثانية', other: '# ثانية' })}.`,
    failedTitle: 'حدث خطأ ما',
    failed: 'يُرجى إعادة المحاولة بعد قليل.',
    reference: (id) => `الرقم المرجعي للدعم: ${id}`,
    partMissing: 'لم يُحمَّل جزء من هذه الصفحة. يُرجى التحقق من الاتصال ثم إعادة المحاولة.',
    crashed: 'توقفت هذه الصفحة عن العمل. يُرجى إعادة تحميلها للمتابعة.',
    reload: 'إعادة تحميل الصفحة',
    notFoundTitle: 'الصفحة غير موجودة',
    notFound: 'قد يكون الرابط غير مكتمل، أو لم تعد الصفحة موجودة.',
    poweredBy: 'الحجز عبر Holdfast',
  },
  slots: {
    zone: 'المنطقة الزمنية',
    zoneIs: (zone) => `المنطقة الزمنية: ${zone}`,
    change: 'تغيير',
    changeZone: 'تغيير المنطقة الزمنية',
    searchZone: 'البحث عن مدينة',
    zonesFound: (count) =>
      plural(count, {
        0: 'لم يُعثر على مناطق زمنية. يُرجى البحث عن مدينة أكبر.',
        one: 'منطقة زمنية واحدة',
        two: 'منطقتان زمنيتان',
        few: '# مناطق زمنية',
        many: '# منطقة زمنية',
        other: '# منطقة زمنية',
      }),
    previousMonth: 'الشهر السابق',
    nextMonth: 'الشهر التالي',
    chooseDay: 'اختيار اليوم',
    today: 'اليوم',
    free: (count) =>
      plural(count, {
        zero: 'لا مواعيد متاحة',
        one: 'موعد واحد متاح',
        two: 'موعدان متاحان',
        few: '# مواعيد متاحة',
        many: '# موعدًا متاحًا',
        other: '# موعد متاح',
      }),
    noneFree: 'لا مواعيد متاحة',
    timesOn: (day) => `مواعيد ${day}`,
    people: (count) =>
      plural(count, {
        zero: '# شخص',
        one: 'شخص واحد',
        two: 'شخصان',
        few: '# أشخاص',
        many: '# شخصًا',
        other: '# شخص',
      }),
    seatsLeft: (count) =>
      plural(count, {
        zero: 'لا مقاعد متبقية',
        one: 'بقي مقعد واحد',
        two: 'بقي مقعدان',
        few: 'بقيت # مقاعد',
        many: 'بقي # مقعدًا',
        other: 'بقي # مقعد',
      }),
    inProviderZone: (time, city) => `${time} بتوقيت ${city}`,
    noTimesTitle: 'لا مواعيد متاحة هذا الشهر',
    noTimes: 'يُرجى تجربة شهر لاحق.',
    showNext: 'عرض الشهر التالي',
    nextDay: 'أقرب يوم متاح',
    searching: 'جارٍ البحث عن أقرب يوم متاح…',
    noneAhead: 'لا مواعيد متاحة خلال الأشهر الاثني عشر القادمة.',
    morning: 'صباحًا',
    afternoon: 'بعد الظهر',
    evening: 'مساءً',
  },
  problems: {
    slot_taken: {
      title: 'هذا الموعد محجوز',
      text: 'حجز شخص آخر هذا الموعد للتو. يُرجى اختيار موعد آخر.',
    },
    slot_not_bookable: {
      title: 'هذا الموعد غير متاح',
      text: 'يُرجى اختيار موعد آخر.',
    },
    session_cancelled: {
      title: 'أُلغيت هذه الجلسة',
      text: 'لم تعد تُعقد في هذا الموعد. اختر موعدًا آخر.',
    },
    booker_not_allowed: {
      title: 'لا يمكنكم حجز هذه الخدمة',
      text: 'هذه الخدمة لعملاء معيّنين فقط، أو أنكم حجزتموها بالفعل بعدد المرات المسموح به. يُرجى اختيار خدمة أخرى أو التواصل مع مقدّم الخدمة.',
    },
    limit_reached: {
      title: 'بلغتم الحد الأقصى للحجوزات',
      text: 'بلغ عدد الحجوزات حده الأقصى لهذا اليوم أو لكم. يُرجى اختيار يوم آخر أو إلغاء أحد حجوزاتكم.',
    },
    calendar_unavailable: {
      title: 'يتعذر التحقق من هذا الموعد الآن',
      text: 'لا يستجيب تقويم مقدّم الخدمة. يُرجى إعادة المحاولة بعد قليل أو اختيار موعد آخر.',
    },
    hold_expired: {
      title: 'لم يعد هذا الموعد محفوظًا لكم',
      text: 'انتهت مدة حفظ الموعد، فأصبح متاحًا للآخرين. يُرجى اختيار موعد من جديد.',
    },
    invalid_transition: {
      title: 'لم يعد هذا ممكنًا',
      text: 'تغيّر الحجز. يُرجى إعادة تحميل الصفحة للاطلاع على البيانات الحالية.',
    },
    event_type_inactive: {
      title: 'غير متاح حاليًا',
      text: 'لا يستقبل مقدّم الخدمة هذه الحجوزات حاليًا.',
    },
    provider_inactive: {
      title: 'غير متاح حاليًا',
      text: 'لا يستقبل مقدّم الخدمة حجوزات حاليًا.',
    },
    account_suspended: {
      title: 'غير متاح حاليًا',
      text: 'لا يستقبل مقدّم الخدمة حجوزات حاليًا.',
    },
    not_a_candidate: {
      title: 'لم يعد هذا الخيار متاحًا',
      text: 'يُرجى اختيار شخص آخر أو «بلا تفضيل».',
    },
    too_late_to_change: {
      title: 'فات أوان التغيير',
      text: 'بدأ هذا الموعد بالفعل. يُرجى التواصل مع مقدّم الخدمة.',
    },
    reschedule_limit_reached: {
      title: 'لا يمكن تغيير موعد هذا الحجز مجددًا',
      text: 'تغيّر موعده بعدد المرات الذي يسمح به مقدّم الخدمة. يُرجى التواصل مع مقدّم الخدمة.',
    },
    payment_required: {
      title: 'الدفع مطلوب',
      text: 'يُؤكَّد الحجز بعد الدفع.',
    },
    payment_unavailable: {
      title: 'يتعذر قبول المدفوعات الآن',
      text: 'لا تستجيب خدمة الدفع. يُرجى إعادة المحاولة بعد قليل. لم يُخصم أي مبلغ.',
    },
    validation_failed: {
      title: 'يُرجى التحقق من بياناتكم',
      text: 'بعض البيانات غير صالحة. يُرجى تصحيحها ثم إعادة المحاولة.',
    },
    request_in_progress: {
      title: 'قيد المعالجة',
      text: 'ما زال طلبكم قيد المعالجة. يُرجى إعادة المحاولة بعد قليل.',
    },
  },
  details: {
    name: 'الاسم',
    email: 'البريد الإلكتروني',
    note: 'ملاحظة (اختياري)',
    nameMissing: 'يُرجى إدخال الاسم',
    emailWrong: 'يُرجى إدخال عنوان بريد إلكتروني، مثل ada@example.com',
    phone: 'رقم الهاتف',
    phoneHint: 'لن تصلكم رسائل بريد إلكتروني في هذه الحالة. احتفظوا بالرابط الذي نعرضه في النهاية.',
    phoneWrong: 'يُرجى إدخال رقم هاتف، مثل \u2066+971\u00a04\u00a0123\u00a04567\u2069',
    usePhone: 'استخدام رقم هاتف بدلًا من ذلك',
    useEmail: 'استخدام بريد إلكتروني بدلًا من ذلك',
    notAccepted: 'لم تُقبل هذه القيمة. يُرجى التحقق منها ثم إعادة المحاولة.',
  },
  calendarLinks: {
    title: 'إضافة إلى التقويم',
    download: 'ملف تقويم (\u2066.ics\u2069)',
    google: 'تقويم Google',
    outlook: 'Outlook',
  },
  eventTypes: {
    approval: 'عند الطلب',
    dates: 'موعد',
    from: (day) => `ابتداءً من ${day}`,
    next: (when) => `أقرب موعد متاح: ${when}`,
  },
  location: {
    where: 'المكان',
    inPerson: 'حضوريًا',
    callNumber: (phone) => `عبر الهاتف: تتصلون بالرقم \u2066${phone}\u2069`,
    callYou: 'عبر الهاتف: نتصل بكم',
    link: 'عبر الإنترنت',
    googleMeet: 'عبر الإنترنت: Google Meet',
    teams: 'عبر الإنترنت: Microsoft Teams',
    askBooker: 'في مكان تختارونه',
    join: 'الانضمام عبر الإنترنت',
  },
  redirect: {
    going: (site) => `جارٍ نقلكم إلى ${site}…`,
    goNow: 'متابعة',
  },
  signedIn: {
    as: (email) => `تم تسجيل الدخول باسم ${email}`,
    signOut: 'تسجيل الخروج',
  },
  nights: {
    chooseArrival: 'يُرجى اختيار تاريخ الوصول.',
    chooseDeparture: 'يُرجى اختيار تاريخ المغادرة.',
    arrival: 'الوصول',
    departure: 'المغادرة',
    length: 'مدة الإقامة',
    nights: (count) =>
      plural(count, {
        zero: '# ليلة',
        one: 'ليلة واحدة',
        two: 'ليلتان',
        few: '# ليالٍ',
        many: '# ليلة',
        other: '# ليلة',
      }),
    canArrive: 'الوصول ممكن',
    canLeave: (nights) =>
      `المغادرة ممكنة، ${plural(nights, { zero: '# ليلة', one: 'ليلة واحدة', two: 'ليلتان', few: '# ليالٍ', many: '# ليلة', other: '# ليلة' })}`,
    inStay: 'ضمن إقامتكم',
    taken: 'محجوز',
    closed: 'مغلق',
    notPossible: 'غير متاح',
    lead: (checkIn, checkOut) => `تسجيل الوصول من ${checkIn}، والمغادرة حتى ${checkOut}.`,
    minNights: (count) =>
      plural(count, {
        1: '',
        two: 'الحد الأدنى للإقامة: ليلتان.',
        few: 'الحد الأدنى للإقامة: # ليالٍ.',
        many: 'الحد الأدنى للإقامة: # ليلة.',
        other: 'الحد الأدنى للإقامة: # ليلة.',
      }),
    maxNights: (count) =>
      `الحد الأقصى للإقامة: ${plural(count, { zero: '# ليلة', one: 'ليلة واحدة', two: 'ليلتان', few: '# ليالٍ', many: '# ليلة', other: '# ليلة' })}.`,
    takenTitle: 'حُجزت بعض الليالي للتو',
    ruleTitle: 'لا يمكن حجز هذه التواريخ',
    rule: 'تغيّرت شروط الحجز. يُرجى اختيار تواريخ أخرى.',
    startOver: 'اختيار تواريخ أخرى',
    from: (day, time) => `${day}، من ${time}`,
    by: (day, time) => `${day}، حتى ${time}`,
    zone: (city) => `جميع الأوقات بالتوقيت المحلي في ${city}.`,
    moveTitle: 'اختيار تواريخ جديدة',
    moveNote: 'تبقى لياليكم محجوزة إلى أن تُحجز الليالي الجديدة.',
    moveYes: (arrival, departure) => `نقل الإقامة إلى ${arrival} – ${departure}`,
    keepDates: 'الإبقاء على تواريخي',
    notFreeTitle: 'هذه التواريخ غير ممكنة',
    notFree: 'حُجزت بعض الليالي للتو، أو تغيّرت الشروط. يُرجى اختيار تواريخ أخرى.',
    newTotal: (amount) => `تبلغ تكلفة إقامتك في هذه التواريخ ${amount} إجمالًا.`,
    newTotalNote:
      'إذا زادت عن السابق فسنرسل إليك عبر البريد الإلكتروني رابطًا لدفع الباقي، وإذا قلّت فستسترد ما تسمح به سياسة الإلغاء.',
    perNight: (amount: string) => `${amount} لليلة`,
    total: (amount: string) => `الإجمالي: ${amount}`,
    bookThese: 'احجز هذه التواريخ',
  },
} satisfies SharedTranslations
