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
    names: {
      perDay: 'Bookings per day',
      perWeek: 'Bookings per week (from Monday)',
      perMonth: 'Bookings per month',
      minutesPerDay: 'Booked minutes per day',
      perBooker: 'Bookings per person at a time',
      perBookerEver: 'Bookings per person, past ones too',
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
    names: {
      perDay: 'Buchungen pro Tag',
      perWeek: 'Buchungen pro Woche (ab Montag)',
      perMonth: 'Buchungen pro Monat',
      minutesPerDay: 'Gebuchte Minuten pro Tag',
      perBooker: 'Gleichzeitige Buchungen pro Person',
      perBookerEver: 'Buchungen pro Person insgesamt, auch vergangene',
    },
  },
})
