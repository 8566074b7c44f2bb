import { catalog } from '../../shared/language.ts'

/** The texts of the kinds of customers of an event type. */
export const accessMessages = catalog({
  en: {
    title: 'Kinds of customers',
    everybody: 'Everybody',
    kinds: (count: number) => (count === 1 ? '1 kind' : `${count} kinds`),
    lead: 'Without an entry, everybody may book. With entries, the first one that fits the tags and no-shows of the person counts, and people without one may not book. Bookers confirm their email address or sign in.',
    add: 'Add kind of customer',
    entry: (number: number) => `kind ${number}`,
    tags: 'Tags',
    tagsHint: 'Separate them with commas. Leave empty for everybody; that entry comes last.',
    maxNoShows: 'For people with at most this many no-shows',
    maxNoShowsHint:
      'Leave empty for any number. For everybody else, the next entry that fits counts.',
    maxAdvanceDays: 'Can book this many days ahead',
    amount: 'Price',
    asEventType: 'Leave empty to use the setting of the event type.',
    amountHint: '0 is free. Leave empty to use the price of the event type.',
    waits: 'An event type with a wait list is for everybody. Turn the wait list off first.',
  },
  de: {
    title: 'Kundengruppen',
    everybody: 'Alle',
    kinds: (count: number) => (count === 1 ? '1 Gruppe' : `${count} Gruppen`),
    lead: 'Ohne Eintrag dürfen alle buchen. Sonst gilt der erste Eintrag, der zu den Schlagwörtern der Person passt und dazu, wie oft sie nicht erschienen ist. Wer keinen hat, darf nicht buchen. Kunden bestätigen ihre E-Mail-Adresse oder melden sich an.',
    add: 'Kundengruppe hinzufügen',
    entry: (number: number) => `Gruppe ${number}`,
    tags: 'Schlagwörter',
    tagsHint: 'Durch Kommas getrennt. Leer: alle; dieser Eintrag steht am Ende.',
    maxNoShows: 'Für Personen, die höchstens so oft nicht erschienen sind',
    maxNoShowsHint: 'Leer: beliebig oft. Für alle anderen gilt der nächste passende Eintrag.',
    maxAdvanceDays: 'Buchbar so viele Tage im Voraus',
    amount: 'Preis',
    asEventType: 'Leer: wie bei der Terminart.',
    amountHint: '0 ist kostenlos. Leer: Preis der Terminart.',
    waits: 'Eine Terminart mit Warteliste ist für alle. Schalten Sie zuerst die Warteliste aus.',
  },
})
