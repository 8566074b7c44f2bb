import shared from '../../shared/languages/pl.ts'
import type { StayTranslations } from '../translations.ts'

export default {
  ...shared,
  stay: {
    details: 'Twoje dane',
    emailHint: 'Na ten adres wyślemy potwierdzenie i zaproszenie do kalendarza.',
    book: 'Zarezerwuj pobyt',
    nightsTaken: (nights) => `Zajęte: ${nights}. Wybierz inne daty.`,
    doneTitle: 'Pobyt zarezerwowany',
    done: (name, email) =>
      `Rezerwacja na nazwisko: ${name}. Potwierdzenie wyślemy na adres ${email}.`,
    manage: 'Zarządzaj pobytem',
    manageHint:
      'Pobyt można później sprawdzić, przełożyć lub odwołać. Link jest też w wiadomości e-mail.',
    another: 'Zarezerwuj inny pobyt',
    pageTitle: (name) => `Pobyt: ${name}`,
  },
} satisfies StayTranslations
