/** The kinds of messages whose text an account can change. */
export const MESSAGE_KINDS = [
  'email_confirmation',
  'request_received',
  'confirmed',
  'rescheduled',
  'reassigned',
  'relocated',
  'link_ready',
  'clocks_changed',
  'cancelled',
  'request_expired',
  'reminder',
  'thank_you',
  'no_show',
  'waitlist_email_confirmation',
  'waitlist_joined',
  'waitlist_offered',
  'waitlist_lapsed',
  'waitlist_ended',
  'provider_approval_needed',
  'provider_new_booking',
  'provider_rescheduled',
  'provider_team_changed',
  'provider_withdrawn',
  'provider_relocated',
  'provider_link_ready',
  'provider_clocks_changed',
  'provider_time_conflict',
  'provider_cancelled',
  'provider_request_expired',
  'stay_confirmed',
  'stay_rescheduled',
  'stay_cancelled',
] as const

/** A kind of message: to bookers, to providers (`provider_…`) or to guests of stays (`stay_…`). */
export type MessageKind = (typeof MESSAGE_KINDS)[number]

const ALL_FIELDS = ['title', 'manage_url', 'account.name']

const STAY_FIELDS: readonly string[] = [...ALL_FIELDS, 'calendar.name', 'arrival', 'departure']

const BOOKING_FIELDS: readonly string[] = [
  ...ALL_FIELDS,
  'event_type.title',
  'provider.name',
  'booker.name',
  'booker.email',
  'when',
  'previous_when',
  'start',
  'end',
  'start_date',
  'start_time',
  'duration_minutes',
  'location',
  'note',
  'reason',
  'answers.<id>',
]

/** The names of the values that templates of a kind can show. `<id>` stands for the id of a question. */
export const fieldsOf = (kind: MessageKind): readonly string[] =>
  kind.startsWith('stay_') ? STAY_FIELDS : BOOKING_FIELDS
