/** What the dashboard says about money that cannot be taken or given back. */
export const paymentProblemMessages = {
  en: {
    dispute_open: {
      title: 'This payment is disputed',
      text: "The booker's bank decides about the money. Until then, it can't be refunded.",
    },
    security_deposit_not_held: {
      title: 'The security deposit is not held',
      text: 'It is not authorized yet, was taken or released, or has lapsed. Nothing was changed.',
    },
  },
  de: {
    dispute_open: {
      title: 'Diese Zahlung ist angefochten',
      text: 'Die Bank des Kunden entscheidet über das Geld. Bis dahin lässt es sich nicht erstatten.',
    },
    security_deposit_not_held: {
      title: 'Die Kaution ist nicht reserviert',
      text: 'Sie ist noch nicht freigegeben, schon einbehalten, aufgehoben oder verfallen. Es wurde nichts geändert.',
    },
  },
} as const
