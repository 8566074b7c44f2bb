import {
  type InputError,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  problemType,
  type SlotReason,
  type StayReason,
} from '@holdfast/contracts'
import type { LimitName } from '@holdfast/engine'
import type { DateConflict } from '../refusals.ts'
import type { Answer } from './answer.ts'
import { requestIdOf } from './request-id.ts'

/** The details of a problem. Its code determines status, title and type. */
export interface ProblemDetails {
  readonly code: ProblemCode
  readonly detail: string
  readonly errors?: readonly InputError[]
  readonly reasons?: readonly (SlotReason | StayReason)[]
  /** The dates of the taken nights. Set with `night_taken`. */
  readonly nights?: readonly string[]
  /** What is in the way of an absence. Set with `dates_taken`. */
  readonly conflicts?: readonly DateConflict[]
  /** What is in the way of a block. Set with `slot_taken`. */
  readonly bookingIds?: readonly string[]
  /** The contact to use instead. Set with `contact_exists` and `contact_merged`. */
  readonly contactId?: string
  /** The group to change instead. Set with `part_of_visit`. */
  readonly groupId?: string
  /** The current and future stays of a person. Set with `contact_has_bookings`. */
  readonly stayIds?: readonly string[]
  readonly blockIds?: readonly string[]
  /** The limit, and what it allows. Set with `limit_reached`. */
  readonly limit?: LimitName
  readonly count?: number
  /** Set with `session_full`, unless bookers are not shown it. */
  readonly seatsLeft?: number
  /** How many bookings or photos fit. Set with `group_too_large` and `photo_limit_reached`. */
  readonly max?: number
  /** The refused item of a booking group. */
  readonly item?: { readonly index: number; readonly localStart: string }
  /** Who uses it. Set with `schedule_in_use`, `property_in_use`, `photo_in_use` and `calendar_in_use`. */
  readonly usedBy?: readonly string[]
  /** The price now. Set with `price_changed`. */
  readonly price?: { readonly amount: number; readonly currency: string }
  /** Header names are in lowercase. */
  readonly headers?: Readonly<Record<string, string>>
}

/** How many bookings and how many stays of a person a problem names. */
export const BOOKINGS_NAMED = 100

/** A problem as JSON (RFC 9457). */
export function problemBody(problem: ProblemDetails, requestId: string) {
  const { status, title } = PROBLEMS[problem.code]
  return {
    type: problemType(problem.code),
    title,
    status,
    detail: problem.detail,
    code: problem.code,
    requestId,
    ...(problem.errors && { errors: [...problem.errors] }),
    ...(problem.reasons && { reasons: [...problem.reasons] }),
    ...(problem.nights && { nights: [...problem.nights] }),
    ...(problem.conflicts && { conflicts: problem.conflicts.map(conflictText) }),
    ...(problem.bookingIds && { bookingIds: [...problem.bookingIds] }),
    ...(problem.contactId !== undefined && { contactId: problem.contactId }),
    ...(problem.groupId !== undefined && { groupId: problem.groupId }),
    ...(problem.stayIds && { stayIds: [...problem.stayIds] }),
    ...(problem.blockIds && { blockIds: [...problem.blockIds] }),
    ...(problem.limit !== undefined && { limit: problem.limit }),
    ...(problem.count !== undefined && { count: problem.count }),
    ...(problem.seatsLeft !== undefined && { seatsLeft: problem.seatsLeft }),
    ...(problem.max !== undefined && { max: problem.max }),
    ...(problem.item && { item: problem.item }),
    ...(problem.price && { price: problem.price }),
    ...(problem.usedBy && { usedBy: [...problem.usedBy] }),
  } satisfies Problem
}

const conflictText = ({ bookingIds, blockIds, ...at }: DateConflict) => ({
  ...at,
  bookingIds: [...bookingIds],
  blockIds: [...blockIds],
})

const PROBLEM_TYPE = { 'content-type': 'application/problem+json' } as const

/** A response with a problem. */
export function problemAnswer(problem: ProblemDetails, requestId: string): Answer {
  const body = problemBody(problem, requestId)
  return {
    status: body.status,
    problem: problem.code,
    body: JSON.stringify(body),
    headers: { ...PROBLEM_TYPE, ...problem.headers },
  }
}

/** A response with a problem to a request that is answered before it reaches the API. */
export function problemResponse(problem: ProblemDetails, { headers: given }: Request): Response {
  const requestId = requestIdOf(given.get('x-request-id'))
  const body = problemBody(problem, requestId)
  return Response.json(body, {
    status: body.status,
    headers: { ...PROBLEM_TYPE, ...problem.headers, 'x-request-id': requestId },
  })
}

/** The problem of a request beyond the limit of requests at once. */
export const OVERLOADED: ProblemDetails = {
  code: 'overloaded',
  detail: 'The server has reached its limit of requests at once. Nothing was changed.',
  headers: { 'retry-after': '1' },
}

/** The most errors in one response. */
const ERRORS_SHOWN = 50

/** The problem of invalid input. Its detail is the first error. */
export function validationProblem(errors: readonly InputError[]): ProblemDetails {
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return {
    code: 'validation_failed',
    detail: first === undefined ? 'The input is invalid.' : `${sentenceOf(first)}${more}`,
    errors: errors.slice(0, ERRORS_SHOWN),
  }
}

// An empty pointer means the whole body (RFC 6901).
const sentenceOf = ({ pointer, message }: InputError): string =>
  pointer === '' ? `The body ${message}` : `${pointer}: ${message}`

/** The problem of one value outside the body, such as `/header/Idempotency-Key`. */
export const invalidInput = (pointer: string, message: string): ProblemDetails =>
  validationProblem([{ pointer, message }])

/** The problem of a path that does not exist, or not for this caller. */
export const nothingAt = (path: string): ProblemDetails => ({
  code: 'not_found',
  detail: `Unknown path: ${JSON.stringify(path)}.`,
})

/** The result of a check in the HTTP layer, before the use case runs. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: ProblemDetails }

/** A successful check with its value. */
export const passed = <Value>(value: Value): Checked<Value> => ({ ok: true, value })

/** A failed check with its problem. */
export const failed = (
  problem: ProblemDetails,
): { readonly ok: false; readonly problem: ProblemDetails } => ({ ok: false, problem })
