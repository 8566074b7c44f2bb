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
    several: 'Meerdere kamers boeken',
    noneForAllTitle: 'Geen kamer is groot genoeg voor u allemaal',
    noneForAll: 'Boek meerdere kamers of probeer andere datums.',
    oneRoom: 'Eén kamer boeken',
    severalLead: 'Kies hoeveel kamers u van elke soort wilt. U boekt en betaalt ze samen.',
    count: 'Aantal kamers',
    pricesFor: (adults) => `Prijs voor één kamer, aantal volwassenen: ${adults}`,
    depositAlone:
      'Dit tarief heeft een aanbetaling. De kamer kan daarmee alleen apart worden geboekt.',
    yourRooms: 'Uw kamers',
    chooseRooms: 'Kies ten minste één kamer.',
    placed: (people, all) => `Gasten in deze kamers: ${people} van ${all}`,
    notForThem: 'Deze kamer kan voor deze gasten niet tegen dit tarief worden geboekt.',
    confirmedApart:
      'Deze kamers worden verschillend bevestigd en kunnen niet samen worden geboekt.',
    goOn: 'Verder',
  },
} satisfies StaySearchTranslations
