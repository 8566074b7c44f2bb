import { texts } from '../shared/language.ts'

/** The texts of the provider page. */
export const providerMessages = texts('provider', {
  choose: 'What would you like to book?',
  emptyTitle: 'Nothing to book right now',
  empty: 'Check back later.',
  property: 'Search all stays here',
})
