import { invariant } from '@holdfast/engine'
import type { MessageKind } from '../templates/message-kinds.ts'
import type { Message } from '../texts.ts'
import type { Recipient } from './compose.ts'

/**
 * The kinds of messages that accounts can change, by message and recipient. What is the same message for the
 * server is a kind for each recipient, so that a text can speak to them.
 */
export const KINDS: {
  readonly [Name in Message]: { readonly [To in Recipient]?: MessageKind }
} = {
  emailProofNeeded: { booker: 'email_confirmation' },
  requested: { booker: 'request_received' },
  approvalNeeded: { provider: 'provider_approval_needed' },
  confirmed: { booker: 'confirmed' },
  newBooking: { provider: 'provider_new_booking' },
  rescheduled: { booker: 'rescheduled', provider: 'provider_rescheduled' },
  // Built-in words: those of the account for `rescheduled` are about a time.
  otherService: {},
  reassigned: { booker: 'reassigned' },
  teamChanged: { provider: 'provider_team_changed' },
  withdrawn: { provider: 'provider_withdrawn' },
  relocated: { booker: 'relocated', provider: 'provider_relocated' },
  linkReady: { booker: 'link_ready', provider: 'provider_link_ready' },
  // Guests of bookings get the built-in words.
  invited: {},
  uninvited: {},
  clocksChanged: { booker: 'clocks_changed', provider: 'provider_clocks_changed' },
  timeConflict: { provider: 'provider_time_conflict' },
  cancelled: { booker: 'cancelled', provider: 'provider_cancelled' },
  requestExpired: { booker: 'request_expired', provider: 'provider_request_expired' },
  reminder: { booker: 'reminder' },
  thankYou: { booker: 'thank_you' },
  noShow: { booker: 'no_show' },
  waitlistOffered: { booker: 'waitlist_offered' },
  waitlistLapsed: { booker: 'waitlist_lapsed' },
}

/** The kinds of messages about entries of wait lists, which have no booking. */
export const WAITLIST_KINDS = {
  waitlistUnconfirmed: 'waitlist_email_confirmation',
  waitlistJoined: 'waitlist_joined',
  waitlistEnded: 'waitlist_ended',
} as const satisfies Readonly<Record<string, MessageKind>>

/** The message of a kind about entries of wait lists. Undefined for any other kind. */
export function waitlistMessageOfKind(kind: MessageKind): keyof typeof WAITLIST_KINDS | undefined {
  const messages = Object.keys(WAITLIST_KINDS) as (keyof typeof WAITLIST_KINDS)[]
  return messages.find((message) => WAITLIST_KINDS[message] === kind)
}

/** The kinds of messages about stays, by the event that causes them. */
export const STAY_KINDS = {
  'stay.created': 'stay_confirmed',
  'stay.updated': 'stay_rescheduled',
  'stay.deleted': 'stay_cancelled',
} as const satisfies Readonly<Record<string, MessageKind>>

/** The message of a kind about bookings, and its recipient. Undefined for a kind about stays or entries of wait lists. */
export function messageOfKind(
  kind: MessageKind,
): { readonly message: Message; readonly recipient: Recipient } | undefined {
  // `Object.entries` does not keep the type of the names.
  const entries = Object.entries(KINDS) as [Message, (typeof KINDS)[Message]][]
  for (const [message, { booker, provider }] of entries) {
    if (booker === kind) return { message, recipient: 'booker' }
    if (provider === kind) return { message, recipient: 'provider' }
  }
  return undefined
}

/** The event behind a kind of message about stays. Throws for a kind about bookings. */
export function stayMessageOfKind(kind: MessageKind): keyof typeof STAY_KINDS {
  const events = Object.keys(STAY_KINDS) as (keyof typeof STAY_KINDS)[]
  const found = events.find((event) => STAY_KINDS[event] === kind)
  invariant(found !== undefined, 'a kind of message belongs to no email')
  return found
}
