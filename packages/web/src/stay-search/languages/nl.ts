import shared from '../../shared/languages/nl.ts'
import quote from '../../shared/nights/quote-languages/nl.ts'
import type { StaySearchTranslations } from '../translations.ts'

export default {
  ...shared,
  quote,
  staySearch: {
    search: 'Zoeken',
    prompt: 'Kies uw data om te zien wat beschikbaar is en wat het kost.',
    departureWrong: 'De vertrekdatum moet na de aankomstdatum liggen.',
    found: (count) => `Beschikbaar: ${count}`,
    noneTitle: 'Er is niets beschikbaar op deze data',
    none: 'Probeer andere data of minder personen.',
    maxGuests: (count) => `Maximaal aantal gasten: ${count}`,
    choose: 'Kiezen',
    unavailableTitle: 'Niet beschikbaar',
    taken: 'Bezet op deze data.',
    more: 'Meer tonen',
  },
} satisfies StaySearchTranslations
