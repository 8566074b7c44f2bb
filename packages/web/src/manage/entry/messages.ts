import { texts } from '../../shared/language.ts'

/** The texts of the page behind the manage link of an entry of a wait list. */
export const entryMessages = texts('entry', {
  title: 'Your place on the wait list',
  status: {
    unconfirmed: 'Not confirmed yet',
    waiting: 'Waiting',
    offered: 'Time on hold for you',
    booked: 'Booked',
    left: 'Left',
    ended: 'Ended',
  },
  dates: 'Dates',
  range: (from: string, to: string) => `${from} to ${to}`,
  days: 'Days of the week',
  timeOfDay: 'Time of day',
  who: 'For',
  openEmail: 'Open the link in our email to join the wait list.',
  join: 'Join the wait list',
  joined: "You're on the wait list",
  waiting: "We'll email you when a time becomes free. You don't have to do anything.",
  offered: (when: string, until: string) => `We hold ${when} for you until ${until}.`,
  openOffer: 'Open the link in our email to confirm it.',
  booked: (when: string) => `You booked ${when}. The link to your booking is in our email.`,
  ended: 'We no longer look for a time for you. You can join again.',
  leave: 'Leave the wait list',
  leaveTitle: 'Leave the wait list?',
  leaveNote: 'You lose your place in line.',
  stay: 'Stay on the list',
  leaveYes: 'Yes, leave',
  left: 'You left the wait list',
  again: 'See available times',
})
