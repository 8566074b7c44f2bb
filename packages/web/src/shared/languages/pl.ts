import { pluralsOf } from '../plurals.ts'
import type { SharedTranslations } from './shared-translations.ts'

const plural = pluralsOf('pl')

export default {
  shared: {
    language: 'Język',
    hourCycle: 'Format godziny',
    hourCycles: {
      h23: '24 h',
      h12: '12 h',
    },
    firstWeekday: 'Pierwszy dzień tygodnia',
    loading: 'Wczytywanie…',
    retry: 'Spróbuj ponownie',
    offlineTitle: 'Brak połączenia',
    offline: 'Nie można połączyć się z serwerem. Sprawdź połączenie i spróbuj ponownie.',
    slow: 'To trwa dłużej niż zwykle. Nadal próbujemy…',
    busyTitle: 'Zbyt wiele żądań',
    busy: (seconds) =>
      `Z tej sieci wysłano zbyt wiele żądań. Spróbuj ponownie za ${plural(seconds, { one: '# sekundę', few: '# sekundy', many: '# sekund', other: '# sekundy' })}.`,
    busyLonger: (duration) =>
      `Z tej sieci wysłano zbyt wiele żądań. Spróbuj ponownie za ${duration}.`,
    failedTitle: 'Coś poszło nie tak',
    failed: 'Spróbuj ponownie za chwilę.',
    reference: (id) => `Numer dla pomocy technicznej: ${id}`,
    partMissing: 'Część tej strony nie została wczytana. Sprawdź połączenie i spróbuj ponownie.',
    crashed: 'Ta strona przestała działać. Wczytaj ją ponownie, aby kontynuować.',
    reload: 'Wczytaj stronę ponownie',
    notFoundTitle: 'Nie znaleziono strony',
    notFound: 'Link może być niepełny albo strona już nie istnieje.',
    poweredBy: 'Rezerwacje z Holdfast',
  },
  slots: {
    zone: 'Strefa czasowa',
    zoneIs: (zone) => `Strefa czasowa: ${zone}`,
    change: 'Zmień',
    changeZone: 'Zmień strefę czasową',
    searchZone: 'Wyszukaj miasto',
    zonesFound: (count) =>
      plural(count, {
        0: 'Nie znaleziono stref czasowych. Wyszukaj większe miasto.',
        one: '# strefa czasowa',
        few: '# strefy czasowe',
        many: '# stref czasowych',
        other: '# strefy czasowej',
      }),
    previousMonth: 'Poprzedni miesiąc',
    nextMonth: 'Następny miesiąc',
    chooseDay: 'Wybierz dzień',
    today: 'dzisiaj',
    free: (count) =>
      plural(count, {
        one: '# wolny termin',
        few: '# wolne terminy',
        many: '# wolnych terminów',
        other: '# wolnego terminu',
      }),
    noneFree: 'brak wolnych terminów',
    timesOn: (day) => `Godziny: ${day}`,
    people: (count) =>
      plural(count, { one: '# osoba', few: '# osoby', many: '# osób', other: '# osoby' }),
    seatsLeft: (count) =>
      plural(count, {
        one: '# wolne miejsce',
        few: '# wolne miejsca',
        many: '# wolnych miejsc',
        other: '# wolnego miejsca',
      }),
    inProviderZone: (time, city) => `${time} – ${city}`,
    fromWhen: (when) => `Od: ${when}`,
    untilWhen: (when) => `Do: ${when}`,
    noTimesTitle: 'Brak wolnych terminów w tym miesiącu',
    noTimes: 'Sprawdź późniejszy miesiąc.',
    showNext: 'Pokaż następny miesiąc',
    nextDay: 'Najbliższy wolny dzień',
    searching: 'Szukamy najbliższego wolnego dnia…',
    noneAhead: 'Brak wolnych terminów w ciągu najbliższych 12 miesięcy.',
    morning: 'Rano',
    afternoon: 'Po południu',
    evening: 'Wieczorem',
  },
  problems: {
    slot_taken: {
      title: 'Ten termin jest zajęty',
      text: 'Ktoś właśnie zarezerwował ten termin. Wybierz inny.',
    },
    slot_not_bookable: {
      title: 'Ten termin jest niedostępny',
      text: 'Wybierz inny termin.',
    },
    session_cancelled: {
      title: 'Te zajęcia zostały odwołane',
      text: 'Nie odbędą się w tym terminie. Wybierz inny.',
    },
    booker_not_allowed: {
      title: 'Nie można zarezerwować tej usługi',
      text: 'Jest ona dostępna tylko dla wybranych klientów lub została już zarezerwowana dozwoloną liczbę razy. Wybierz inną usługę lub skontaktuj się z usługodawcą.',
    },
    limit_reached: {
      title: 'Osiągnięto limit rezerwacji',
      text: 'Osiągnięto limit rezerwacji na ten dzień lub dla jednej osoby. Wybierz inny dzień albo odwołaj jedną ze swoich rezerwacji.',
    },
    calendar_unavailable: {
      title: 'Nie możemy teraz sprawdzić tego terminu',
      text: 'Kalendarz usługodawcy nie odpowiada. Spróbuj ponownie za chwilę lub wybierz inny termin.',
    },
    hold_expired: {
      title: 'Ten termin nie jest już zarezerwowany',
      text: 'Wstępna rezerwacja wygasła, więc inni mogli zająć ten termin. Wybierz termin ponownie.',
    },
    invalid_transition: {
      title: 'To już nie jest możliwe',
      text: 'Rezerwacja została zmieniona. Wczytaj stronę ponownie, aby zobaczyć aktualne dane.',
    },
    event_type_inactive: {
      title: 'Obecnie niedostępne',
      text: 'Usługodawca nie przyjmuje teraz takich rezerwacji.',
    },
    provider_inactive: {
      title: 'Obecnie niedostępne',
      text: 'Usługodawca nie przyjmuje teraz rezerwacji.',
    },
    account_suspended: {
      title: 'Obecnie niedostępne',
      text: 'Usługodawca nie przyjmuje teraz rezerwacji.',
    },
    not_a_candidate: {
      title: 'Ten wybór nie jest już dostępny',
      text: 'Wybierz kogoś innego lub „Bez preferencji”.',
    },
    too_late_to_change: {
      title: 'Na zmianę jest już za późno',
      text: 'Ta wizyta już się zaczęła. Skontaktuj się z usługodawcą.',
    },
    reschedule_limit_reached: {
      title: 'Tej rezerwacji nie można już przełożyć',
      text: 'Przełożono ją tyle razy, na ile pozwala usługodawca. Skontaktuj się z usługodawcą.',
    },
    payment_required: {
      title: 'Wymagana płatność',
      text: 'Rezerwacja zostanie potwierdzona po opłaceniu.',
    },
    payment_unavailable: {
      title: 'Nie możemy teraz przyjąć płatności',
      text: 'Usługa płatności nie odpowiada. Spróbuj ponownie za chwilę. Nic nie zostało pobrane.',
    },
    validation_failed: {
      title: 'Sprawdź swoje dane',
      text: 'Niektóre dane są nieprawidłowe. Popraw je i spróbuj ponownie.',
    },
    request_in_progress: {
      title: 'Trwa przetwarzanie',
      text: 'Zgłoszenie jest jeszcze przetwarzane. Spróbuj ponownie za chwilę.',
    },
  },
  details: {
    name: 'Imię i nazwisko',
    email: 'E-mail',
    note: 'Wiadomość (opcjonalnie)',
    nameMissing: 'Podaj imię i nazwisko',
    emailWrong: 'Podaj adres e-mail, na przykład ada@example.com',
    emailLetters:
      'Przed znakiem @ użyj tylko liter od a do z, cyfr i symboli, na przykład ada@example.com',
    phone: 'Numer telefonu',
    phoneHint: 'Wtedy nie wyślemy żadnych e-maili. Zachowaj link, który pokażemy na końcu.',
    phoneWrong: 'Podaj numer telefonu, na przykład +48\u00a022\u00a0123\u00a045\u00a067',
    usePhone: 'Podaj zamiast tego numer telefonu',
    useEmail: 'Podaj zamiast tego adres e-mail',
    notAccepted: 'Ta wartość nie została przyjęta. Sprawdź ją i spróbuj ponownie.',
  },
  calendarLinks: {
    title: 'Dodaj do kalendarza',
    download: 'Plik kalendarza (.ics)',
    google: 'Kalendarz Google',
    outlook: 'Outlook',
  },
  eventTypes: {
    approval: 'na zapytanie',
    dates: 'Wizyta',
    from: (day) => `od ${day}`,
    next: (when) => `Najbliższy termin: ${when}`,
  },
  location: {
    where: 'Miejsce',
    inPerson: 'Na miejscu',
    callNumber: (phone) => `Telefonicznie, numer do połączenia: ${phone}`,
    callYou: 'Telefonicznie: zadzwonimy',
    link: 'Online',
    googleMeet: 'Online: Google Meet',
    teams: 'Online: Microsoft Teams',
    askBooker: 'W wybranym przez Ciebie miejscu',
    join: 'Dołącz online',
  },
  redirect: {
    going: (site) => `Przechodzimy do ${site}…`,
    goNow: 'Dalej',
  },
  signedIn: {
    as: (email) => `Zalogowano jako ${email}`,
    signOut: 'Wyloguj',
  },
  nights: {
    chooseArrival: 'Wybierz datę przyjazdu.',
    chooseDeparture: 'Wybierz datę wyjazdu.',
    arrival: 'Przyjazd',
    departure: 'Wyjazd',
    length: 'Długość pobytu',
    nights: (count) =>
      plural(count, { one: '# noc', few: '# noce', many: '# nocy', other: '# nocy' }),
    canArrive: 'możliwy przyjazd',
    canLeave: (nights) =>
      `możliwy wyjazd, ${plural(nights, { one: '# noc', few: '# noce', many: '# nocy', other: '# nocy' })}`,
    inStay: 'część pobytu',
    taken: 'zajęte',
    closed: 'zamknięte',
    notPossible: 'niedostępne',
    lead: (checkIn, checkOut) => `Zameldowanie od ${checkIn}, wymeldowanie do ${checkOut}.`,
    houseRules: 'Zasady pobytu',
    minNights: (count) =>
      plural(count, {
        1: '',
        few: 'Minimalny pobyt: # noce.',
        many: 'Minimalny pobyt: # nocy.',
        other: 'Minimalny pobyt: # nocy.',
      }),
    maxNights: (count) =>
      `Maksymalny pobyt: ${plural(count, { one: '# noc', few: '# noce', many: '# nocy', other: '# nocy' })}.`,
    takenTitle: 'Niektóre noce zostały właśnie zajęte',
    ruleTitle: 'Tych dat nie można zarezerwować',
    rule: 'Zasady rezerwacji się zmieniły. Wybierz inne daty.',
    startOver: 'Wybierz inne daty',
    from: (day, time) => `${day}, od ${time}`,
    by: (day, time) => `${day}, do ${time}`,
    zone: (city) => `Wszystkie godziny podano w czasie lokalnym (${city}).`,
    moveTitle: 'Wybierz nowe daty',
    moveNote: 'Dotychczasowe noce pozostają zarezerwowane do czasu rezerwacji nowych.',
    moveYes: (arrival, departure) => `Przełóż pobyt na ${arrival} – ${departure}`,
    keepDates: 'Zachowaj daty',
    notFreeTitle: 'Te daty nie są możliwe',
    notFree: 'Niektóre noce zostały właśnie zajęte albo zmieniły się zasady. Wybierz inne daty.',
    newTotal: (amount) => `W tych terminach pobyt kosztuje łącznie ${amount}.`,
    newTotalNote:
      'Jeśli to więcej niż dotychczas, wyślemy e-mailem link do zapłaty reszty. Jeśli mniej, zwrócimy tyle, ile przewidują zasady anulowania.',
    perNight: (amount: string) => `${amount} za noc`,
    total: (amount: string) => `Razem: ${amount}`,
    bookThese: 'Zarezerwuj te daty',
  },
} satisfies SharedTranslations
