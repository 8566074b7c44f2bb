import { catalog } from '../../shared/language.ts'

/** The texts of holidays to close on. */
export const holidayMessages = catalog({
  en: {
    add: 'Add holidays',
    lead: 'Each holiday becomes a closure, which you can change or delete.',
    country: 'Country',
    chooseCountry: 'Choose a country',
    region: 'Region',
    wholeCountry: 'Whole country',
    holidays: 'Holidays',
    none: 'All holidays of these years are closures already.',
    noneChosen: 'Choose at least one holiday.',
    kinds: { public: '', bank: 'often half a day', optional: 'off for many' },
    save: (count: number) => (count === 1 ? 'Add 1 closure' : `Add ${count} closures`),
    hits: (count: number) =>
      count === 0
        ? 'There are no bookings on these days.'
        : count === 1
          ? '1 booking on these days'
          : `${count} bookings on these days`,
    moon: 'Holidays of a lunar calendar can differ by a day from the official date.',
    source: 'Holidays by date-holidays (CC BY-SA 3.0).',
    firstDay: (country: string) => `Close on the public holidays of ${country}`,
  },
  de: {
    add: 'Feiertage eintragen',
    lead: 'Jeder Feiertag wird eine Schließzeit, die Sie ändern oder löschen können.',
    country: 'Land',
    chooseCountry: 'Land wählen',
    region: 'Region',
    wholeCountry: 'Ganzes Land',
    holidays: 'Feiertage',
    none: 'Alle Feiertage dieser Jahre sind schon Schließzeiten.',
    noneChosen: 'Wählen Sie mindestens einen Feiertag.',
    kinds: { public: '', bank: 'oft nur halbtags', optional: 'für viele frei' },
    save: (count: number) =>
      count === 1 ? '1 Schließzeit eintragen' : `${count} Schließzeiten eintragen`,
    hits: (count: number) =>
      count === 0
        ? 'An diesen Tagen gibt es keine Buchungen.'
        : count === 1
          ? '1 Buchung an diesen Tagen'
          : `${count} Buchungen an diesen Tagen`,
    moon: 'Feiertage nach dem Mondkalender können um einen Tag vom amtlichen Datum abweichen.',
    source: 'Feiertage von date-holidays (CC BY-SA 3.0).',
    firstDay: (country: string) => `An gesetzlichen Feiertagen schließen (${country})`,
  },
})
