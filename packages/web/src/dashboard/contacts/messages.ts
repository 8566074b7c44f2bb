import { catalogue } from '../../shared/language.ts'

export const contactMessages = catalogue({
  en: {
    title: 'Contacts',
    lead: 'Everybody who has had a confirmed booking, by e-mail address.',
    search: 'Name or e-mail',
    emptyTitle: 'No contacts',
    empty: 'Whoever has a confirmed booking appears here by themselves.',
    bookings: (count: number) => (count === 1 ? '1 booking' : `${count} bookings`),
    last: (when: string) => `last changed ${when}`,
  },
  de: {
    title: 'Kontakte',
    lead: 'Alle, die je eine bestätigte Buchung hatten, nach E-Mail-Adresse.',
    search: 'Name oder E-Mail',
    emptyTitle: 'Keine Kontakte',
    empty: 'Wer eine bestätigte Buchung hat, erscheint hier von selbst.',
    bookings: (count: number) => (count === 1 ? '1 Buchung' : `${count} Buchungen`),
    last: (when: string) => `zuletzt geändert ${when}`,
  },
})
