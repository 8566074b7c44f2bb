import { texts } from '../../shared/language.ts'

/** The texts of the page behind the manage link of a group of bookings. */
export const groupMessages = texts('group', {
  title: 'Your bookings',
  visit: 'Your visit',
  visitNote: 'These bookings belong together. You can only move or cancel all of them.',
  moveAll: 'Move all bookings',
  moved: 'Bookings moved',
  count: (count: number) => (count === 1 ? '1 booking' : `${count} bookings`),
  one: 'View',
  following: 'Cancel from here',
  confirm: 'Confirm bookings',
  heldUntil: (when: string) => `Held for you until ${when}. Confirm them before then.`,
  cancelAll: 'Cancel all bookings',
  cancelAllTitle: 'Cancel all these bookings?',
  cancelFollowingTitle: (when: string) => `Cancel this booking and all later ones, from ${when}?`,
  cancelNote: "Others can then book these times. You can't undo this.",
  keep: 'Keep bookings',
  cancelYes: 'Yes, cancel bookings',
  confirmed: 'Bookings confirmed',
  cancelled: 'Bookings cancelled',
})
