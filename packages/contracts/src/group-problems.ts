/** The problems of booking groups. Part of `PROBLEMS`. */
export const GROUP_PROBLEMS = {
  part_of_visit: {
    status: 409,
    title: 'Part of a visit',
    meaning:
      'The booking is part of a visit, which is confirmed, moved and cancelled as a whole. `groupId` names its group.',
  },
  not_in_sequence: {
    status: 422,
    title: 'Not in sequence',
    meaning:
      'A part of a sequence must start when the one before has ended, at most `maxGapMinutes` later. `item` names the part.',
  },
  group_too_large: {
    status: 422,
    title: 'Booking group too large',
    meaning:
      'The bookings need more writes than one transaction can have. `max` is how many of the first ones fit. Book the rest as another group.',
  },
  no_such_time: {
    status: 422,
    title: 'No such time',
    meaning:
      "A start of a recurrence does not exist: the clocks of the provider's time zone skip it, or the month has no such day. Leave it out, or send `onConflict: skip`.",
  },
} as const
