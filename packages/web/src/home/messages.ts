import { texts } from '../shared/language.ts'

/** The texts of the home page. */
export const homeMessages = texts('home', {
  title: 'Book an appointment',
  lead: 'Choose a provider and pick a time that suits you.',
  book: 'Find a provider',
  dashboard: 'Open dashboard',
  docs: 'API documentation',
})
