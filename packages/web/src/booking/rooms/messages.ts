import { texts } from '../../shared/language.ts'

/** The texts about several rooms that are booked together. */
export const roomsMessages = texts('rooms', {
  title: 'Your rooms',
  book: 'Book these rooms',
  change: 'Change rooms',
  goneTitle: (room: string) => `No longer available: ${room}`,
  gone: 'Nothing was booked. Search again to see what is available.',
  searchAgain: 'Search again',
})
