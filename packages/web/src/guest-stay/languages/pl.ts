import shared from '../../shared/languages/pl.ts'
import type { GuestStayTranslations } from '../translations.ts'

export default {
  ...shared,
  guestStay: {
    title: 'Twój pobyt',
    status: {
      confirmed: 'Potwierdzony',
      cancelled: 'Odwołany',
    },
    arrival: 'Przyjazd',
    departure: 'Wyjazd',
    who: 'Rezerwujący',
    event: (house) => `Pobyt: ${house}`,
    begun: 'Pobyt już się rozpoczął, więc nie można go tu zmienić.',
    move: 'Zmień daty',
    moved: 'Daty zmienione',
    movedNote: 'Nowe zaproszenie do kalendarza wyślemy e-mailem.',
    cancel: 'Odwołaj pobyt',
    cancelTitle: 'Odwołać ten pobyt?',
    cancelNote: 'Inni będą mogli zarezerwować te noce. Tego nie można cofnąć.',
    keep: 'Zachowaj pobyt',
    cancelYes: 'Tak, odwołaj pobyt',
    cancelled: 'Pobyt odwołany',
    changedTitle: 'Pobyt został zmieniony',
    changed: 'Oto aktualne dane.',
    again: 'Zarezerwuj inny pobyt',
    goneTitle: 'Ten pobyt został odwołany',
    gone: 'Te noce są znów dostępne.',
    linkTitle: 'Ten link nie działa',
    link: 'Może być niepełny. Otwórz go ponownie z wiadomości e-mail lub skopiuj cały link.',
  },
} satisfies GuestStayTranslations
