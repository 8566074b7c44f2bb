import shared from '../../shared/languages/ar.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { BookingTranslations } from '../translations.ts'

const plural = pluralsOf('ar')

export default {
  ...shared,
  booking: {
    openedTitle: 'موعد',
    pageTitle: (what, who) => `${what} مع ${who}`,
    confirmations: {
      hold: 'نحفظ لكم الموعد أثناء إدخال بياناتكم.',
      instant: 'تأكيد فوري.',
      approval: 'يُؤكَّد بعد موافقة مقدّم الخدمة.',
    },
    duration: 'ما المدة؟',
    withWhom: 'مع من؟',
    noPreference: 'بلا تفضيل',
    details: 'بياناتكم',
    chosen: 'موعدكم',
    emailHint: 'سنرسل التأكيد ودعوة التقويم إلى هذا العنوان.',
    confirm: 'تأكيد الحجز',
    book: 'حجز هذا الموعد',
    request: 'طلب هذا الموعد',
    toPayment: 'المتابعة إلى الدفع',
    addGuests: 'إضافة ضيوف',
    otherTime: 'اختيار موعد آخر',
    timeLeft: (time) => `محفوظ لكم: المتبقي ${time}`,
    held: (minutes) =>
      `نحفظ لكم هذا الموعد لمدة ${plural(minutes, { zero: '# دقيقة', one: 'دقيقة واحدة', two: 'دقيقتين', few: '# دقائق', many: '# دقيقة', other: '# دقيقة' })}.`,
    minutesLeft: (minutes) =>
      `بقيت ${plural(minutes, { zero: '# دقيقة', one: 'دقيقة واحدة', two: 'دقيقتان', few: '# دقائق', many: '# دقيقة', other: '# دقيقة' })} للتأكيد.`,
    secondsLeft: (seconds) =>
      `بقيت ${plural(seconds, { zero: '# ثانية', one: 'ثانية واحدة', two: 'ثانيتان', few: '# ثوانٍ', many: '# ثانية', other: '# ثانية' })} للتأكيد.`,
    stillHeld: (when) => `ما زلنا نحفظ لكم هذا الموعد: ${when}.`,
    continue: 'متابعة الحجز',
    expiredTitle: 'لم يعد هذا الموعد محفوظًا لكم',
    expired:
      'انتهت مدة حفظ الموعد، فأصبح متاحًا للآخرين. بياناتكم محفوظة. يمكنكم التأكيد لحجزه إن كان لا يزال متاحًا، أو اختيار موعد آخر.',
    holdAgain: 'محاولة حجز هذا الموعد مجددًا',
    takenTitle: (when) => `حُجز هذا الموعد للتو: ${when}`,
    taken: 'حجز شخص آخر هذا الموعد للتو. هذه المواعيد لا تزال متاحة:',
    withdrawnTitle: (when) => `لم يعد هذا الموعد معروضًا: ${when}`,
    withdrawn: 'هذه المواعيد متاحة:',
    noAlternatives: 'يُرجى اختيار موعد آخر.',
    findingAlternatives: 'جارٍ البحث عن مواعيد أخرى…',
    doneTitle: 'تم تأكيد الحجز',
    checkEmailTitle: 'يُرجى التحقق من بريدكم',
    checkEmail: (email) =>
      `يُرجى فتح الرابط الذي أرسلناه إلى ${email} لتأكيد هذا الحجز. نحفظ الموعد لبضع دقائق.`,
    requestedTitle: 'أُرسل الطلب',
    done: (email) => `سنرسل التأكيد إلى ${email}.`,
    requested: (email) => `سنراسلكم على ${email} عند رد مقدّم الخدمة.`,
    manage: 'إدارة الحجز',
    manageHint:
      'يمكنكم لاحقًا الاطلاع على حجزكم أو تغيير موعده أو إلغاؤه. الرابط موجود أيضًا في بريدكم الإلكتروني.',
    bookAnother: 'حجز موعد آخر',
  },
  extras: {
    where: 'أين تفضلون أن يكون الموعد؟',
    place: 'العنوان أو المكان',
    placeMissing: 'يُرجى إدخال المكان',
    phone: 'رقم الهاتف',
    phoneHint:
      'سنتصل بكم على هذا الرقم. يُرجى كتابته مع رمز الدولة، مثل \u2066+971\u00a04\u00a0123\u00a04567\u2069.',
    phoneWrong: 'يُرجى إدخال رقم هاتف، مثل \u2066+971\u00a04\u00a0123\u00a04567\u2069',
    optional: (label) => `${label} (اختياري)`,
    choose: 'اختيار…',
    missing: 'يُرجى الإجابة عن هذا السؤال',
    choiceMissing: 'يُرجى اختيار إجابة',
    checkMissing: 'يُرجى تحديد هذه الخانة للمتابعة',
    emailWrong: 'يُرجى إدخال عنوان بريد إلكتروني، مثل ada@example.com',
    numberWrong: 'يُرجى إدخال رقم',
    dateWrong: 'يُرجى إدخال تاريخ',
    urlWrong: 'يُرجى إدخال عنوان موقع، مثل https://example.com',
    guests: 'الضيوف',
    guestsHint: 'سنرسل إليهم الدعوة أيضًا.',
    guestEmail: (position) => `البريد الإلكتروني للضيف ${position}`,
    guestTwice: 'هذا الضيف مكرر في القائمة',
    addAnother: 'إضافة ضيف آخر',
    removeGuest: (position) => `إزالة الضيف ${position}`,
    price: (amount) => `السعر: ${amount}`,
    deposit: (deposit, amount) => `الدفعة المقدمة الآن: ${deposit} من ${amount}`,
    payNow: 'تدفعون في الصفحة التالية. يبقى موعدكم محفوظًا أثناء الدفع.',
    payLater: 'تدفعون بعد موافقة مقدّم الخدمة. سنرسل إليكم الرابط بالبريد الإلكتروني.',
    payTitle: 'الدفع',
    payText: (amount) => `يُرجى دفع ${amount} لإتمام حجزكم.`,
    pay: (amount) => `دفع ${amount}`,
    payExpired: 'لم يعد هذا الموعد محفوظًا لكم. لم يُخصم أي مبلغ.',
  },
} satisfies BookingTranslations
