import { texts } from '../shared/language.ts'

/** The texts of the directory. */
export const directoryMessages = texts('directory', {
  title: 'Find a provider',
  lead: 'Choose a provider to see available times.',
  search: 'Search',
  searchHint: 'Name, specialty or service',
  noneTitle: 'No matches',
  none: 'Check the spelling, or search for something else.',
  specialties: 'Specialties',
  all: 'All',
  found: (count: number) => (count === 1 ? '1 provider' : `${count} providers`),
  emptyTitle: 'No providers found',
  empty: 'Providers appear here once they are listed and can be booked.',
  more: 'Show more',
})
