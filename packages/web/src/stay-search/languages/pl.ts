import shared from '../../shared/languages/pl.ts'
import quote from '../../shared/nights/quote-languages/pl.ts'
import type { StaySearchTranslations } from '../translations.ts'

export default {
  ...shared,
  quote,
  staySearch: {
    search: 'Szukaj',
    prompt: 'Wybierz daty, aby zobaczyć dostępność i ceny.',
    departureWrong: 'Wyjazd musi być późniejszy niż przyjazd.',
    found: (count) => `Dostępne: ${count}`,
    noneTitle: 'W tych dniach nie ma wolnych miejsc',
    none: 'Spróbuj wybrać inne daty lub mniej osób.',
    maxGuests: (count) => `Maksymalna liczba gości: ${count}`,
    choose: 'Wybierz',
    unavailableTitle: 'Niedostępne',
    taken: 'Zajęte w tych dniach.',
    more: 'Pokaż więcej',
    several: 'Zarezerwuj kilka pokoi',
    noneForAllTitle: 'Żaden pokój nie pomieści wszystkich osób',
    noneForAll: 'Zarezerwuj kilka pokoi albo wybierz inne daty.',
    oneRoom: 'Zarezerwuj jeden pokój',
    severalLead: 'Wybierz liczbę pokoi każdego rodzaju. Rezerwujesz je i płacisz za nie razem.',
    count: 'Liczba pokoi',
    pricesFor: (adults) => `Cena za jeden pokój, liczba dorosłych: ${adults}`,
    depositAlone: 'Ta taryfa wymaga zaliczki, więc pokój można zarezerwować tylko osobno.',
    yourRooms: 'Twoje pokoje',
    chooseRooms: 'Wybierz co najmniej jeden pokój.',
    placed: (people, all) => `Goście w tych pokojach: ${people} z ${all}`,
    notForThem: 'Tego pokoju nie można zarezerwować dla tych gości w tej taryfie.',
    confirmedApart: 'Te pokoje są potwierdzane w różny sposób i nie można ich zarezerwować razem.',
    goOn: 'Dalej',
  },
} satisfies StaySearchTranslations
