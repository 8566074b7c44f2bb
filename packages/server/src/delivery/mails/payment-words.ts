import type { MailLanguage } from './words.ts'

/** The emails about payments. `paymentNeeded`: the booking is confirmed by its payment. */
export type PaymentMessage = 'paymentNeeded' | 'paymentFailed' | 'refunded'

/** The texts of emails about payments in one language. */
export interface PaymentWords {
  readonly amount: string
  /** What is left to pay after the deposit. */
  readonly due: string
  readonly payBy: string
  readonly pay: string
  /** Why a booking was cancelled whose payment failed. */
  readonly unpaid: string
  readonly messages: {
    readonly [Name in PaymentMessage]: {
      readonly subject: (title: string) => string
      readonly lead: string
    }
  }
}

const ENGLISH: PaymentWords = {
  amount: 'Amount',
  due: 'Still to pay',
  payBy: 'Pay by',
  pay: 'Pay now',
  unpaid: 'The payment failed.',
  messages: {
    paymentNeeded: {
      subject: (title) => `Payment needed: ${title}`,
      lead: 'Pay to confirm your booking. We hold the time for you until then.',
    },
    paymentFailed: {
      subject: (title) => `Payment failed: ${title}`,
      lead: 'Your booking is confirmed, but we could not collect the payment. Please pay again.',
    },
    refunded: {
      subject: (title) => `Refund: ${title}`,
      lead: 'We sent you a refund. It can take a few days to arrive.',
    },
  },
}

const GERMAN: PaymentWords = {
  amount: 'Betrag',
  due: 'Noch zu zahlen',
  payBy: 'Zahlen bis',
  pay: 'Jetzt bezahlen',
  unpaid: 'Die Zahlung ist fehlgeschlagen.',
  messages: {
    paymentNeeded: {
      subject: (title) => `Bitte bezahlen: ${title}`,
      lead: 'Mit Ihrer Zahlung ist die Buchung bestätigt. Bis dahin halten wir den Termin für Sie frei.',
    },
    paymentFailed: {
      subject: (title) => `Zahlung fehlgeschlagen: ${title}`,
      lead: 'Ihre Buchung ist bestätigt, aber die Zahlung ist fehlgeschlagen. Bitte bezahlen Sie noch einmal.',
    },
    refunded: {
      subject: (title) => `Erstattung: ${title}`,
      lead: 'Wir haben Ihnen Geld erstattet. Es kann einige Tage dauern, bis es ankommt.',
    },
  },
}

const FRENCH: PaymentWords = {
  amount: 'Montant',
  due: 'Reste à payer',
  payBy: 'À payer avant',
  pay: 'Payer',
  unpaid: 'Le paiement a échoué.',
  messages: {
    paymentNeeded: {
      subject: (title) => `Paiement requis\u00a0: ${title}`,
      lead: 'Payez pour confirmer votre réservation. Nous vous gardons l’horaire jusque-là.',
    },
    paymentFailed: {
      subject: (title) => `Échec du paiement\u00a0: ${title}`,
      lead: 'Votre réservation est confirmée, mais le paiement a échoué. Veuillez payer à nouveau.',
    },
    refunded: {
      subject: (title) => `Remboursement\u00a0: ${title}`,
      lead: 'Nous vous avons remboursé. Le versement peut prendre quelques jours.',
    },
  },
}

const SPANISH: PaymentWords = {
  amount: 'Importe',
  due: 'Pendiente de pago',
  payBy: 'Pagar antes de',
  pay: 'Pagar',
  unpaid: 'El pago ha fallado.',
  messages: {
    paymentNeeded: {
      subject: (title) => `Pago pendiente: ${title}`,
      lead: 'Pague para confirmar su reserva. Hasta entonces le guardamos la hora.',
    },
    paymentFailed: {
      subject: (title) => `Pago fallido: ${title}`,
      lead: 'Su reserva está confirmada, pero el pago ha fallado. Vuelva a pagar, por favor.',
    },
    refunded: {
      subject: (title) => `Reembolso: ${title}`,
      lead: 'Le hemos enviado un reembolso. Puede tardar unos días en llegar.',
    },
  },
}

const ITALIAN: PaymentWords = {
  amount: 'Importo',
  due: 'Ancora da pagare',
  payBy: 'Pagare entro',
  pay: 'Paga ora',
  unpaid: 'Il pagamento non è riuscito.',
  messages: {
    paymentNeeded: {
      subject: (title) => `Pagamento richiesto: ${title}`,
      lead: 'Paghi per confermare la prenotazione. Fino ad allora Le teniamo libero l’orario.',
    },
    paymentFailed: {
      subject: (title) => `Pagamento non riuscito: ${title}`,
      lead: 'La prenotazione è confermata, ma il pagamento non è riuscito. La preghiamo di pagare di nuovo.',
    },
    refunded: {
      subject: (title) => `Rimborso: ${title}`,
      lead: 'Le abbiamo inviato un rimborso. Può impiegare alcuni giorni ad arrivare.',
    },
  },
}

const DUTCH: PaymentWords = {
  amount: 'Bedrag',
  due: 'Nog te betalen',
  payBy: 'Betalen voor',
  pay: 'Nu betalen',
  unpaid: 'De betaling is mislukt.',
  messages: {
    paymentNeeded: {
      subject: (title) => `Betaling nodig: ${title}`,
      lead: 'Betaal om uw boeking te bevestigen. Tot dan houden we de tijd voor u vrij.',
    },
    paymentFailed: {
      subject: (title) => `Betaling mislukt: ${title}`,
      lead: 'Uw boeking is bevestigd, maar de betaling is mislukt. Betaal opnieuw.',
    },
    refunded: {
      subject: (title) => `Terugbetaling: ${title}`,
      lead: 'We hebben u geld terugbetaald. Het kan enkele dagen duren voordat u het ontvangt.',
    },
  },
}

const PORTUGUESE: PaymentWords = {
  amount: 'Valor',
  due: 'A pagar',
  payBy: 'Pagar até',
  pay: 'Pagar agora',
  unpaid: 'O pagamento falhou.',
  messages: {
    paymentNeeded: {
      subject: (title) => `Pagamento necessário: ${title}`,
      lead: 'Pague para confirmar sua reserva. Até lá, guardamos o horário para você.',
    },
    paymentFailed: {
      subject: (title) => `O pagamento falhou: ${title}`,
      lead: 'Sua reserva está confirmada, mas o pagamento falhou. Pague novamente, por favor.',
    },
    refunded: {
      subject: (title) => `Reembolso: ${title}`,
      lead: 'Enviamos um reembolso a você. Ele pode levar alguns dias para chegar.',
    },
  },
}

const POLISH: PaymentWords = {
  amount: 'Kwota',
  due: 'Do zapłaty',
  payBy: 'Zapłać do',
  pay: 'Zapłać teraz',
  unpaid: 'Płatność nie powiodła się.',
  messages: {
    paymentNeeded: {
      subject: (title) => `Wymagana płatność: ${title}`,
      lead: 'Zapłać, aby potwierdzić rezerwację. Do tego czasu zatrzymujemy termin.',
    },
    paymentFailed: {
      subject: (title) => `Płatność nie powiodła się: ${title}`,
      lead: 'Rezerwacja jest potwierdzona, ale płatność nie powiodła się. Zapłać ponownie.',
    },
    refunded: {
      subject: (title) => `Zwrot: ${title}`,
      lead: 'Wysłaliśmy zwrot pieniędzy. Może dotrzeć po kilku dniach.',
    },
  },
}

const TURKISH: PaymentWords = {
  amount: 'Tutar',
  due: 'Kalan tutar',
  payBy: 'Son ödeme',
  pay: 'Şimdi öde',
  unpaid: 'Ödeme başarısız oldu.',
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
}

const JAPANESE: PaymentWords = {
  amount: '金額',
  due: '未払い',
  payBy: '支払い期限',
  pay: '支払う',
  unpaid: 'お支払いができませんでした。',
  messages: {
    paymentNeeded: {
      subject: (title) => `お支払いのお願い：${title}`,
      lead: 'お支払いが完了すると、ご予約が確定します。それまでお時間を確保しています。',
    },
    paymentFailed: {
      subject: (title) => `お支払いに失敗しました：${title}`,
      lead: 'ご予約は確定していますが、お支払いができませんでした。もう一度お支払いください。',
    },
    refunded: {
      subject: (title) => `返金：${title}`,
      lead: '返金の手続きをしました。届くまでに数日かかることがあります。',
    },
  },
}

const ARABIC: PaymentWords = {
  amount: 'المبلغ',
  due: 'المتبقي للدفع',
  payBy: 'الدفع قبل',
  pay: 'الدفع الآن',
  unpaid: 'فشلت عملية الدفع.',
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
}

/** The texts of emails about payments, by language. */
export const PAYMENT_WORDS: Readonly<Record<MailLanguage, PaymentWords>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  nl: DUTCH,
  pt: PORTUGUESE,
  pl: POLISH,
  tr: TURKISH,
  ja: JAPANESE,
  ar: ARABIC,
}
