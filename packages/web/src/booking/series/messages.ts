import { texts } from '../../shared/language.ts'

/** The texts for booking a series: the same time again and again. */
export const seriesMessages = texts('series', {
  every: 'How often?',
  everyWeeks: (count: number) => (count === 1 ? 'Every week' : `Every ${count} weeks`),
  times: 'How many times?',
  dates: 'Your dates',
  once: 'Book only once',
  book: (count: number) => `Book ${count} dates`,
  request: (count: number) => `Request ${count} dates`,
  conflictTitle: 'Not all of these dates are available',
  conflict: 'Nothing is booked yet. Book the others, or choose different dates.',
  others: 'Book the available dates',
  tooManyTitle: 'Too many dates at once',
  tooMany: (max: number) => `You can book at most ${max} of these dates together.`,
  noneTitle: 'None of these dates is available',
  none: 'Choose another time.',
  doneTitle: (count: number) => (count === 1 ? '1 date booked' : `${count} dates booked`),
  requestedTitle: (count: number) =>
    count === 1 ? '1 date requested' : `${count} dates requested`,
  skipped: 'Not available',
  manage: 'Manage bookings',
  manageHint: 'You can reschedule or cancel each date later. The link is also in your email.',
})
