import { catalog } from '../../shared/language.ts'

/** The texts of limits, of event types and of providers. */
export const limitMessages = catalog({
  en: {
    title: 'Limits',
    none: 'None',
    some: 'Limited',
    lead: 'Leave a field empty for no limit. A session with seats counts once.',
    providerLead: 'For all event types together. Leave a field empty for no limit.',
    accountLead:
      'For all event types together, in addition to their own limits. Leave a field empty for no limit.',
    everHint: 'If past bookings count, online bookers have to confirm their email address first.',
    noShowsHint:
      'People with more cannot book, except by your team with an override. Online bookers have to confirm their email address first.',
    unpaidHint:
      'People with more pay the full price in advance, also where others pay a deposit. They cannot book what has no price.',
    names: {
      perDay: 'Bookings per day',
      perWeek: 'Bookings per week (from Monday)',
      perMonth: 'Bookings per month',
      minutesPerDay: 'Booked minutes per day',
      perBooker: 'Bookings per person at a time',
      perBookerEver: 'Bookings per person, past ones too',
      maxNoShows: 'Allowed no-shows',
      maxNoShowsUnpaid: 'Allowed no-shows without paying in full',
    },
  },
  de: {
    title: 'Höchstzahlen',
    none: 'Keine',
    some: 'Begrenzt',
    lead: 'Leere Felder begrenzen nicht. Ein Kurs mit Plätzen zählt einmal.',
    providerLead: 'Für alle Terminarten zusammen. Leere Felder begrenzen nicht.',
    accountLead:
      'Für alle Terminarten zusammen, zusätzlich zu deren eigenen Höchstzahlen. Leere Felder begrenzen nicht.',
    everHint:
      'Zählen auch vergangene Buchungen, müssen Kunden online zuerst ihre E-Mail-Adresse bestätigen.',
    noShowsHint:
      'Wer öfter nicht erschienen ist, kann nicht buchen, außer durch Ihr Team als Ausnahme. Kunden müssen online zuerst ihre E-Mail-Adresse bestätigen.',
    unpaidHint:
      'Wer öfter nicht erschienen ist, zahlt den vollen Preis im Voraus, auch wo andere anzahlen. Was keinen Preis hat, kann diese Person nicht buchen.',
    names: {
      perDay: 'Buchungen pro Tag',
      perWeek: 'Buchungen pro Woche (ab Montag)',
      perMonth: 'Buchungen pro Monat',
      minutesPerDay: 'Gebuchte Minuten pro Tag',
      perBooker: 'Gleichzeitige Buchungen pro Person',
      perBookerEver: 'Buchungen pro Person insgesamt, auch vergangene',
      maxNoShows: 'Buchen darf, wer höchstens so oft nicht erschienen ist',
      maxNoShowsUnpaid: 'Ohne volle Vorauszahlung, wer höchstens so oft nicht erschienen ist',
    },
  },
})
