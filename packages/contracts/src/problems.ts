import { z } from '@hono/zod-openapi'

/** What a problem code stands for: its HTTP status, its short title, and what to do about it. */
export interface ProblemKind {
  readonly status: number
  readonly title: string
  readonly meaning: string
}

/** Every problem that an answer can carry. A code and its status never change their meaning. */
export const PROBLEMS = {
  malformed_json: {
    status: 400,
    title: 'The body is not JSON',
    meaning: 'The body could not be read as UTF-8 JSON. Nothing was changed.',
  },
  unauthenticated: {
    status: 401,
    title: 'No valid credential',
    meaning: 'Send an API key as "Authorization: Bearer hf_…" or "x-api-key: hf_…".',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'There is no such thing, or it belongs to another account.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists, but not with this method; the Allow header names those it has.',
  },
  slot_taken: {
    status: 409,
    title: 'The time is taken',
    meaning: 'Another booking, hold or block claims part of that time. Offer the slots again.',
  },
  night_taken: {
    status: 409,
    title: 'A night is taken',
    meaning: 'Another stay has one of the nights; `nights` names those that are taken.',
  },
  calendar_unavailable: {
    status: 409,
    title: 'A connected calendar cannot be relied on now',
    meaning:
      'Whether the time is free cannot be told: a calendar of the provider gives no answer, or was last read too long ago. Try again, or take another time later.',
  },
  calendar_kind_unavailable: {
    status: 409,
    title: 'Such calendars cannot be connected here',
    meaning:
      'Whoever runs this server has not registered it with the vendor: the settings name no client of it.',
  },
  stay_not_bookable: {
    status: 422,
    title: 'The stay is not on offer',
    meaning: 'The stay breaks a rule of its calendar; `reasons` says which.',
  },
  hold_expired: {
    status: 409,
    title: 'The hold has expired',
    meaning: 'The booking was not confirmed before holdExpiresAt. Book again.',
  },
  invalid_transition: {
    status: 409,
    title: 'The state does not allow this',
    meaning: 'The resource is in a state in which this action is not possible.',
  },
  slug_taken: {
    status: 409,
    title: 'The slug is taken',
    meaning: 'Choose another slug.',
  },
  slug_ambiguous: {
    status: 409,
    title: 'The slug names more than one event type',
    meaning: 'Several providers of the account have an event type with this slug. Use the id.',
  },
  event_type_inactive: {
    status: 409,
    title: 'The event type is inactive',
    meaning: 'An inactive event type offers no slots and takes no bookings. Activate it.',
  },
  provider_has_bookings: {
    status: 409,
    title: 'The provider has live bookings',
    meaning: 'Cancel or move the pending and confirmed bookings first.',
  },
  availability_overlaps: {
    status: 409,
    title: 'The date has overlapping availability',
    meaning: 'Part of this window was already opened for the date.',
  },
  last_api_key: {
    status: 409,
    title: 'The last key of the account',
    meaning: 'Create another key before this one is revoked.',
  },
  request_in_progress: {
    status: 409,
    title: 'The same request is still running',
    meaning: 'A request with this Idempotency-Key has not been answered yet. Try again shortly.',
  },
  version_mismatch: {
    status: 412,
    title: 'The resource has changed',
    meaning: 'If-Match does not name the current version. Read the resource again.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: 'A body may have at most 262144 bytes.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body is not declared as JSON',
    meaning: 'Send the body as "Content-Type: application/json", unencoded.',
  },
  validation_failed: {
    status: 422,
    title: 'The input is not valid',
    meaning: 'The errors name each value that was refused and what would be right.',
  },
  calendar_unreadable: {
    status: 422,
    title: 'The calendar could not be read',
    meaning: 'What was to be connected gave no calendar that can be read; the detail says why.',
  },
  slot_not_bookable: {
    status: 422,
    title: 'The time is not on offer',
    meaning: 'The reasons name each rule that the start breaks.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    meaning: 'The same key came with another body. Use a new key for a new request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'Wait for the seconds that Retry-After names.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'The server failed. The requestId helps to find out why.',
  },
  store_unavailable: {
    status: 503,
    title: 'The store is out of reach',
    meaning:
      'Try again after the seconds that Retry-After names; a POST with the same Idempotency-Key is never done twice.',
  },
} as const satisfies Record<string, ProblemKind>

/** The stable code of a problem. */
export type ProblemCode = keyof typeof PROBLEMS

/** All codes, in the order of their status. */
export const PROBLEM_CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]

/** Where the meaning of a code can be read on the running server; the `type` of its problems. */
export const problemType = (code: ProblemCode): string => `/problems/${code}`

/** One refused value: a JSON pointer (RFC 6901), and what was wrong and would be right. */
export const InputError = z
  .object({
    pointer: z.string().openapi({
      description:
        'Where the value is: a JSON pointer into the body, or one that begins with /query, /path or /header.',
      example: '/booker/email',
    }),
    message: z.string().openapi({
      example: 'must be an e-mail address, such as ada@example.com; got "ada"',
    }),
  })
  .openapi('InputError')

/** One refused value of a request. */
export type InputError = z.infer<typeof InputError>

const instant = () => z.string().optional().openapi({ format: 'date-time' })
const interval = () => z.object({ start: z.string(), end: z.string() })

/**
 * One rule that a start breaks, with the figures that it went by. Only the account's own key sees
 * figures; a booker sees the code alone.
 */
export const SlotReason = z
  .discriminatedUnion('code', [
    z.object({ code: z.literal('off_grid'), previousStart: instant(), nextStart: instant() }),
    z.object({
      code: z.literal('outside_availability'),
      openOnDate: z.array(interval()).optional(),
    }),
    z.object({ code: z.literal('in_the_past'), now: instant() }),
    z.object({
      code: z.literal('too_soon'),
      minNoticeMinutes: z.int().optional(),
      earliestStart: instant(),
    }),
    z.object({
      code: z.literal('too_far'),
      maxAdvanceDays: z.int().optional(),
      startsBefore: instant(),
    }),
    z.object({
      code: z.literal('taken'),
      claim: interval().optional(),
      occupied: interval().optional(),
    }),
    z.object({
      code: z.literal('calendar_busy'),
      source: z.string().optional(),
      claim: interval().optional(),
      busy: interval().optional(),
    }),
    z.object({
      code: z.literal('calendar_unknown'),
      source: z.string().optional(),
      because: z
        .enum(['not_read', 'stale', 'unreadable', 'out_of_range', 'check_failed'])
        .optional(),
    }),
    z.object({ code: z.literal('event_type_inactive') }),
  ])
  .openapi('SlotReason', {
    example: { code: 'too_soon', minNoticeMinutes: 60, earliestStart: '2026-04-27T10:00:00Z' },
  })

/** One rule that a start breaks. */
export type SlotReason = z.infer<typeof SlotReason>

/** One rule that a stay breaks. */
export const StayReason = z
  .discriminatedUnion('code', [
    z.object({ code: z.literal('too_few_nights'), minNights: z.int() }),
    z.object({ code: z.literal('too_many_nights'), maxNights: z.int() }),
    z.object({ code: z.literal('arrival_weekday'), allowed: z.array(z.string()) }),
    z.object({ code: z.literal('departure_weekday'), allowed: z.array(z.string()) }),
    z.object({ code: z.literal('closed_night'), night: z.string() }),
    z.object({ code: z.literal('in_the_past'), today: z.string() }),
    z.object({ code: z.literal('too_far'), lastArrival: z.string() }),
  ])
  .openapi('StayReason', { example: { code: 'too_few_nights', minNights: 2 } })

/** One rule that a stay breaks. */
export type StayReason = z.infer<typeof StayReason>

/** The body of every answer that is not a success: RFC 9457, `application/problem+json`. */
export const Problem = z
  .object({
    type: z.string().openapi({ example: problemType('slot_taken') }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(PROBLEM_CODES),
    requestId: z.string(),
    errors: z.array(InputError).optional().openapi({ description: 'With validation_failed.' }),
    reasons: z
      .array(z.union([SlotReason, StayReason]))
      .optional()
      .openapi({ description: 'With slot_not_bookable and stay_not_bookable.' }),
    nights: z.array(z.string()).optional().openapi({ description: 'With night_taken.' }),
  })
  .openapi('Problem')

/** The body of every answer that is not a success. */
export type Problem = z.infer<typeof Problem>
