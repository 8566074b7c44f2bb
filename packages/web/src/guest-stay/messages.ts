import { texts } from '../shared/language.ts'

/** The texts of the page behind the manage link of a stay. */
export const guestStayMessages = texts('guestStay', {
  title: 'Your stay',
  status: { confirmed: 'Confirmed', cancelled: 'Cancelled' },
  arrival: 'Arrival',
  departure: 'Departure',
  who: 'Booked by',
  event: (house: string) => `Stay at ${house}`,
  begun: 'Your stay has started, so you can no longer change it here.',
  move: 'Change dates',
  moved: 'Dates changed',
  movedNote: "We'll send the new calendar invitation to your email.",
  cancel: 'Cancel stay',
  cancelTitle: 'Cancel this stay?',
  cancelNote: "Others can then book these nights. You can't undo this.",
  keep: 'Keep stay',
  cancelYes: 'Yes, cancel stay',
  cancelled: 'Stay cancelled',
  changedTitle: 'Your stay has changed',
  changed: 'Here are the current details.',
  again: 'Book another stay',
  goneTitle: 'This stay was cancelled',
  gone: 'Its nights are available again.',
  linkTitle: "This link doesn't work",
  link: 'It may be incomplete. Open it again from your email, or copy the whole link.',
})
