import shared from '../../shared/languages/de.ts'
import quote from '../../shared/nights/quote-languages/de.ts'
import type { StaySearchTranslations } from '../translations.ts'

export default {
  ...shared,
  quote,
  staySearch: {
    search: 'Suchen',
    prompt: 'Wählen Sie Ihre Reisedaten, um freie Unterkünfte und Preise zu sehen.',
    departureWrong: 'Die Abreise muss nach der Anreise liegen.',
    found: (count) => `Verfügbar: ${count}`,
    noneTitle: 'An diesen Tagen ist nichts frei',
    none: 'Versuchen Sie es mit anderen Tagen oder weniger Personen.',
    maxGuests: (count) => `Gäste: höchstens ${count}`,
    choose: 'Auswählen',
    unavailableTitle: 'Nicht verfügbar',
    taken: 'An diesen Tagen belegt.',
    more: 'Mehr anzeigen',
    several: 'Mehrere Zimmer buchen',
    noneForAllTitle: 'Kein Zimmer ist groß genug für Sie alle',
    noneForAll: 'Buchen Sie mehrere Zimmer, oder versuchen Sie es mit anderen Tagen.',
    oneRoom: 'Ein Zimmer buchen',
    severalLead:
      'Wählen Sie, wie viele Zimmer Sie von jeder Art möchten. Sie buchen und bezahlen sie zusammen.',
    count: 'Anzahl der Zimmer',
    pricesFor: (adults) => `Preis für ein Zimmer, Anzahl der Erwachsenen: ${adults}`,
    depositAlone:
      'Dieser Tarif hat eine Anzahlung. Das Zimmer lässt sich damit nur einzeln buchen.',
    yourRooms: 'Ihre Zimmer',
    chooseRooms: 'Wählen Sie mindestens ein Zimmer.',
    placed: (people, all) => `Gäste in diesen Zimmern: ${people} von ${all}`,
    notForThem: 'Dieses Zimmer lässt sich für diese Gäste zu diesem Tarif nicht buchen.',
    confirmedApart:
      'Diese Zimmer werden unterschiedlich bestätigt und lassen sich nicht zusammen buchen.',
    goOn: 'Weiter',
  },
} satisfies StaySearchTranslations
