import type { CandidateReason, SlotReason } from '@holdfast/contracts'
import { formatInstant, type Interval, type LimitRefusal, type SlotRefusal } from '@holdfast/engine'
import type { Refusal, TeamRefusal } from '../refusals.ts'
import { instantText } from '../representations.ts'
import { CONTACT_PROBLEMS } from './contact-problems.ts'
import { COUNTED_PROBLEMS } from './counted-problems.ts'
import { GROUP_PROBLEMS } from './group-problems.ts'
import { PAYMENT_PROBLEMS } from './payment-problems.ts'
import { type ProblemDetails, validationProblem } from './problem.ts'
import { STAY_PROBLEMS } from './stay-problems.ts'
import { transitionText } from './transition-text.ts'

const minuteText = (epochMinutes: number): string => formatInstant(epochMinutes, 'UTC')

const intervalText = (interval: Interval) => ({
  start: minuteText(interval.startEpochMinutes),
  end: minuteText(interval.endEpochMinutes),
})

type Reason =
  | SlotRefusal
  | TeamRefusal
  | LimitRefusal
  | { readonly code: 'event_type_inactive' | 'provider_inactive' | 'session_cancelled' }
  | { readonly code: 'session_full'; readonly seatsLeft: number }

/** A reason as the account sees it: its code and the values that were compared. */
export function slotReason(reason: Reason): SlotReason {
  switch (reason.code) {
    case 'off_grid':
      return {
        code: reason.code,
        ...(reason.previousStartEpochMinutes === undefined
          ? {}
          : { previousStart: minuteText(reason.previousStartEpochMinutes) }),
        ...(reason.nextStartEpochMinutes === undefined
          ? {}
          : { nextStart: minuteText(reason.nextStartEpochMinutes) }),
      }
    case 'outside_availability':
      return { code: reason.code, openOnDate: reason.openOnDate.map(intervalText) }
    case 'outside_working_hours':
      return { code: reason.code, openOnDate: reason.openOnDate.map(intervalText) }
    case 'time_off':
      return { code: reason.code, timeOff: intervalText(reason.timeOff) }
    case 'closed':
      return { code: reason.code, closed: intervalText(reason.closed) }
    case 'in_the_past':
      return { code: reason.code, now: instantText(reason.nowEpochSeconds) }
    case 'too_soon':
      return {
        code: reason.code,
        minNoticeMinutes: reason.minNoticeMinutes,
        earliestStart: minuteText(reason.earliestEpochMinutes),
      }
    case 'too_far':
      return {
        code: reason.code,
        maxAdvanceDays: reason.maxAdvanceDays,
        startsBefore: minuteText(reason.endEpochMinutes),
        ...(reason.opensAtEpochMinutes !== undefined && {
          opensAt: minuteText(reason.opensAtEpochMinutes),
        }),
      }
    case 'taken':
      return {
        code: reason.code,
        claim: intervalText(reason.claim),
        occupied: intervalText(reason.occupied),
      }
    case 'calendar_busy':
      return {
        code: reason.code,
        source: reason.source,
        claim: intervalText(reason.claim),
        busy: intervalText(reason.busy),
      }
    case 'calendar_unknown':
      return { code: reason.code, source: reason.source, because: reason.because }
    case 'too_few_candidates':
      return {
        code: reason.code,
        requirement: reason.requirement,
        neededCount: reason.neededCount,
        freeCount: reason.freeCount,
        candidates: reason.candidates.map(({ providerId, reasons }) => ({
          providerId,
          // Each is a reason of a candidate; the type of `slotReason` is that of all reasons.
          reasons: reasons.map(slotReason) as CandidateReason[],
        })),
      }
    case 'limit_reached':
      return { code: reason.code, limit: reason.limit, count: reason.count }
    case 'session_full':
      return { code: reason.code, seatsLeft: reason.seatsLeft }
    case 'event_type_inactive':
    case 'provider_inactive':
    case 'session_cancelled':
      return { code: reason.code }
  }
}

const REASON_TEXT = {
  off_grid: 'no slot starts at this time',
  outside_availability: 'the slot is not completely within the availability',
  outside_working_hours: 'the provider does not work at this time',
  time_off: 'the provider has time off',
  closed: 'the business is closed',
  in_the_past: 'the time is in the past',
  too_soon: 'the time is within the minimum notice',
  too_far: 'the time is too far ahead',
  taken: 'the time is taken',
  calendar_busy: 'a connected calendar is busy',
  calendar_unknown: 'a connected calendar is unavailable',
  too_few_candidates: 'too few of the required providers are free',
} satisfies Record<(SlotRefusal | TeamRefusal)['code'], string>

/** The reader of a response. A booker sees which rule was broken, but not the values. */
export type Audience = 'account' | 'booker'

const RESOURCE_TEXT: Readonly<Record<string, string>> = {
  absence_date: 'date of an absence',
  api_key: 'API key',
  booking_group: 'booking group',
  calendar_connection: 'connected calendar of kind',
  calendar_event: 'calendar event',
  date_override: 'override of hours on date',
  event_type: 'event type',
  payment_connection: 'payment connection of account',
  time_off: 'time off',
  waitlist_entry: 'entry of a wait list',
}

/** The refusals that become a problem. A used idempotency key becomes a replay or `idempotency_key_reused`. */
export type TellableRefusal = Exclude<Refusal, { readonly code: 'idempotency_key_seen' }>

type Table = {
  readonly [Code in TellableRefusal['code']]: (
    refusal: Extract<TellableRefusal, { readonly code: Code }>,
    audience: Audience,
  ) => ProblemDetails
}

/** How many users of a schedule a problem names. */
const USERS_NAMED = 100

// A missing refusal is a type error.
const TABLE = {
  validation_failed: ({ errors }) =>
    validationProblem(
      errors.map(({ pointer, message }) => ({
        // Use cases name a query parameter without a slash, and the whole body with an empty pointer.
        pointer: pointer === '' || pointer.startsWith('/') ? pointer : `/query/${pointer}`,
        message,
      })),
    ),
  unauthenticated: ({ code }) => ({
    code,
    detail: 'The credentials are not valid for this call.',
    headers: { 'www-authenticate': 'Bearer realm="holdfast"' },
  }),
  forbidden: ({ code, reason }) => ({ code, detail: reason }),
  account_suspended: ({ code }) => ({
    code,
    detail: 'The account is suspended. Ask the operator of this server.',
  }),
  rate_limited: ({ code, reason, retryAfterSeconds }) => ({
    code,
    detail: reason,
    headers: { 'retry-after': String(retryAfterSeconds) },
  }),
  not_found: ({ code, resource, id }) => ({
    code,
    detail: `There is no ${RESOURCE_TEXT[resource] ?? resource} "${id}".`,
  }),
  ...STAY_PROBLEMS,
  version_mismatch: ({ code, actual }) => ({
    code,
    detail: `If-Match is not the current version. The current version is "${actual}".`,
  }),
  invalid_transition: (refusal) => ({ code: refusal.code, detail: transitionText(refusal) }),
  hold_expired: ({ code, holdExpiresAtEpochSeconds }) => ({
    code,
    detail: `The hold expired at ${instantText(holdExpiresAtEpochSeconds)}.`,
  }),
  slot_taken: ({ code, startEpochSeconds, inTheWay }) => ({
    code,
    detail: `The time starting at ${instantText(startEpochSeconds)} is already taken.`,
    ...inTheWay,
  }),
  dates_taken: ({ code, conflicts }) => ({
    code,
    detail: `Something is in the way on ${[...new Set(conflicts.map(({ date }) => date))].join(', ')}. Nothing was blocked.`,
    conflicts,
  }),
  ...COUNTED_PROBLEMS,
  ...GROUP_PROBLEMS,
  ...CONTACT_PROBLEMS,
  group_item_refused: ({ refusal, item }, audience) => ({
    // The idempotency key belongs to the group, and never to one of its items.
    ...problemOf(refusal as TellableRefusal, audience),
    item,
  }),
  too_late_to_change: ({ code, startEpochSeconds, untilEpochSeconds }) => ({
    code,
    detail:
      untilEpochSeconds === startEpochSeconds
        ? `The booking began at ${instantText(startEpochSeconds)}. Contact the provider to change it.`
        : `Bookers could change this until ${instantText(untilEpochSeconds)}. Contact the provider to change it.`,
  }),
  reschedule_limit_reached: ({ code, maxReschedules }) => ({
    code,
    detail: `Bookers can reschedule this booking at most ${maxReschedules} times. Contact the provider to move it.`,
  }),
  calendar_unavailable: ({ code, startEpochSeconds, sources }, audience) => ({
    code,
    detail: `Cannot check whether ${instantText(startEpochSeconds)} is free: a connected calendar${audience === 'account' ? ` (${sources.join(', ')})` : ''} is unavailable.`,
  }),
  calendar_kind_unavailable: ({ code, kind }) => ({
    code,
    detail: `This server is not configured for calendars of kind "${kind}".`,
  }),
  ...PAYMENT_PROBLEMS,
  payment_unavailable: ({ code }) => ({
    code,
    detail: 'The payment vendor is not available right now.',
    headers: { 'retry-after': '30' },
  }),
  signature_invalid: ({ code }) => ({
    code,
    detail: 'The signature does not match the body, or is older than 5 minutes.',
  }),
  payment_kind_unavailable: ({ code, kind }) => ({
    code,
    detail: `This server cannot connect payments of kind "${kind}".`,
  }),
  payments_open: ({ code, paymentIds }) => ({
    code,
    detail: `Payments are not settled yet: ${paymentIds.join(', ')}.`,
  }),
  calendar_unreadable: ({ code, pointer, failure, detail }) => ({
    code,
    detail: `The calendar could not be read (${failure}): ${detail}.`,
    errors: [{ pointer, message: `could not be read as a calendar: ${detail}` }],
  }),
  slot_not_bookable: ({ code, reasons }, audience) => ({
    code,
    detail: `The start is not bookable: ${reasons.map((reason) => REASON_TEXT[reason.code]).join('; ')}.`,
    reasons:
      audience === 'account'
        ? reasons.map(slotReason)
        : reasons.map((reason): SlotReason => ({ code: reason.code })),
  }),
  not_a_candidate: ({ code, providerId }) => ({
    code,
    detail: `The provider "${providerId}" is not a candidate that can be chosen.`,
  }),
  no_candidate_free: ({ code, bookingId }) => ({
    code,
    detail: `No other candidate is free for the whole time of the booking "${bookingId}".`,
  }),
  event_type_too_large: ({ code, providerCount, maxProviders }) => ({
    code,
    detail: `A booking would take ${providerCount} providers. At this duration and with these buffers, at most ${maxProviders} are possible.`,
  }),
  account_deleting: () => ({
    code: 'invalid_transition',
    detail: 'The account is being deleted. Nothing of it can be changed.',
  }),
  slug_taken: ({ code, slug }) => ({ code, detail: `The slug "${slug}" is already taken.` }),
  slug_ambiguous: ({ code, slug, providerIds }) => ({
    code,
    detail: `Several providers use the slug "${slug}": ${providerIds.join(', ')}. Select one with providerId.`,
  }),
  event_type_inactive: ({ code }) => ({
    code,
    detail: 'The event type is inactive and accepts no bookings.',
  }),
  provider_inactive: ({ code }) => ({
    code,
    detail: 'The provider is inactive and accepts no bookings.',
  }),
  event_type_has_bookings: ({ code, eventTypeId }) => ({
    code,
    detail: `Event type "${eventTypeId}" has pending or confirmed bookings.`,
  }),
  provider_is_team: ({ code, providerId }) => ({
    code,
    detail: `Provider "${providerId}" is a team, which has no time of its own.`,
  }),
  schedule_in_use: ({ code, scheduleId, userIds }) => ({
    code,
    detail: `Schedule "${scheduleId}" is used by ${userIds.length === 1 ? 'one provider or event type' : `${userIds.length} providers and event types`}.`,
    usedBy: userIds.slice(0, USERS_NAMED),
  }),
  property_in_use: ({ code, propertyId, unitIds }) => ({
    code,
    detail: `Property "${propertyId}" has ${unitIds.length === 1 ? 'one unit' : `${unitIds.length} units`}.`,
    usedBy: unitIds.slice(0, USERS_NAMED),
  }),
  calendar_in_use: ({ code, calendarId, unitId }) => ({
    code,
    detail: `The nights of calendar "${calendarId}" are those of unit "${unitId}".`,
    usedBy: [unitId],
  }),
  provider_has_bookings: ({ code, providerId }) => ({
    code,
    detail: `Provider "${providerId}" has pending or confirmed bookings.`,
  }),
  managed_by_booking: ({ code, bookingId }) => ({
    code,
    detail: `The stay is booking "${bookingId}". Change or cancel the booking.`,
  }),
  unit_has_bookings: ({ code, calendarId }) => ({
    code,
    detail: `Bookings have nights of calendar "${calendarId}".`,
  }),
  availability_overlaps: ({ code, date }) => ({
    code,
    detail: `The window overlaps one that is already open on ${date}.`,
  }),
  proof_of_work_required: ({ code, reason }) => ({
    code,
    detail:
      reason === 'missing'
        ? '`proofOfWork` is missing. Solve a challenge from GET /v1/proof-of-work.'
        : `The proof of work is ${reason === 'used' ? 'already used' : reason}. Solve a new challenge from GET /v1/proof-of-work.`,
  }),
  email_unconfirmed: ({ code }) => ({
    code,
    detail: 'The booking waits until its booker follows the link in the email.',
  }),
  last_api_key: ({ code }) => ({
    code,
    detail: 'This is the last API key of the account. Create another one first.',
  }),
  member_exists: ({ code, email }) => ({
    code,
    detail: `The account already has a member with the address ${email}.`,
  }),
  member_active: ({ memberId }) => ({
    code: 'invalid_transition',
    detail: `The member "${memberId}" has signed in already and needs no invitation.`,
  }),
  no_person: () => ({
    code: 'invalid_transition',
    detail: 'An API key has no passkeys. Sign in as a member.',
  }),
  last_owner: ({ code }) => ({
    code,
    detail:
      'This is the last owner who can sign in. Make another member an owner first, and wait until they have signed in.',
  }),
  sign_in_invalid: ({ code }) => ({
    code,
    detail:
      'The link or passkey is unknown, expired or already used, or the link was requested in another browser. Start the sign-in again.',
  }),
} satisfies Table

/** Converts a refusal to a problem. */
export function problemOf(refusal: TellableRefusal, audience: Audience): ProblemDetails {
  const tell = TABLE[refusal.code] as (
    refusal: TellableRefusal,
    audience: Audience,
  ) => ProblemDetails
  return tell(refusal, audience)
}
