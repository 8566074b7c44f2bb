import { catalog } from '../../shared/language.ts'

/** The texts of the page of contacts. */
export const contactMessages = catalog({
  en: {
    title: 'Contacts',
    lead: 'Everyone who has had a confirmed booking, and people you added.',
    search: 'Name, email or phone',
    emptyTitle: 'No contacts found',
    notYetTitle: 'Nothing found so far',
    looked: (count: number) =>
      `We looked at the first ${count} contacts. There are more. A full email address finds its contact at once.`,
    empty: 'Contacts appear here after their first confirmed booking.',
    bookings: (count: number) => (count === 1 ? '1 booking' : `${count} bookings`),
    noShows: (count: number) => (count === 1 ? '1 no-show' : `${count} no-shows`),
    last: (when: string) => `updated ${when}`,
  },
  de: {
    title: 'Kontakte',
    lead: 'Alle, die schon eine bestätigte Buchung hatten, und Personen, die Sie hinzugefügt haben.',
    search: 'Name, E-Mail oder Telefon',
    emptyTitle: 'Keine Kontakte gefunden',
    notYetTitle: 'Bisher nichts gefunden',
    looked: (count: number) =>
      `Wir haben die ersten ${count} Kontakte durchsucht. Es gibt weitere. Eine vollständige E-Mail-Adresse findet ihren Kontakt sofort.`,
    empty: 'Kontakte erscheinen hier nach ihrer ersten bestätigten Buchung.',
    bookings: (count: number) => (count === 1 ? '1 Buchung' : `${count} Buchungen`),
    noShows: (count: number) => `${count}-mal nicht erschienen`,
    last: (when: string) => `aktualisiert ${when}`,
  },
})
