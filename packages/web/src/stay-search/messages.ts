import { texts } from '../shared/language.ts'

/** The texts of the page on which guests search the stays of a property. */
export const staySearchMessages = texts('staySearch', {
  search: 'Search',
  prompt: 'Choose your dates to see what is available and what it costs.',
  departureWrong: 'The departure must be after the arrival.',
  found: (count: number) => `Available: ${count}`,
  noneTitle: 'Nothing is available on these dates',
  none: 'Try other dates or fewer people.',
  maxGuests: (count: number) => `Maximum number of guests: ${count}`,
  choose: 'Choose',
  unavailableTitle: 'Not available',
  taken: 'Taken on these dates.',
  more: 'Show more',
})
