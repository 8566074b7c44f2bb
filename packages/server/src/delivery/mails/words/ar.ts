import { nightsIn } from './nights-in.ts'
import type { StayWords, Words } from './wording.ts'

/** Emails about bookings in Arabic. */
export const ARABIC: Words = {
  language: 'ar',
  locale: 'ar',
  title: (title, providerName) => `${title ?? 'موعد'} مع ${providerName}`,
  and: (first, second) => `${first} و${second}`,
  andMore: (first, count) => `${first} و${count} غيره`,
  nowWith: (names) => `حجزكم الآن مع ${names}.`,
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
    booker: (name) => `تصلك هذه الرسالة لأن هذا العنوان استُخدم لحجز لدى ${name}.`,
    guest: (name) => `تصلك هذه الرسالة لأنك دُعيت إلى حجز لدى ${name}.`,
    staff: (name) => `تصلك هذه الرسالة لأنك تعمل مع ${name}.`,
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
  },
}

/** Emails about stays in Arabic. */
export const ARABIC_STAYS: StayWords = {
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
}
