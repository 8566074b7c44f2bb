import { texts } from '../shared/language.ts'

/** The texts of the steps after a time is chosen, which load later. */
export const stepMessages = texts('steps', {
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
  expiredTitle: 'This time is no longer held',
  expired:
    'Your hold expired, so others could book this time. Your details are saved. Confirm to book it if it is still available, or choose another time.',
  holdAgain: 'Try this time again',
  doneTitle: 'Booking confirmed',
  checkEmailTitle: 'Check your email',
  checkEmail: (email: string) =>
    `Open the link that we sent to ${email} to confirm this booking. We hold the time for a few minutes.`,
  requestedTitle: 'Request sent',
  done: (email: string) => `We'll send the confirmation to ${email}.`,
  requested: (email: string) => `We'll email ${email} when the provider responds.`,
  doneByPhone: "We won't email you. Save this link to view, reschedule or cancel your booking:",
  requestedByPhone: "We won't email you. Save this link to see whether the provider approves:",
  manage: 'Manage booking',
  manageHint:
    'You can view, reschedule or cancel your booking later. The link is also in your email.',
  bookAnother: 'Book another time',
})
