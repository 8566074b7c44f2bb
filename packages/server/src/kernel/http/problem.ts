import {
  type InputError,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  problemType,
  type SlotReason,
  type StayReason,
} from '@holdfast/contracts'
import type { Answer } from './answer.ts'

/** What is particular to one problem; status, title and type come from its code. */
export interface ProblemDetails {
  readonly code: ProblemCode
  readonly detail: string
  readonly errors?: readonly InputError[]
  readonly reasons?: readonly (SlotReason | StayReason)[]
  /** With `night_taken`: the dates on which the taken nights begin. */
  readonly nights?: readonly string[]
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A problem as an answer (RFC 9457). */
export function problemAnswer(problem: ProblemDetails, requestId: string): Answer {
  const { status, title } = PROBLEMS[problem.code]
  const body = {
    type: problemType(problem.code),
    title,
    status,
    detail: problem.detail,
    code: problem.code,
    requestId,
    ...(problem.errors && { errors: [...problem.errors] }),
    ...(problem.reasons && { reasons: [...problem.reasons] }),
    ...(problem.nights && { nights: [...problem.nights] }),
  } satisfies Problem
  return {
    status,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/problem+json', ...problem.headers },
  }
}

/** The most refused values that one answer names: more would only repeat one mistake. */
const ERRORS_SHOWN = 50

/** The problem of input that breaks its schema or a rule; the detail tells the first error. */
export function validationProblem(errors: readonly InputError[]): ProblemDetails {
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return {
    code: 'validation_failed',
    detail: first === undefined ? 'The input is not valid.' : `${sentenceOf(first)}${more}`,
    errors: errors.slice(0, ERRORS_SHOWN),
  }
}

// The pointer to the whole body is empty (RFC 6901).
const sentenceOf = ({ pointer, message }: InputError): string =>
  pointer === '' ? `The body ${message}` : `${pointer}: ${message}`

/** The problem of one value outside the body, for example `/header/Idempotency-Key`. */
export const invalidInput = (pointer: string, message: string): ProblemDetails =>
  validationProblem([{ pointer, message }])

/** The problem of a path at which there is nothing, or nothing for this caller. */
export const nothingAt = (path: string): ProblemDetails => ({
  code: 'not_found',
  detail: `There is nothing at ${JSON.stringify(path)}.`,
})

/** A part of the HTTP adapter refuses a request before any use case sees it. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: ProblemDetails }

/** Wraps a value that passed. */
export const passed = <Value>(value: Value): Checked<Value> => ({ ok: true, value })

/** Wraps a problem. */
export const failed = (
  problem: ProblemDetails,
): { readonly ok: false; readonly problem: ProblemDetails } => ({ ok: false, problem })
