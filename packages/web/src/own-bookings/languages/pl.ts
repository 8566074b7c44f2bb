import shared from '../../shared/languages/pl.ts'
import type { OwnBookingsTranslations } from '../translations.ts'

export default {
  ...shared,
  ownBookings: {
    title: 'Moje rezerwacje',
    lead: 'Wpisz adres e-mail używany przy rezerwacji. Wyślemy na niego link.',
    email: 'Adres e-mail',
    emailWrong: 'Wpisz adres e-mail, na przykład ada@example.com.',
    send: 'Wyślij link',
    sentTitle: 'Sprawdź pocztę',
    sent: (email) =>
      `Jeśli istnieją rezerwacje na adres ${email}, wiadomość z linkiem jest już w drodze. Link działa 15 minut.`,
    again: 'Użyj innego adresu',
    openLead: 'Przejdź dalej, aby zobaczyć swoje rezerwacje w tej przeglądarce.',
    open: 'Zobacz moje rezerwacje',
    ended: {
      link: {
        title: 'Ten link już nie działa',
        text: 'Został już użyty albo ma więcej niż 15 minut. Poproś o nowy.',
      },
      'sign-in': { title: 'Wylogowano', text: 'Logowanie jest ważne 30 dni. Poproś o nowy link.' },
    },
    coming: 'Nadchodzące',
    noneComing: 'Brak nadchodzących rezerwacji.',
    past: 'Wcześniejsze',
    more: 'Pokaż więcej',
    manage: 'Zobacz lub zmień',
    status: {
      pending: 'Jeszcze niepotwierdzona',
      confirmed: 'Potwierdzona',
      completed: 'Zakończona',
      cancelled: 'Odwołana',
      no_show: 'Nieodbyta',
      expired: 'Wygasła',
    },
  },
} satisfies OwnBookingsTranslations
