import { catalogue } from '../shared/language.ts'

/** The texts of the first page. */
export const homeMessages = catalogue({
  en: {
    title: 'Your time, kept.',
    lead: 'Choose who you would like to see, pick a time that suits you, and it is yours.',
    book: 'Find a time',
    dashboard: 'Open the dashboard',
    docs: 'API documentation',
  },
  de: {
    title: 'Ihre Zeit, fest vergeben.',
    lead: 'Wählen Sie aus, zu wem Sie möchten, und eine Zeit, die Ihnen passt: dann gehört sie Ihnen.',
    book: 'Termin finden',
    dashboard: 'Zur Übersicht',
    docs: 'API-Dokumentation',
  },
})
