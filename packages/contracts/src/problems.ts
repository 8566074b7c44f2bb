import { CONTACT_PROBLEMS } from './contact-problems.ts'
import { GROUP_PROBLEMS } from './group-problems.ts'
import { PRICE_PROBLEMS } from './price-problems.ts'

/** A problem code: its HTTP status, its title, and what to do about it. */
export interface ProblemKind {
  readonly status: number
  readonly title: string
  readonly meaning: string
}

/** All problems of the API. A code and its status never change their meaning. */
export const PROBLEMS = {
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    meaning: 'The body is not valid UTF-8 JSON. Nothing was changed.',
  },
  signature_invalid: {
    status: 400,
    title: 'Invalid signature',
    meaning:
      'The webhook of the payment vendor is not signed with the secret of the payment connection, or is older than 5 minutes.',
  },
  unauthenticated: {
    status: 401,
    title: 'Missing or invalid credentials',
    meaning: 'Send an API key as "Authorization: Bearer hf_…" or "x-api-key: hf_…".',
  },
  sign_in_invalid: {
    status: 401,
    title: 'Sign-in failed',
    meaning:
      'The link or passkey is unknown, expired or already used, or the link was requested in another browser. Start the sign-in again.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    meaning: 'The key or session lacks a scope, a role or a provider that the call needs.',
  },
  account_suspended: {
    status: 403,
    title: 'Account suspended',
    meaning: 'The operator of the server has suspended the account. Its data is kept.',
  },
  recent_sign_in_required: {
    status: 403,
    title: 'Recent sign-in required',
    meaning: 'The call needs a sign-in within the last hour. Sign in again.',
  },
  edge_required: {
    status: 403,
    title: 'Public address required',
    meaning:
      'The request did not come through the content delivery network of the server, which accepts no others. Send it to the public address of the server.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'The resource does not exist, or it belongs to another account.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning:
      'The path does not support this method. The `Allow` header lists the supported methods.',
  },
  slot_taken: {
    status: 409,
    title: 'Time already taken',
    meaning:
      'Another booking, hold or block overlaps this time. Read the slots again and choose another.',
  },
  dates_taken: {
    status: 409,
    title: 'Dates already taken',
    meaning:
      'Bookings, holds or blocks overlap some of the time to block, so nothing was blocked. `conflicts` names them by date and provider.',
  },
  session_full: {
    status: 409,
    title: 'Session full',
    meaning:
      'The session at this start has fewer seats left than the booking needs. `seatsLeft` is how many. Choose another start, or fewer seats.',
  },
  session_cancelled: {
    status: 409,
    title: 'Session cancelled',
    meaning:
      'The session at this start was cancelled, or moved to another start. Nobody can take a seat of it any more, also not with a hold. Choose another start.',
  },
  limit_reached: {
    status: 409,
    title: 'Limit reached',
    meaning:
      'A limit of the event type or of a provider is reached. `limit` names it. With `perBooker`, the booker has as many bookings as allowed: a hold stands until it expires. Otherwise choose another date.',
  },
  ...PRICE_PROBLEMS,
  night_taken: {
    status: 409,
    title: 'Night already taken',
    meaning: 'Another stay has at least one of these nights. `nights` lists the taken ones.',
  },
  no_candidate_free: {
    status: 409,
    title: 'No other candidate is free',
    meaning: 'No other candidate of the requirement works and is free for the whole booking.',
  },
  calendar_unavailable: {
    status: 409,
    title: 'Connected calendar unavailable',
    meaning:
      'The server cannot check whether the time is free: a connected calendar did not respond, or was last read too long ago. Try again later or choose another time.',
  },
  calendar_kind_unavailable: {
    status: 409,
    title: 'Calendar kind not available',
    meaning: 'This server has no OAuth client for this vendor. The operator must configure one.',
  },
  payment_kind_unavailable: {
    status: 409,
    title: 'Payment vendor not available',
    meaning:
      'This server cannot connect the vendor: simulated payments need demo data or test mode, and keys of vendors need vault keys that all servers share.',
  },
  payments_open: {
    status: 409,
    title: 'Payments are open',
    meaning:
      'Payments of the connected vendor are not settled yet. Wait until they are, or cancel their bookings.',
  },
  not_a_candidate: {
    status: 422,
    title: 'Not a candidate',
    meaning: 'The provider is not a candidate of the event type, or cannot be chosen.',
  },
  ...GROUP_PROBLEMS,
  event_type_too_large: {
    status: 422,
    title: 'Event type too large',
    meaning:
      'A booking would take more providers than one transaction can claim. Require fewer providers.',
  },
  stay_not_bookable: {
    status: 422,
    title: 'Stay not bookable',
    meaning: 'The stay breaks a rule of the calendar. `reasons` lists each broken rule.',
  },
  proof_of_work_required: {
    status: 403,
    title: 'Proof of work required',
    meaning:
      'Solve a challenge from `GET /v1/proof-of-work` and send the solution as `proofOfWork`. Each solution counts once.',
  },
  email_unconfirmed: {
    status: 409,
    title: 'Email address not confirmed',
    meaning:
      'The booking stands only once its booker follows the link in the email. Ask the booker to open it before `holdExpiresAt`.',
  },
  payment_required: {
    status: 409,
    title: 'Payment required',
    meaning:
      'The booking is confirmed by its payment. Send the booker to `payment.checkoutUrl`. The account can confirm without the payment.',
  },
  payment_closed: {
    status: 409,
    title: 'Nothing to pay',
    meaning: 'The booking takes no payment any more: it was paid, has ended, or needs none.',
  },
  refund_too_large: {
    status: 409,
    title: 'Refund too large',
    meaning: 'More is to be refunded than was paid and not refunded yet.',
  },
  dispute_open: {
    status: 409,
    title: 'Payment disputed',
    meaning:
      'The payer disputes the payment at their bank, which decides about the money. A disputed payment cannot be refunded.',
  },
  hold_expired: {
    status: 409,
    title: 'Hold expired',
    meaning: 'The booking was not confirmed before `holdExpiresAt`. Create a new booking.',
  },
  invalid_transition: {
    status: 409,
    title: 'Action not allowed in this state',
    meaning: 'The current state of the resource does not allow this action.',
  },
  too_late_to_change: {
    status: 409,
    title: 'Too late to change',
    meaning:
      'A booker can cancel only until `cancelUntil` and reschedule only until `rescheduleUntil`, at the latest until the start. The account still can.',
  },
  reschedule_limit_reached: {
    status: 409,
    title: 'Reschedule limit reached',
    meaning:
      'The booker has rescheduled the booking as often as its event type allows. The account still can.',
  },
  slug_taken: {
    status: 409,
    title: 'Slug already taken',
    meaning: 'Choose another slug.',
  },
  slug_ambiguous: {
    status: 409,
    title: 'Slug not unique',
    meaning:
      'Several providers of the account have an event type with this slug. Send `providerId`, or use the id.',
  },
  event_type_inactive: {
    status: 409,
    title: 'Event type inactive',
    meaning: 'An inactive event type offers no slots and accepts no bookings. Activate it first.',
  },
  event_type_has_bookings: {
    status: 409,
    title: 'Event type has bookings',
    meaning: 'The event type has pending or confirmed bookings in the future. Cancel them first.',
  },
  provider_inactive: {
    status: 409,
    title: 'Provider inactive',
    meaning: 'An inactive provider offers no slots and accepts no bookings. Activate it first.',
  },
  waitlist_closed: {
    status: 409,
    title: 'No wait list',
    meaning:
      'The event type has no wait list. Book one of its slots, or ask the account to open a list.',
  },
  waitlist_full: {
    status: 409,
    title: 'Wait list full',
    meaning: 'The wait list has as many people as it can have. Try again later.',
  },
  already_waiting: {
    status: 409,
    title: 'Already on the wait list',
    meaning:
      'Somebody with this email address is on the wait list of the event type. The link in their email changes that.',
  },
  provider_is_team: {
    status: 409,
    title: 'Provider is a team',
    meaning: 'A team has no time of its own. Book one of its event types, or block its members.',
  },
  schedule_in_use: {
    status: 409,
    title: 'Schedule in use',
    meaning:
      'Providers or event types use the schedule; `usedBy` lists them. Give them another schedule first.',
  },
  property_in_use: {
    status: 409,
    title: 'Property in use',
    meaning: 'The property has units; `usedBy` lists them. Delete them first.',
  },
  photo_in_use: {
    status: 409,
    title: 'Photo in use',
    meaning: 'Properties or event types name the photo; `usedBy` lists them.',
  },
  photo_limit_reached: {
    status: 409,
    title: 'Too many photos',
    meaning: 'The account has as many uploaded photos as it can have; `max` says how many.',
  },
  calendar_in_use: {
    status: 409,
    title: 'Calendar in use',
    meaning:
      'A unit books the nights of the calendar; `usedBy` names it. A calendar has at most one unit, and is deleted after it.',
  },
  provider_has_bookings: {
    status: 409,
    title: 'Provider has bookings',
    meaning: 'The provider has pending or confirmed bookings in the future. Cancel them first.',
  },
  managed_by_booking: {
    status: 409,
    title: 'Managed by a booking',
    meaning:
      'The stay of the calendar is a booking of its unit, with the same id. Change or cancel the booking.',
  },
  unit_has_bookings: {
    status: 409,
    title: 'Unit has bookings',
    meaning: 'Bookings have nights of the calendar. Cancel them first.',
  },
  availability_overlaps: {
    status: 409,
    title: 'Availability overlaps',
    meaning: 'The window overlaps one that is already open on this date.',
  },
  last_api_key: {
    status: 409,
    title: 'Last API key of the account',
    meaning: 'Create another key before you revoke this one.',
  },
  last_owner: {
    status: 409,
    title: 'Last owner of the account',
    meaning:
      'Make another member an owner, and wait until they have signed in, before this one leaves.',
  },
  member_exists: {
    status: 409,
    title: 'Member already exists',
    meaning: 'A member of the account has this email address. Change that member instead.',
  },
  ...CONTACT_PROBLEMS,
  request_in_progress: {
    status: 409,
    title: 'Request in progress',
    meaning: 'A request with this `Idempotency-Key` is still running. Retry shortly.',
  },
  version_mismatch: {
    status: 412,
    title: 'Version mismatch',
    meaning: '`If-Match` is not the current version. Read the resource again.',
  },
  payload_too_large: {
    status: 413,
    title: 'Body too large',
    meaning: 'A JSON body can have at most 262144 bytes, a photo at most 4000000.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'Send JSON with "Content-Type: application/json" and without a `Content-Encoding`.',
  },
  validation_failed: {
    status: 422,
    title: 'Validation failed',
    meaning: '`errors` lists each invalid value and what is expected.',
  },
  photo_unreadable: {
    status: 422,
    title: 'Photo not readable',
    meaning: 'The file is no whole photo that can be shown. `detail` says what is wrong.',
  },
  calendar_unreadable: {
    status: 422,
    title: 'Calendar could not be read',
    meaning: 'The server could not read the calendar to connect. `detail` gives the reason.',
  },
  slot_not_bookable: {
    status: 422,
    title: 'Slot not bookable',
    meaning: 'The start is not bookable. `reasons` lists each broken rule.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency-Key reused',
    meaning: 'The key was already used with a different body. Use a new key for each new request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'Retry after the number of seconds in `Retry-After`.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'The server failed. Include the `requestId` when you report this.',
  },
  overloaded: {
    status: 503,
    title: 'Too many requests at once',
    meaning:
      'The server has reached its limit and did not process the request. Retry after the number of seconds in `Retry-After`.',
  },
  payment_unavailable: {
    status: 503,
    title: 'Payment vendor unavailable',
    meaning:
      'No payment vendor is connected, or it does not answer. Nothing was changed. Try again later.',
  },
  store_unavailable: {
    status: 503,
    title: 'Storage unavailable',
    meaning:
      'Retry after the number of seconds in `Retry-After`. A POST with the same `Idempotency-Key` takes effect at most once.',
  },
} as const satisfies Record<string, ProblemKind>

/** The stable code of a problem. */
export type ProblemCode = keyof typeof PROBLEMS

/** All codes, in the order of `PROBLEMS`. */
export const PROBLEM_CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]

/** The path that explains a code on the running server: the `type` of its problems. */
export const problemType = (code: ProblemCode): string => `/problems/${code}`
