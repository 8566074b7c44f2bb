/** The texts of the problems about what an event type takes and costs, for `problem-messages.ts`. */
export const EVENT_TYPE_PROBLEMS = {
  en: {
    event_type_too_large: {
      title: 'A booking needs too many providers',
      text: 'Reduce the number of providers that it takes, or shorten it.',
    },
    quote_expired: {
      title: 'Quote expired',
      text: 'This price was offered for 15 minutes. Look at the price again.',
    },
    price_changed: {
      title: 'The price has changed',
      text: 'Nothing was booked. Check the price, then try again.',
    },
    too_many_prices: {
      title: 'Too many different prices',
      text: 'Give several people the same duration and price, or create a second event type.',
    },
  },
  de: {
    event_type_too_large: {
      title: 'Eine Buchung braucht zu viele Anbieter',
      text: 'Verringern Sie die Zahl der Anbieter oder die Dauer.',
    },
    quote_expired: {
      title: 'Angebot abgelaufen',
      text: 'Dieser Preis galt 15 Minuten lang. Sehen Sie sich den Preis noch einmal an.',
    },
    price_changed: {
      title: 'Der Preis hat sich geändert',
      text: 'Es wurde nichts gebucht. Prüfen Sie den Preis und versuchen Sie es noch einmal.',
    },
    too_many_prices: {
      title: 'Zu viele verschiedene Preise',
      text: 'Geben Sie mehreren Personen dieselbe Dauer und denselben Preis, oder legen Sie eine zweite Terminart an.',
    },
  },
}
