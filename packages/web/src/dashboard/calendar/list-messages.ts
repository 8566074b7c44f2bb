import { catalog } from '../../shared/language.ts'

/** The texts of the list that is printed or saved. */
export const listMessages = catalog<{
  readonly print: string
  readonly save: string
  readonly none: string
  readonly file: string
  readonly columns: readonly string[]
}>({
  en: {
    print: 'Print list',
    save: 'Download CSV',
    none: 'No bookings',
    file: 'bookings',
    columns: [
      'Date',
      'Start',
      'End',
      'Name',
      'Phone',
      'Email',
      'Event type',
      'Provider',
      'Status',
      'Booking',
    ],
  },
  de: {
    print: 'Liste drucken',
    save: 'CSV herunterladen',
    none: 'Keine Buchungen',
    file: 'buchungen',
    columns: [
      'Datum',
      'Beginn',
      'Ende',
      'Name',
      'Telefon',
      'E-Mail',
      'Terminart',
      'Anbieter',
      'Status',
      'Buchung',
    ],
  },
})
