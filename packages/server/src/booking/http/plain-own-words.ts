import type { PlainLanguage } from './plain-words.ts'

/** The texts about JavaScript that only browsers without it show; the booking page itself does not load them. */
interface OwnWords {
  /** The link to the page without scripts. */
  readonly link: string
  readonly neededTitle: string
  readonly needed: string
  /** The link to the booking page. */
  readonly open: string
}

const OWN_WORDS: Readonly<Record<PlainLanguage, OwnWords>> = {
  en: {
    link: 'Book without JavaScript',
    neededTitle: 'Booking here needs JavaScript',
    needed:
      'Before you can book, your browser has to pass a check against automated bookings. Turn on JavaScript, then open the booking page again.',
    open: 'Open the booking page',
  },
  de: {
    link: 'Ohne JavaScript buchen',
    neededTitle: 'Zum Buchen ist JavaScript nötig',
    needed:
      'Vor der Buchung prüft Ihr Browser mit JavaScript, dass kein Programm bucht. Schalten Sie JavaScript ein und öffnen Sie die Buchungsseite erneut.',
    open: 'Buchungsseite öffnen',
  },
  fr: {
    link: 'Réserver sans JavaScript',
    neededTitle: 'JavaScript est nécessaire pour réserver',
    needed:
      'Avant la réservation, votre navigateur doit passer un contrôle contre les réservations automatisées. Activez JavaScript, puis rouvrez la page de réservation.',
    open: 'Ouvrir la page de réservation',
  },
  es: {
    link: 'Reservar sin JavaScript',
    neededTitle: 'Para reservar se necesita JavaScript',
    needed:
      'Antes de reservar, su navegador debe superar una comprobación contra reservas automáticas. Active JavaScript y vuelva a abrir la página de reservas.',
    open: 'Abrir la página de reservas',
  },
  it: {
    link: 'Prenota senza JavaScript',
    neededTitle: 'Per prenotare serve JavaScript',
    needed:
      'Prima della prenotazione, il browser deve superare un controllo contro le prenotazioni automatiche. Attivi JavaScript e riapra la pagina di prenotazione.',
    open: 'Apri la pagina di prenotazione',
  },
  nl: {
    link: 'Boeken zonder JavaScript',
    neededTitle: 'Voor boeken is JavaScript nodig',
    needed:
      'Voordat u kunt boeken, moet uw browser een controle tegen automatische boekingen doorstaan. Zet JavaScript aan en open de boekingspagina opnieuw.',
    open: 'Boekingspagina openen',
  },
  pt: {
    link: 'Reservar sem JavaScript',
    neededTitle: 'É preciso JavaScript para reservar',
    needed:
      'Antes da reserva, o navegador precisa passar por uma verificação contra reservas automáticas. Ative o JavaScript e abra a página de reservas novamente.',
    open: 'Abrir a página de reservas',
  },
  pl: {
    link: 'Rezerwacja bez JavaScriptu',
    neededTitle: 'Rezerwacja wymaga JavaScriptu',
    needed:
      'Przed rezerwacją przeglądarka musi przejść kontrolę chroniącą przed automatycznymi rezerwacjami. Włącz JavaScript i ponownie otwórz stronę rezerwacji.',
    open: 'Otwórz stronę rezerwacji',
  },
  tr: {
    link: 'JavaScript olmadan rezervasyon yap',
    neededTitle: 'Rezervasyon için JavaScript gerekli',
    needed:
      'Rezervasyondan önce tarayıcınızın otomatik rezervasyonlara karşı bir denetimi geçmesi gerekir. JavaScript’i açın ve rezervasyon sayfasını yeniden açın.',
    open: 'Rezervasyon sayfasını aç',
  },
  ja: {
    link: 'JavaScript なしで予約する',
    neededTitle: '予約には JavaScript が必要です',
    needed:
      '自動予約を防ぐため、予約の前にブラウザーで確認を行います。JavaScript を有効にして、予約ページをもう一度開いてください。',
    open: '予約ページを開く',
  },
  ar: {
    link: 'الحجز من دون JavaScript',
    neededTitle: 'يتطلب الحجز تفعيل JavaScript',
    needed:
      'قبل الحجز، يجب أن يجتاز متصفحك فحصًا يمنع الحجوزات الآلية. فعّل JavaScript ثم افتح صفحة الحجز من جديد.',
    open: 'فتح صفحة الحجز',
  },
}

/** The texts about JavaScript in a language; in English if the page does not have it. */
export const ownWords = (language: string | undefined): OwnWords =>
  OWN_WORDS[(language ?? 'en') as PlainLanguage] ?? OWN_WORDS.en
