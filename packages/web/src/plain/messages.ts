import { texts } from '../shared/language.ts'

/** The texts that only browsers without scripts show, so that the pages with scripts do not load them. */
export const plainMessages = texts('plain', {
  link: 'Book without JavaScript',
  neededTitle: 'Booking here needs JavaScript',
  needed:
    'Before you can book, your browser has to pass a check against automated bookings. Turn on JavaScript, then open the booking page again.',
  answersFirst:
    'Here the available times depend on your answers to some questions. Turn on JavaScript, then open the booking page again.',
  open: 'Open the booking page',
})
