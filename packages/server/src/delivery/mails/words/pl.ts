import { nightsIn } from './nights-in.ts'
import type { StayWords, Words } from './wording.ts'

/** Emails about bookings in Polish. */
export const POLISH: Words = {
  language: 'pl',
  locale: 'pl-PL',
  title: (title, providerName) => `${title ?? 'Wizyta'} – ${providerName}`,
  and: (first, second) => `${first} i ${second}`,
  andMore: (first, count) => `${first} i jeszcze ${count}`,
  nowWith: (names) => `Rezerwacja obejmuje teraz: ${names}.`,
  clock: (time) => `${time}`,
  rows: {
    what: 'Co',
    when: 'Kiedy',
    where: 'Gdzie',
    previousTime: 'Poprzedni termin',
    agreedTime: 'Uzgodniony termin',
    with: 'U kogo',
    bookedBy: 'Rezerwujący',
    note: 'Wiadomość',
    reason: 'Powód',
    answerBy: 'Odpowiedź do',
    alsoBooked: 'Zarezerwowane razem',
  },
  othersStay: 'Pozostałe rezerwacje dokonane w tym samym czasie pozostają bez zmian.',
  providerGone: 'Usługodawca nie jest już dostępny.',
  serviceGone: 'Ta usługa nie jest już dostępna.',
  receivedBecause: {
    booker: (name) =>
      `Otrzymują Państwo tę wiadomość, ponieważ tego adresu użyto do rezerwacji w ${name}.`,
    guest: (name) => `Otrzymują Państwo tę wiadomość z powodu zaproszenia na rezerwację w ${name}.`,
    staff: (name) => `Otrzymują Państwo tę wiadomość z powodu współpracy z ${name}.`,
  },
  linkFollows: 'Link do spotkania przyjdzie e-mailem.',
  links: {
    join: 'Dołącz',
    confirm: 'Potwierdź rezerwację',
    manage: 'Sprawdź, przełóż lub odwołaj',
    view: 'Zobacz rezerwację',
    approve: 'Zaakceptuj',
    decline: 'Odrzuć',
    open: 'Otwórz w panelu',
    addToCalendar: 'Dodaj do kalendarza',
  },
  messages: {
    emailProofNeeded: {
      subject: (title) => `Potwierdź rezerwację: ${title}`,
      lead: 'Otwórz link, aby potwierdzić tę rezerwację. Zatrzymamy termin na kilka minut. Jeśli to pomyłka, zignoruj tę wiadomość.',
    },
    requested: {
      subject: (title) => `Prośba przyjęta: ${title}`,
      lead: 'Otrzymaliśmy prośbę o rezerwację. Napiszemy, gdy pojawi się odpowiedź.',
    },
    approvalNeeded: {
      subject: (title) => `Wymagana akceptacja: ${title}`,
      lead: 'Prośba o rezerwację czeka na akceptację.',
    },
    confirmed: {
      subject: (title) => `Potwierdzono: ${title}`,
      lead: 'Rezerwacja jest potwierdzona.',
    },
    newBooking: {
      subject: (title) => `Nowa rezerwacja: ${title}`,
      lead: 'Jest nowa rezerwacja.',
    },
    rescheduled: {
      subject: (title) => `Nowy termin: ${title}`,
      lead: 'Ta rezerwacja ma nowy termin.',
    },
    reassigned: {
      subject: (title) => `Zmieniono: ${title}`,
    },
    teamChanged: {
      subject: (title) => `Zmieniono: ${title}`,
      lead: 'Zmieniły się osoby lub pomieszczenia tej rezerwacji. Termin pozostaje bez zmian.',
    },
    withdrawn: {
      subject: (title) => `Przekazano: ${title}`,
      lead: 'Tę rezerwację przejął ktoś inny. Udział w niej nie jest już potrzebny.',
    },
    clocksChanged: {
      subject: (title) => `Zmiana czasu: ${title}`,
      lead: 'Przepisy o zmianie czasu w miejscu tej rezerwacji uległy zmianie. Uzgodniona godzina czasu lokalnego pozostaje bez zmian. Prosimy zaktualizować kalendarz.',
    },
    timeConflict: {
      subject: (title) => `Trzeba przełożyć: ${title}`,
      lead: 'Przepisy o zmianie czasu w tej strefie czasowej uległy zmianie. Rezerwacja nie może zachować uzgodnionej godziny, ponieważ termin jest zajęty. Prosimy ją przełożyć lub odwołać.',
    },
    relocated: {
      subject: (title) => `Nowe miejsce: ${title}`,
      lead: 'Ta wizyta odbędzie się teraz w innym miejscu.',
    },
    linkReady: {
      subject: (title) => `Link do spotkania: ${title}`,
      lead: 'Oto link do spotkania.',
    },
    invited: {
      subject: (title) => `Zaproszenie: ${title}`,
      lead: 'To zaproszenie na spotkanie.',
    },
    uninvited: {
      subject: (title) => `Odwołano: ${title}`,
      lead: 'Zaproszenie na to spotkanie zostało cofnięte.',
    },
    cancelled: {
      subject: (title) => `Odwołano: ${title}`,
      lead: 'Ta rezerwacja została odwołana.',
    },
    requestExpired: {
      subject: (title) => `Wygasło: ${title}`,
      lead: 'Ta prośba wygasła, ponieważ nie otrzymała odpowiedzi na czas. Termin jest znów wolny.',
    },
    reminder: {
      subject: (title) => `Przypomnienie: ${title}`,
      lead: 'Zbliża się termin rezerwacji.',
    },
    thankYou: {
      subject: (title) => `Dziękujemy: ${title}`,
      lead: 'Dziękujemy za wizytę. Do zobaczenia ponownie.',
    },
    noShow: {
      subject: (title) => `Nieodbyta wizyta: ${title}`,
      lead: 'Czekaliśmy, ale wizyta się nie odbyła. Nowy termin można zarezerwować w każdej chwili.',
    },
  },
}

/** Emails about stays in Polish. */
export const POLISH_STAYS: StayWords = {
  locale: 'pl-PL',
  title: (calendarName) => `Pobyt: ${calendarName}`,
  arrival: 'Przyjazd',
  departure: 'Wyjazd',
  from: (hour) => `od ${hour}`,
  until: (hour) => `do ${hour}`,
  what: 'Co',
  previousDates: 'Poprzednie daty',
  days: (arrival, departure) => `${arrival} – ${departure}`,
  link: 'Sprawdź, przełóż lub odwołaj',
  length: 'Liczba nocy',
  nights: nightsIn('pl-PL', { one: '# noc', few: '# noce', many: '# nocy', other: '# nocy' }),
  bookingMessages: {
    emailProofNeeded: {
      lead: 'Otwórz link, aby potwierdzić tę rezerwację. Zatrzymamy noce na kilka minut. Jeśli to pomyłka, zignoruj tę wiadomość.',
    },
    rescheduled: {
      subject: (title) => `Nowe daty: ${title}`,
      lead: 'Ten pobyt ma nowe daty.',
    },
    invited: { lead: 'Otrzymali Państwo zaproszenie na ten pobyt.' },
    uninvited: { lead: 'Zaproszenie na ten pobyt zostało wycofane.' },
    requestExpired: {
      lead: 'Ta prośba wygasła, bo nie otrzymała odpowiedzi na czas. Noce są znów dostępne.',
    },
  },
  messages: {
    'stay.created': {
      subject: 'Potwierdzono',
      lead: 'Pobyt jest zarezerwowany.',
    },
    'stay.updated': {
      subject: 'Nowe daty',
      lead: 'Daty pobytu uległy zmianie.',
    },
    'stay.deleted': {
      subject: 'Odwołano',
      lead: 'Pobyt został odwołany.',
    },
  },
}
