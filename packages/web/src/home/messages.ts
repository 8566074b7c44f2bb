import { catalog } from '../shared/language.ts'

/** The texts of the home page. */
export const homeMessages = catalog({
  en: {
    title: 'Book an appointment',
    lead: 'Choose a provider and pick a time that suits you.',
    book: 'Find a provider',
    dashboard: 'Open dashboard',
    docs: 'API documentation',
  },
  de: {
    title: 'Termin buchen',
    lead: 'Wählen Sie einen Anbieter und eine Zeit, die Ihnen passt.',
    book: 'Anbieter finden',
    dashboard: 'Dashboard öffnen',
    docs: 'API-Dokumentation',
  },
})
