import { catalog } from '../../shared/language.ts'

/** The texts of the page of contacts. */
export const contactMessages = catalog({
  en: {
    title: 'Contacts',
    lead: 'Everyone who has had a confirmed booking, and people you added.',
    search: 'Name, email or phone',
    emptyTitle: 'No contacts found',
    empty: 'Contacts appear here after their first confirmed booking.',
    bookings: (count: number) => (count === 1 ? '1 booking' : `${count} bookings`),
    last: (when: string) => `updated ${when}`,
  },
  de: {
    title: 'Kontakte',
    lead: 'Alle, die schon eine bestätigte Buchung hatten, und Personen, die Sie hinzugefügt haben.',
    search: 'Name, E-Mail oder Telefon',
    emptyTitle: 'Keine Kontakte gefunden',
    empty: 'Kontakte erscheinen hier nach ihrer ersten bestätigten Buchung.',
    bookings: (count: number) => (count === 1 ? '1 Buchung' : `${count} Buchungen`),
    last: (when: string) => `aktualisiert ${when}`,
  },
})
