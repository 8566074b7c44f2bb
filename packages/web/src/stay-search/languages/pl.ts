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
  },
} satisfies StaySearchTranslations
