import { z } from '@hono/zod-openapi'

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
  unauthenticated: {
    status: 401,
    title: 'Missing or invalid credentials',
    meaning: 'Send an API key as "Authorization: Bearer hf_…" or "x-api-key: hf_…".',
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
  night_taken: {
    status: 409,
    title: 'Night already taken',
    meaning: 'Another stay has at least one of these nights. `nights` lists the taken ones.',
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
      'A booker can cancel and reschedule only before the start of the booking. The account still can.',
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
  provider_has_bookings: {
    status: 409,
    title: 'Provider has bookings',
    meaning: 'The provider has pending or confirmed bookings in the future. Cancel them first.',
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
    meaning: 'A JSON body can have at most 262144 bytes.',
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

/** One invalid value: a JSON pointer (RFC 6901) to it, and what is expected. */
export const InputError = z
  .object({
    pointer: z.string().openapi({
      description:
        'JSON pointer to the value in the body. Starts with /query, /path or /header for a value elsewhere.',
      example: '/booker/email',
    }),
    message: z.string().openapi({
      description: 'What the value must be, and what it was.',
      example: 'must be an email address, such as ada@example.com; got "ada"',
    }),
  })
  .openapi('InputError', { description: 'An invalid value of a request.' })

/** One invalid value of a request. */
export type InputError = z.infer<typeof InputError>

const instant = (description: string) =>
  z.string().optional().openapi({ format: 'date-time', description })
const interval = () =>
  z.object({
    start: z.string().openapi({ format: 'date-time', description: 'Start of the range.' }),
    end: z.string().openapi({ format: 'date-time', description: 'End of the range, exclusive.' }),
  })
const rule = <const Code extends string>(code: Code, description: string) =>
  z.literal(code).describe(description)
const source = () => z.string().optional().describe('The kind of the calendar, such as `google`.')
const claim = () =>
  interval().optional().describe('The time that the booking would take, with its buffers.')

/**
 * One rule that a start breaks, with the values that were compared. Only the account sees the values;
 * a booker sees only the code.
 */
export const SlotReason = z
  .discriminatedUnion('code', [
    z.object({
      code: rule('off_grid', 'No slot begins at this time.'),
      previousStart: instant('The last slot start before it.'),
      nextStart: instant('The first slot start after it.'),
    }),
    z.object({
      code: rule('outside_availability', 'The provider is not available at this time.'),
      openOnDate: z.array(interval()).optional().describe('The open times of the same date.'),
    }),
    z.object({
      code: rule('in_the_past', 'The start is in the past.'),
      now: instant('The current time of the server.'),
    }),
    z.object({
      code: rule('too_soon', 'The start is within the minimum notice.'),
      minNoticeMinutes: z.int().optional().describe('The minimum notice of the event type.'),
      earliestStart: instant('The earliest start that can be booked now.'),
    }),
    z.object({
      code: rule('too_far', 'The start is too far ahead.'),
      maxAdvanceDays: z.int().optional().describe('How many days ahead can be booked.'),
      startsBefore: instant('Starts before this time can be booked now.'),
    }),
    z.object({
      code: rule('taken', 'A booking or a block takes this time.'),
      claim: claim(),
      occupied: interval().optional().describe('The time that is taken.'),
    }),
    z.object({
      code: rule('calendar_busy', 'A connected calendar is busy at this time.'),
      source: source(),
      claim: claim(),
      busy: interval().optional().describe('The busy time of the calendar.'),
    }),
    z.object({
      code: rule('calendar_unknown', 'It is not known whether a connected calendar is busy.'),
      source: source(),
      because: z
        .enum(['not_read', 'stale', 'unreadable', 'out_of_range', 'check_failed'])
        .optional()
        .describe(
          '`not_read`: the calendar was not read yet. `stale`: the last read is too old. `unreadable`: reads fail. `out_of_range`: the time is after `readUntil`. `check_failed`: the check at booking time failed.',
        ),
    }),
    z.object({ code: rule('event_type_inactive', 'The event type is inactive.') }),
    z.object({ code: rule('provider_inactive', 'The provider is inactive.') }),
  ])
  .openapi('SlotReason', {
    description:
      'A rule that a start breaks. Only the account sees the values; a booker sees only the code.',
    example: { code: 'too_soon', minNoticeMinutes: 60, earliestStart: '2026-04-27T10:00:00Z' },
  })

/** One rule that a start breaks. */
export type SlotReason = z.infer<typeof SlotReason>

/** One rule that a stay breaks. */
export const StayReason = z
  .discriminatedUnion('code', [
    z.object({
      code: rule('too_few_nights', 'The stay is too short.'),
      minNights: z.int().describe('The minimum number of nights.'),
    }),
    z.object({
      code: rule('too_many_nights', 'The stay is too long.'),
      maxNights: z.int().describe('The maximum number of nights.'),
    }),
    z.object({
      code: rule('arrival_weekday', 'A stay cannot begin on this weekday.'),
      allowed: z.array(z.string()).describe('The weekdays on which a stay can begin.'),
    }),
    z.object({
      code: rule('departure_weekday', 'A stay cannot end on this weekday.'),
      allowed: z.array(z.string()).describe('The weekdays on which a stay can end.'),
    }),
    z.object({
      code: rule('closed_night', 'A night of the stay is closed.'),
      night: z.string().describe('The first closed night, by the date on which it begins.'),
    }),
    z.object({
      code: rule('in_the_past', 'The stay begins in the past.'),
      today: z.string().describe("The current date in the calendar's time zone."),
    }),
    z.object({
      code: rule('too_far', 'The stay begins too far ahead.'),
      lastArrival: z.string().describe('The last date on which a stay can begin now.'),
    }),
  ])
  .openapi('StayReason', {
    description: 'A rule that a stay breaks.',
    example: { code: 'too_few_nights', minNights: 2 },
  })

/** One rule that a stay breaks. */
export type StayReason = z.infer<typeof StayReason>

/** The body of every error response: RFC 9457, `application/problem+json`. */
export const Problem = z
  .object({
    type: z.string().openapi({
      description: 'Path of an explanation of the code on this server.',
      example: problemType('slot_taken'),
    }),
    title: z.string().openapi({
      description: 'A short text, the same for every problem with this code.',
      example: PROBLEMS.slot_taken.title,
    }),
    status: z.int().openapi({ description: 'The HTTP status.', example: 409 }),
    detail: z
      .string()
      .describe('What is wrong with this request, and how to solve it. For people.'),
    code: z
      .enum(PROBLEM_CODES)
      .openapi({ description: 'Stable, for programs.', example: 'slot_taken' }),
    requestId: z.string().openapi({
      description: 'The `X-Request-Id` of the response. Quote it when you report a problem.',
      example: 'req_01kqs3v7m8e2f4g6h8j0k2m4n6',
    }),
    errors: z
      .array(InputError)
      .optional()
      .openapi({ description: 'Set with `validation_failed` and `calendar_unreadable`.' }),
    reasons: z
      .array(z.union([SlotReason, StayReason]))
      .optional()
      .openapi({ description: 'Set with `slot_not_bookable` and `stay_not_bookable`.' }),
    nights: z
      .array(z.string())
      .optional()
      .openapi({ description: 'The taken nights. Set with `night_taken`.' }),
    bookingIds: z.array(z.string()).optional().openapi({
      description:
        'The bookings and holds in the way of a block, at most 100, by start. Set with `slot_taken` if a block was refused.',
    }),
    blockIds: z.array(z.string()).optional().openapi({
      description:
        'The blocks in the way of a block. Set with `slot_taken` if a block was refused.',
    }),
  })
  .openapi('Problem', { description: 'An error (RFC 9457).' })

/** The body of every error response. */
export type Problem = z.infer<typeof Problem>
