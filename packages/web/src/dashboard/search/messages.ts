import { catalog } from '../../shared/language.ts'

/** The texts of the search for people and bookings. */
export const searchMessages = catalog({
  en: {
    title: 'Search',
    hint: 'Name, phone, email or booking number',
    recent: 'Recent',
    people: 'People',
    bookings: 'Bookings',
    none: (text: string) => `No person or booking matches “${text}”.`,
    noneHint: 'Bookings without a name or not yet confirmed are in the list of bookings only.',
    more: 'There are more. Type another letter or word.',
    start:
      'Type two letters or more of a name, phone number or email address, or a booking number.',
    count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
    bookingCount: (count: number) => (count === 1 ? '1 booking' : `${count} bookings`),
  },
  de: {
    title: 'Suchen',
    hint: 'Name, Telefon, E-Mail oder Buchungsnummer',
    recent: 'Zuletzt geöffnet',
    people: 'Personen',
    bookings: 'Buchungen',
    none: (text: string) => `Keine Person und keine Buchung passt zu „${text}“.`,
    noneHint:
      'Buchungen ohne Namen und noch unbestätigte Buchungen stehen nur in der Liste der Buchungen.',
    more: 'Es gibt weitere. Tippen Sie noch einen Buchstaben oder ein Wort.',
    start:
      'Tippen Sie mindestens zwei Zeichen eines Namens, einer Telefonnummer oder E-Mail-Adresse, oder eine Buchungsnummer.',
    count: (count: number) => (count === 1 ? '1 Treffer' : `${count} Treffer`),
    bookingCount: (count: number) => (count === 1 ? '1 Buchung' : `${count} Buchungen`),
  },
})
