import { texts } from '../shared/language.ts'

/** The texts of the booking page until a time is chosen. */
export const bookingMessages = texts('booking', {
  openedTitle: 'Appointment',
  pageTitle: (what: string, who: string) => `${what} with ${who}`,
  confirmations: {
    hold: 'We hold your time while you enter your details.',
    instant: 'Confirmed immediately.',
    approval: 'Confirmed after the provider approves.',
  },
  opensDaily: (time: string) => `New dates open every day at ${time}.`,
  duration: 'How long?',
  howMany: 'How many people?',
  atMost: (people: string) => `At most ${people} per booking.`,
  withWhom: 'With whom?',
  noPreference: 'No preference',
  stillHeld: (when: string) => `We're still holding ${when} for you.`,
  continue: 'Continue booking',
  takenTitle: (when: string) => `${when} was just taken`,
  taken: 'Someone just booked this time. These are still available:',
  withdrawnTitle: (when: string) => `${when} is no longer offered`,
  withdrawn: 'These times are available:',
  repricedTitle: (when: string) => `The price at ${when} has changed`,
  repriced: 'Nothing was booked. Pick a time at its new price.',
  noAlternatives: 'Choose another time.',
  findingAlternatives: 'Looking for other times …',
  noneFits: 'No time that suits you?',
  joinWaitlist: 'Join the wait list',
})
