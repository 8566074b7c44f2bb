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
  },
} satisfies StaySearchTranslations
