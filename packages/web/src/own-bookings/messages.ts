import { texts } from '../shared/language.ts'

/** The texts of the page on which bookers see their bookings. */
export const ownBookingsMessages = texts('ownBookings', {
  title: 'My bookings',
  lead: 'Enter the email address that you book with. We send you a link.',
  email: 'Email address',
  emailWrong: 'Enter an email address, such as ada@example.com.',
  send: 'Send the link',
  sentTitle: 'Check your email',
  sent: (email: string) =>
    `If there are bookings for ${email}, an email with a link is on its way. The link works for 15 minutes.`,
  again: 'Use another address',
  openLead: 'Continue to see your bookings in this browser.',
  open: 'See my bookings',
  ended: {
    link: {
      title: 'This link no longer works',
      text: 'It was already used, or is older than 15 minutes. Ask for a new one.',
    },
    'sign-in': {
      title: 'You are signed out',
      text: 'A sign-in lasts 30 days. Ask for a new link.',
    },
  },
  coming: 'Upcoming',
  noneComing: 'You have no upcoming bookings.',
  past: 'Past',
  more: 'Show more',
  manage: 'View or change',
  status: {
    pending: 'Not confirmed yet',
    confirmed: 'Confirmed',
    completed: 'Completed',
    cancelled: 'Cancelled',
    no_show: 'Missed',
    expired: 'Expired',
  },
})
