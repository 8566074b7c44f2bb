import type { SlotReason, StayReason } from '@holdfast/contracts'
import {
  formatDate,
  formatInstant,
  type Interval,
  type SlotRefusal,
  type StayRefusal,
} from '@holdfast/engine'
import type { Refusal } from '../refusals.ts'
import { instantText } from '../representations.ts'
import { type ProblemDetails, validationProblem } from './problem.ts'

const minuteText = (epochMinutes: number): string => formatInstant(epochMinutes, 'UTC')

const intervalText = (interval: Interval) => ({
  start: minuteText(interval.startEpochMinutes),
  end: minuteText(interval.endEpochMinutes),
})

type Reason = SlotRefusal | { readonly code: 'event_type_inactive' }

/** One reason as it is shown to the account: its code, and the figures that it went by. */
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
    case 'event_type_inactive':
      return { code: reason.code }
  }
}

/** One rule that a stay breaks, with the figures that it went by. */
function stayReason(reason: StayRefusal): StayReason {
  switch (reason.code) {
    case 'closed_night':
      return { code: reason.code, night: formatDate(reason.day) }
    case 'in_the_past':
      return { code: reason.code, today: formatDate(reason.today) }
    case 'too_far':
      return { code: reason.code, lastArrival: formatDate(reason.lastArrivalDay) }
    case 'arrival_weekday':
    case 'departure_weekday':
      return { code: reason.code, allowed: [...reason.allowed] }
    default:
      return reason
  }
}

const REASON_TEXT = {
  off_grid: 'no slot begins then',
  outside_availability: 'the slot is not wholly within the availability',
  in_the_past: 'it has passed',
  too_soon: 'it is within the minimum notice',
  too_far: 'it is beyond the furthest advance',
  taken: 'the time is taken',
  calendar_busy: 'a connected calendar is busy then',
  calendar_unknown: 'a connected calendar cannot be relied on now',
} satisfies Record<SlotRefusal['code'], string>

/** Who reads the answer: a booker learns that a rule was broken, but not the provider's figures. */
export type Audience = 'account' | 'booker'

const ACTION_TEXT = {
  confirm: 'confirmed',
  cancel: 'cancelled',
  reschedule: 'rescheduled',
  complete: 'completed',
  no_show: 'marked as a no-show',
  expire: 'expired',
} as const

const RESOURCE_TEXT: Readonly<Record<string, string>> = {
  api_key: 'API key',
  calendar_connection: 'connected calendar of kind',
  calendar_event: 'calendar event',
  event_type: 'event type',
}

/** Refusals that become a problem; a key that was seen becomes a replay or `idempotency_key_reused`. */
export type TellableRefusal = Exclude<Refusal, { readonly code: 'idempotency_key_seen' }>

type Table = {
  readonly [Code in TellableRefusal['code']]: (
    refusal: Extract<TellableRefusal, { readonly code: Code }>,
    audience: Audience,
  ) => ProblemDetails
}

// A refusal that is not in here does not compile.
const TABLE = {
  validation_failed: ({ errors }) =>
    validationProblem(
      errors.map(({ pointer, message }) => ({
        // A use case names a parameter that is not in the body by its bare name, the body by none.
        pointer: pointer === '' || pointer.startsWith('/') ? pointer : `/query/${pointer}`,
        message,
      })),
    ),
  unauthenticated: ({ code }) => ({
    code,
    detail: 'The credential is not valid for this call.',
    headers: { 'www-authenticate': 'Bearer realm="holdfast"' },
  }),
  rate_limited: ({ code, reason, retryAfterSeconds }) => ({
    code,
    detail: `Not now: ${reason}.`,
    headers: { 'retry-after': String(retryAfterSeconds) },
  }),
  not_found: ({ code, resource, id }) => ({
    code,
    detail: `There is no ${RESOURCE_TEXT[resource] ?? resource} "${id}".`,
  }),
  night_taken: ({ code, days }) => ({
    code,
    detail: `Taken: ${days.map(formatDate).join(', ')}.`,
    nights: days.map(formatDate),
  }),
  stay_not_bookable: ({ code, reasons }) => ({
    code,
    detail: `The stay breaks a rule of the calendar: ${reasons.map((reason) => reason.code).join(', ')}.`,
    reasons: reasons.map(stayReason),
  }),
  stay_begun: ({ checkInEpochSeconds }) => ({
    code: 'invalid_transition',
    detail: `The stay began at ${instantText(checkInEpochSeconds)} and can no longer be cancelled.`,
  }),
  version_mismatch: ({ code, actual }) => ({
    code,
    detail: `If-Match does not name the current version, which is "${actual}".`,
  }),
  invalid_transition: ({ code, action, status, reason }) => ({
    code,
    detail:
      reason === 'not_started'
        ? `The booking cannot be ${ACTION_TEXT[action]} before its start.`
        : reason === 'needs_approval'
          ? 'The booking waits for the approval of its provider.'
          : `A booking that is ${status} cannot be ${ACTION_TEXT[action]}.`,
  }),
  hold_expired: ({ code, holdExpiresAtEpochSeconds }) => ({
    code,
    detail: `The hold expired at ${instantText(holdExpiresAtEpochSeconds)}.`,
  }),
  slot_taken: ({ code, startEpochSeconds }) => ({
    code,
    detail: `The time from ${instantText(startEpochSeconds)} is taken.`,
  }),
  calendar_unavailable: ({ code, startEpochSeconds, sources }, audience) => ({
    code,
    detail: `Whether ${instantText(startEpochSeconds)} is free cannot be told now: a calendar of the provider${audience === 'account' ? ` (${sources.join(', ')})` : ''} gives no answer that can be relied on.`,
  }),
  calendar_kind_unavailable: ({ code, kind }) => ({
    code,
    detail: `This server is not set up for calendars of kind "${kind}".`,
  }),
  calendar_unreadable: ({ code, pointer, failure, detail }) => ({
    code,
    detail: `The calendar could not be read (${failure}): ${detail}.`,
    errors: [{ pointer, message: `could not be read as a calendar: ${detail}` }],
  }),
  slot_not_bookable: ({ code, reasons }, audience) => ({
    code,
    detail: `The start is not on offer: ${reasons.map((reason) => REASON_TEXT[reason.code]).join('; ')}.`,
    reasons:
      audience === 'account'
        ? reasons.map(slotReason)
        : reasons.map((reason): SlotReason => ({ code: reason.code })),
  }),
  slug_taken: ({ code, slug }) => ({ code, detail: `The slug "${slug}" is taken.` }),
  slug_ambiguous: ({ code, slug, providerIds }) => ({
    code,
    detail: `The slug "${slug}" is used by ${providerIds.join(', ')}; name one with providerId.`,
  }),
  event_type_inactive: ({ code }) => ({
    code,
    detail: 'The event type is inactive and takes no bookings.',
  }),
  provider_has_bookings: ({ code, providerId }) => ({
    code,
    detail: `Provider "${providerId}" has pending or confirmed bookings.`,
  }),
  availability_overlaps: ({ code, date }) => ({
    code,
    detail: `Part of that window of ${date} was opened before.`,
  }),
  last_api_key: ({ code }) => ({
    code,
    detail: 'It is the last key of the account; create another one first.',
  }),
} satisfies Table

/** The problem that a refusal becomes. */
export function problemOf(refusal: TellableRefusal, audience: Audience): ProblemDetails {
  const tell = TABLE[refusal.code] as (
    refusal: TellableRefusal,
    audience: Audience,
  ) => ProblemDetails
  return tell(refusal, audience)
}
