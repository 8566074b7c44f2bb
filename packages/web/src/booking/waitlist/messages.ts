import { texts } from '../../shared/language.ts'

/** The texts for joining a wait list. */
export const waitlistMessages = texts('waitlist', {
  lead: (duration: string) => `If a time becomes free, we email you and hold it for ${duration}.`,
  from: 'Earliest date',
  until: 'Latest date',
  days: 'Days of the week',
  daysHint: 'Select none for any day.',
  timeOfDay: 'Time of day',
  anyTime: 'Any time',
  zone: (city: string) => `Dates and times are those of ${city}.`,
  emailHint: "We'll email you here when a time becomes free.",
  untilWrong: 'The latest date must not be before the earliest date.',
  tooLong: 'Choose at most 92 days.',
  joinedTitle: "You're on the wait list",
  joined: (email: string) => `We'll email ${email} when a time becomes free.`,
  checkEmail: (email: string) => `Open the link that we sent to ${email} to join the wait list.`,
  manage: 'View your entry',
  manageHint: 'You can leave the wait list at any time. The link is also in your email.',
  alreadyTitle: "You're already on the wait list",
  already:
    'Someone with this email address is waiting for this. To change it, open the link in that email.',
  fullTitle: 'The wait list is full',
  full: 'Try again later.',
  closedTitle: 'There is no wait list anymore',
  closed: 'Choose one of the available times.',
})
