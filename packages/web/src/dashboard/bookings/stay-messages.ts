import { catalog } from '../../shared/language.ts'

/** The texts of a stay that is booked at the desk. */
export const stayMessages = catalog({
  en: {
    adults: 'Adults',
    childAges: 'Ages of children (optional)',
    childAgesHint: 'Such as 4, 7.',
    plan: 'Rate plan',
    noPlan: 'No rate plan can be booked for these dates and people.',
    chooseDates: 'Choose the arrival and a later departure.',
    rooms: 'Rooms',
    roomsHint: 'Each for these people. All are booked, or none.',
    guests: 'Guests',
    people: (adults: number, ages: readonly number[]) =>
      [
        adults === 1 ? '1 adult' : `${adults} adults`,
        ages.length > 0 &&
          `${ages.length === 1 ? '1 child' : `${ages.length} children`} (${ages.join(', ')})`,
      ]
        .filter(Boolean)
        .join(', '),
    otherPrice: 'These dates have another price',
    priceBefore: 'Old price',
    priceAfter: 'New price',
    difference: 'Difference',
    restIsDue: 'The guest gets an email with a link to pay the difference.',
    restIsBack: 'The guest gets the difference back.',
    moveAtNewPrice: 'Move at the new price',
    unit: 'Unit',
    inUnit: (unit: string, nights: string, from: string, to: string) =>
      `${unit}: ${nights}, ${from} – ${to}`,
  },
  de: {
    adults: 'Erwachsene',
    childAges: 'Alter der Kinder (optional)',
    childAgesHint: 'Zum Beispiel 4, 7.',
    plan: 'Tarif',
    noPlan: 'Für diese Tage und Personen gibt es keinen buchbaren Tarif.',
    chooseDates: 'Wählen Sie die Anreise und eine spätere Abreise.',
    rooms: 'Zimmer',
    roomsHint: 'Jedes für diese Personen. Alle werden gebucht, oder keines.',
    guests: 'Gäste',
    people: (adults: number, ages: readonly number[]) =>
      [
        adults === 1 ? '1 Erwachsener' : `${adults} Erwachsene`,
        ages.length > 0 &&
          `${ages.length === 1 ? '1 Kind' : `${ages.length} Kinder`} (${ages.join(', ')})`,
      ]
        .filter(Boolean)
        .join(', '),
    otherPrice: 'Diese Tage haben einen anderen Preis',
    priceBefore: 'Bisheriger Preis',
    priceAfter: 'Neuer Preis',
    difference: 'Differenz',
    restIsDue: 'Der Gast bekommt eine E-Mail mit einem Link, um die Differenz zu bezahlen.',
    restIsBack: 'Der Gast bekommt die Differenz zurück.',
    moveAtNewPrice: 'Zum neuen Preis verschieben',
    unit: 'Einheit',
    inUnit: (unit: string, nights: string, from: string, to: string) =>
      `${unit}: ${nights}, ${from} – ${to}`,
  },
})
