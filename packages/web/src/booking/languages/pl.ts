import deposit from '../../shared/deposit/languages/pl.ts'
import shared from '../../shared/languages/pl.ts'
import quote from '../../shared/nights/quote-languages/pl.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { BookingTranslations } from '../translations.ts'

const plural = pluralsOf('pl')

export default {
  ...shared,
  deposit,
  booking: {
    openedTitle: 'Wizyta',
    pageTitle: (what, who) => `${what} – ${who}`,
    confirmations: {
      hold: 'Zatrzymamy ten termin na czas wpisywania danych.',
      instant: 'Potwierdzenie od razu.',
      approval: 'Potwierdzenie po akceptacji usługodawcy.',
    },
    opensDaily: (time) => `Nowe terminy pojawiają się codziennie o godz. ${time}.`,
    duration: 'Jak długo?',
    howMany: 'Dla ilu osób?',
    atMost: (people) => `Najwyżej ${people} w jednej rezerwacji.`,
    withWhom: 'U kogo?',
    noPreference: 'Bez preferencji',
    stillHeld: (when) => `Nadal zatrzymujemy ten termin: ${when}.`,
    continue: 'Kontynuuj rezerwację',
    takenTitle: (when) => `Termin ${when} został właśnie zajęty`,
    taken: 'Ktoś właśnie zarezerwował ten termin. Te są jeszcze wolne:',
    withdrawnTitle: (when) => `Termin ${when} nie jest już oferowany`,
    withdrawn: 'Te terminy są wolne:',
    repricedTitle: (when) => `Cena terminu ${when} się zmieniła`,
    repriced: 'Nic nie zostało zarezerwowane. Wybierz termin w nowej cenie.',
    noAlternatives: 'Wybierz inny termin.',
    findingAlternatives: 'Szukamy innych terminów…',
    noneFits: 'Żaden termin nie pasuje?',
    joinWaitlist: 'Zapisz się na listę oczekujących',
  },
  steps: {
    details: 'Twoje dane',
    chosen: 'Wybrany termin',
    emailHint: 'Na ten adres wyślemy potwierdzenie i zaproszenie do kalendarza.',
    confirm: 'Potwierdź rezerwację',
    book: 'Zarezerwuj ten termin',
    request: 'Poproś o ten termin',
    toPayment: 'Przejdź do płatności',
    repeat: 'Powtarzaj co tydzień',
    addGuests: 'Dodaj gości',
    otherTime: 'Wybierz inny termin',
    timeLeft: (time) => `Termin zatrzymany, pozostało ${time}`,
    held: (minutes) =>
      `Zatrzymujemy ten termin na ${plural(minutes, { one: '# minutę', few: '# minuty', many: '# minut', other: '# minuty' })}.`,
    minutesLeft: (minutes) =>
      `${plural(minutes, { one: 'Pozostała # minuta', few: 'Pozostały # minuty', many: 'Pozostało # minut', other: 'Pozostało # minuty' })} na potwierdzenie.`,
    secondsLeft: (seconds) =>
      `${plural(seconds, { one: 'Pozostała # sekunda', few: 'Pozostały # sekundy', many: 'Pozostało # sekund', other: 'Pozostało # sekundy' })} na potwierdzenie.`,
    expiredTitle: 'Ten termin nie jest już zarezerwowany',
    expired:
      'Wstępna rezerwacja wygasła, więc inni mogli zająć ten termin. Wpisane dane zostały zachowane. Potwierdź, aby zarezerwować termin, jeśli jest jeszcze wolny, lub wybierz inny.',
    holdAgain: 'Spróbuj ponownie z tym terminem',
    doneTitle: 'Rezerwacja potwierdzona',
    checkEmailTitle: 'Sprawdź pocztę',
    checkEmail: (email) =>
      `Otwórz link wysłany na adres ${email}, aby potwierdzić rezerwację. Zatrzymamy termin na kilka minut.`,
    requestedTitle: 'Prośba wysłana',
    done: (email) => `Potwierdzenie wyślemy na adres ${email}.`,
    requested: (email) => `Napiszemy na adres ${email}, gdy usługodawca odpowie.`,
    doneByPhone:
      'Nie wysyłamy e-maila. Zachowaj ten link, aby sprawdzić, przełożyć lub odwołać rezerwację:',
    requestedByPhone:
      'Nie wysyłamy e-maila. Zachowaj ten link, aby sprawdzić, czy usługodawca się zgodzi:',
    manage: 'Zarządzaj rezerwacją',
    manageHint:
      'Rezerwację można później sprawdzić, przełożyć lub odwołać. Link jest też w wiadomości e-mail.',
    bookAnother: 'Zarezerwuj inny termin',
  },
  visit: {
    add: 'Dodaj usługę',
    services: 'Dodaj usługi',
    hint: 'Rezerwujemy je jedną po drugiej.',
    none: 'Nie można dodać innej usługi.',
  },
  rooms: {
    title: 'Twoje pokoje',
    book: 'Zarezerwuj te pokoje',
    change: 'Zmień pokoje',
    goneTitle: (room) => `Już niedostępne: ${room}`,
    gone: 'Nic nie zostało zarezerwowane. Wyszukaj ponownie, aby zobaczyć, co jest dostępne.',
    searchAgain: 'Szukaj ponownie',
  },
  waitlist: {
    lead: (duration) =>
      `Gdy zwolni się termin, napiszemy do Ciebie i zatrzymamy go na ${duration}.`,
    from: 'Najwcześniej',
    until: 'Najpóźniej',
    days: 'Dni tygodnia',
    daysHint: 'Bez wyboru: dowolny dzień.',
    timeOfDay: 'Pora dnia',
    anyTime: 'Dowolna pora',
    zone: (city) => `Daty i godziny podano według czasu: ${city}.`,
    emailHint: 'Napiszemy tutaj, gdy zwolni się termin.',
    untilWrong: 'Ostatni dzień nie może być wcześniejszy niż pierwszy.',
    tooLong: 'Wybierz najwyżej 92 dni.',
    joinedTitle: 'Jesteś na liście oczekujących',
    joined: (email) => `Napiszemy na adres ${email}, gdy zwolni się termin.`,
    checkEmail: (email) =>
      `Otwórz link wysłany na adres ${email}, aby zapisać się na listę oczekujących.`,
    manage: 'Zobacz swój wpis',
    manageHint:
      'Z listy oczekujących można wypisać się w każdej chwili. Link jest też w wiadomości e-mail.',
    alreadyTitle: 'Jesteś już na liście oczekujących',
    already:
      'Ktoś z tym adresem e-mail już czeka. Aby to zmienić, otwórz link z tamtej wiadomości.',
    fullTitle: 'Lista oczekujących jest pełna',
    full: 'Spróbuj ponownie później.',
    closedTitle: 'Nie ma już listy oczekujących',
    closed: 'Wybierz jeden z wolnych terminów.',
  },
  series: {
    every: 'Jak często?',
    everyWeeks: (count) => (count === 1 ? 'Co tydzień' : `Co ${count} tygodnie`),
    times: 'Ile razy?',
    dates: 'Twoje terminy',
    once: 'Zarezerwuj tylko raz',
    book: (count) =>
      `Zarezerwuj ${plural(count, { one: '# termin', few: '# terminy', many: '# terminów', other: '# terminu' })}`,
    request: (count) =>
      `Poproś o ${plural(count, { one: '# termin', few: '# terminy', many: '# terminów', other: '# terminu' })}`,
    conflictTitle: 'Nie wszystkie te terminy są wolne',
    conflict:
      'Nic nie zostało jeszcze zarezerwowane. Zarezerwuj pozostałe albo wybierz inne terminy.',
    others: 'Zarezerwuj wolne terminy',
    tooManyTitle: 'Za dużo terminów naraz',
    tooMany: (max) => `Liczba tych terminów, które można zarezerwować razem: najwyżej ${max}.`,
    noneTitle: 'Żaden z tych terminów nie jest wolny',
    none: 'Wybierz inny termin.',
    doneTitle: (count) =>
      plural(count, {
        one: 'Zarezerwowano # termin',
        few: 'Zarezerwowano # terminy',
        many: 'Zarezerwowano # terminów',
        other: 'Zarezerwowano # terminu',
      }),
    requestedTitle: (count) =>
      plural(count, {
        one: 'Poproszono o # termin',
        few: 'Poproszono o # terminy',
        many: 'Poproszono o # terminów',
        other: 'Poproszono o # terminu',
      }),
    skipped: 'Niedostępne',
    manage: 'Zarządzaj rezerwacjami',
    manageHint:
      'Każdy termin można później przełożyć lub odwołać. Link jest też w wiadomości e-mail.',
  },
  extras: {
    where: 'Gdzie ma się odbyć spotkanie?',
    place: 'Adres lub miejsce',
    placeMissing: 'Podaj miejsce',
    phone: 'Numer telefonu',
    phoneHint:
      'Zadzwonimy na ten numer. Z numerem kierunkowym kraju, na przykład +48\u00a022\u00a0123\u00a045\u00a067.',
    phoneWrong: 'Podaj numer telefonu, na przykład +48\u00a022\u00a0123\u00a045\u00a067',
    optional: (label) => `${label} (opcjonalnie)`,
    choose: 'Wybierz…',
    answerFirst: 'Proszę odpowiedzieć na te pytania, aby zobaczyć wolne terminy.',
    continueWith: (title: string) => `Dalej: ${title}`,
    missing: 'Odpowiedz na to pytanie',
    choiceMissing: 'Wybierz odpowiedź',
    checkMissing: 'Zaznacz to pole, aby kontynuować',
    emailWrong: 'Podaj adres e-mail, na przykład ada@example.com',
    numberWrong: 'Podaj liczbę',
    dateWrong: 'Podaj datę',
    urlWrong: 'Podaj adres strony, na przykład https://example.com',
    guests: 'Goście',
    guestsHint: 'Im również wyślemy zaproszenie.',
    guestEmail: (position) => `E-mail gościa ${position}`,
    guestTwice: 'Ten gość jest na liście dwa razy',
    addAnother: 'Dodaj kolejnego gościa',
    removeGuest: (position) => `Usuń gościa ${position}`,
    price: (amount) => `Cena: ${amount}`,
    deposit: (deposit, amount) => `Zaliczka teraz: ${deposit} z ${amount}`,
    payNow: 'Płatność odbywa się na następnej stronie. W tym czasie termin pozostaje zatrzymany.',
    payLater: 'Płatność następuje po akceptacji usługodawcy. Link wyślemy e-mailem.',
    payLaterByPhone:
      'Płatność następuje po akceptacji usługodawcy. Zachowaj link, który pokażemy na końcu: tam dokonasz płatności.',
    payTitle: 'Płatność',
    payText: (amount) => `Zapłać ${amount}, aby dokończyć rezerwację.`,
    pay: (amount) => `Zapłać ${amount}`,
    payExpired: 'Ten termin nie jest już zarezerwowany. Nic nie zostało pobrane.',
  },
  quote,
} satisfies BookingTranslations
