import { nightsIn } from '../nights-in.ts'
import type { Texts } from '../texts.ts'

/** What emails and SMS say in Polish. */
export default {
  bookings: {
    language: 'pl',
    locale: 'pl-PL',
    title: (title, providerName) => `${title ?? 'Wizyta'} – ${providerName}`,
    and: (first, second) => `${first} i ${second}`,
    andMore: (first, count) => `${first} i jeszcze ${count}`,
    nowWith: (names) => `Rezerwacja obejmuje teraz: ${names}.`,
    insteadOf: (now, before) => `${now} (wcześniej: ${before})`,
    nowFor: (now, before) => `Ta rezerwacja dotyczy teraz: ${now}. Wcześniej: ${before}.`,
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
      guest: (name) =>
        `Otrzymują Państwo tę wiadomość z powodu zaproszenia na rezerwację w ${name}.`,
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
      otherService: {
        subject: (title) => `Nowa usługa: ${title}`,
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
      waitlistOffered: {
        subject: (title) => `Wolny termin: ${title}`,
        lead: 'Zwolnił się termin i przyszła kolej na Ciebie. Zatrzymujemy go. Potwierdź go na czas, w przeciwnym razie otrzyma go następna osoba.',
      },
      waitlistLapsed: {
        subject: (title) => `Propozycja wygasła: ${title}`,
        lead: 'Ten termin nie został potwierdzony, więc otrzyma go następna osoba. Miejsce na liście oczekujących zostaje zachowane, do trzech propozycji.',
      },
    },
  },
  stays: {
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
  },
  payments: {
    amount: 'Kwota',
    due: 'Do zapłaty',
    payBy: 'Zapłać do',
    pay: 'Zapłać teraz',
    unpaid: 'Płatność nie powiodła się.',
    balanceUnpaid: 'Pozostała część ceny nie została zapłacona na czas.',
    securityDeposit: {
      label: 'Kaucja',
      title: (service) => `Kaucja: ${service}`,
      link: 'Autoryzuj kaucję',
      messages: {
        securityDepositNeeded: {
          subject: (title) => `Prosimy o autoryzację kaucji: ${title}`,
          lead: 'Obiekt prosi o kaucję przed Twoim przyjazdem. Autoryzuj ją na swojej karcie: kwota zostanie zablokowana, ale nie pobrana. Po wyjeździe zostanie zwolniona, jeśli nic nie uległo uszkodzeniu.',
        },
        securityDepositTaken: {
          subject: (title) => `Pobrano z kaucji: ${title}`,
          lead: 'Obiekt pobrał tę kwotę z Twojej kaucji. Reszta została zwolniona.',
        },
      },
    },
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
  },
  groups: {
    requested: 'Otrzymaliśmy prośbę o te wizyty. Wyślemy e-mail, gdy otrzyma odpowiedź.',
    approvalNeeded: 'Te prośby o rezerwację czekają na zatwierdzenie.',
    confirmed: 'Rezerwacje są potwierdzone.',
    newBooking: 'Są nowe rezerwacje.',
    invited: 'Zapraszamy na te spotkania.',
    rescheduled: 'Zmieniono terminy tych rezerwacji.',
    cancelled: 'Te rezerwacje zostały odwołane.',
  },
  sessions: {
    seats: 'Miejsca',
    taken: (count, capacity) => `zajęte: ${count} z ${capacity}`,
    messages: {
      cancelled: {
        subject: (title) => `Zajęcia odwołane: ${title}`,
        lead: 'Te zajęcia zostały odwołane. Wszystkie zapisane osoby dostaną e-mail.',
      },
      moved: {
        subject: (title) => `Zajęcia przełożone: ${title}`,
        lead: 'Te zajęcia mają nowy termin. Wszystkie zapisane osoby dostaną e-mail.',
      },
      joined: {
        subject: (title) => `Zajęcia przydzielone: ${title}`,
        lead: 'Te zajęcia przypadły Tobie. Wszystkie zapisane osoby dostaną e-mail.',
      },
      left: {
        subject: (title) => `Zajęcia przekazane: ${title}`,
        lead: 'Te zajęcia przejmuje ktoś inny. Nie bierzesz już w nich udziału.',
      },
      changed: {
        subject: (title) => `Zajęcia zmienione: ${title}`,
        lead: 'Zmieniły się osoby lub sale tych zajęć. Termin pozostaje bez zmian.',
      },
      emptied: {
        subject: (title) => `Zajęcia bez rezerwacji: ${title}`,
        lead: 'Nikt nie jest już zapisany na te zajęcia. Twój czas jest znów wolny.',
      },
    },
  },
  waitlist: {
    links: {
      joinList: 'Zapisz się na listę oczekujących',
      viewList: 'Zobacz lub opuść listę oczekujących',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Potwierdź: lista oczekujących, ${title}`,
        lead: 'Otwórz link w ciągu 24 godzin, aby zapisać się na listę oczekujących. Jeśli to pomyłka, zignoruj tę wiadomość.',
      },
      waitlistJoined: {
        subject: (title) => `Lista oczekujących: ${title}`,
        lead: 'Zapisano na listę oczekujących. Gdy zwolni się termin i przyjdzie kolej, zatrzymamy go i wyślemy wiadomość.',
      },
      waitlistEnded: {
        subject: (title) => `Koniec oczekiwania: ${title}`,
        lead: 'To miejsce na liście oczekujących już nie obowiązuje: minął okres, wygasły trzy propozycje, zajęcia zostały odwołane albo lista została zamknięta.',
      },
    },
  },
  signIn: {
    subject: (account) => `Twoje rezerwacje: ${account}`,
    lead: (account) =>
      `Otwórz link w ciągu 15 minut, aby zobaczyć swoje rezerwacje (${account}). Link działa jeden raz. Jeśli to nie Twoja prośba, zignoruj tę wiadomość.`,
    link: 'Zobacz moje rezerwacje',
  },
  sms: {
    kinds: {
      requested: 'Prośba przyjęta',
      confirmed: 'Rezerwacja potwierdzona',
      rescheduled: 'Nowy termin rezerwacji',
      otherService: 'Nowa usługa w rezerwacji',
      cancelled: 'Rezerwacja odwołana',
      requestExpired: 'Prośba wygasła bez odpowiedzi',
      reminder: 'Przypomnienie o rezerwacji',
    },
    manage: 'Zmień lub odwołaj',
  },
} satisfies Texts
