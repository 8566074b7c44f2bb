/** The problems of contacts, for `problems.ts`. */
export const CONTACT_PROBLEMS = {
  contact_exists: {
    status: 409,
    title: 'Contact already exists',
    meaning:
      'A contact of the account has this email address; `contactId` names it. Use or change that contact instead.',
  },
  contact_merged: {
    status: 409,
    title: 'Contact is merged',
    meaning:
      'The contact was merged into another; `contactId` names it. Use that contact, or undo the merge.',
  },
  merge_not_undoable: {
    status: 409,
    title: 'Merge cannot be undone',
    meaning:
      'The contact is not merged, was merged more than 30 days ago, has bookings since the merge, or the contact that it was merged into was merged again. `detail` says which.',
  },
  booker_not_allowed: {
    status: 409,
    title: 'Booker is not allowed',
    meaning:
      'The person is barred, the event type is for other kinds of customers, or they have booked it as often as one person may (`limit`). Only who proved to be the person, or the account, gets this answer. The account can book with `override`.',
  },
  contact_has_bookings: {
    status: 409,
    title: 'Contact has bookings',
    meaning:
      'The person has current or future bookings or stays; `bookingIds` and `stayIds` list them. Cancel them first, or send `cancel: true`.',
  },
} as const
