import { texts } from '../shared/language.ts'

/** The texts of the booking page. */
export const bookingMessages = texts('booking', {
  openedTitle: 'Appointment',
  pageTitle: (what: string, who: string) => `${what} with ${who}`,
  confirmations: {
    hold: 'We hold your time while you enter your details.',
    instant: 'Confirmed immediately.',
    approval: 'Confirmed after the provider approves.',
  },
  duration: 'How long?',
  howMany: 'How many people?',
  atMost: (people: string) => `At most ${people} per booking.`,
  withWhom: 'With whom?',
  noPreference: 'No preference',
  details: 'Your details',
  chosen: 'Your time',
  emailHint: "We'll send the confirmation and calendar invitation here.",
  confirm: 'Confirm booking',
  book: 'Book this time',
  request: 'Request this time',
  toPayment: 'Continue to payment',
  repeat: 'Repeat weekly',
  addGuests: 'Add guests',
  otherTime: 'Choose another time',
  timeLeft: (time: string) => `Held for you: ${time} left`,
  held: (minutes: number) =>
    `We're holding this time for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  minutesLeft: (minutes: number) =>
    `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left to confirm.`,
  secondsLeft: (seconds: number) => `${seconds} seconds left to confirm.`,
  stillHeld: (when: string) => `We're still holding ${when} for you.`,
  continue: 'Continue booking',
  expiredTitle: 'This time is no longer held',
  expired:
    'Your hold expired, so others could book this time. Your details are saved. Confirm to book it if it is still available, or choose another time.',
  holdAgain: 'Try this time again',
  takenTitle: (when: string) => `${when} was just taken`,
  taken: 'Someone just booked this time. These are still available:',
  withdrawnTitle: (when: string) => `${when} is no longer offered`,
  withdrawn: 'These times are available:',
  noAlternatives: 'Choose another time.',
  findingAlternatives: 'Looking for other times …',
  doneTitle: 'Booking confirmed',
  checkEmailTitle: 'Check your email',
  checkEmail: (email: string) =>
    `Open the link that we sent to ${email} to confirm this booking. We hold the time for a few minutes.`,
  requestedTitle: 'Request sent',
  done: (email: string) => `We'll send the confirmation to ${email}.`,
  requested: (email: string) => `We'll email ${email} when the provider responds.`,
  manage: 'Manage booking',
  manageHint:
    'You can view, reschedule or cancel your booking later. The link is also in your email.',
  noneFits: 'No time that suits you?',
  joinWaitlist: 'Join the wait list',
  bookAnother: 'Book another time',
})
