import type { KernelRefusal, Refusal } from '../refusals.ts'
import { type ProblemDetails, validationProblem } from './problem.ts'

/** The reader of a response. A booker sees which rule was broken, but not the values. */
export type Audience = 'account' | 'booker'

/** The refusals that become a problem. A used idempotency key becomes a replay or `idempotency_key_reused`. */
export type AnswerableRefusal = Exclude<Refusal, { readonly code: 'idempotency_key_seen' }>

/** Converts a refusal to a problem. */
export type ProblemOf = (refusal: AnswerableRefusal, audience: Audience) => ProblemDetails

/** The problem of each of some refusals. `problemOf` converts a refusal that lies within another. A missing one is a type error. */
export type ProblemsOf<Some extends Refusal> = {
  readonly [Code in Exclude<Some['code'], 'idempotency_key_seen'>]: (
    refusal: Extract<Some, { readonly code: Code }>,
    audience: Audience,
    problemOf: ProblemOf,
  ) => ProblemDetails
}

/** The problem of a resource that does not exist, or not for this caller. */
export function notFoundProblem(resource: string, id: string): ProblemDetails {
  const name = resource === 'api_key' ? 'API key' : resource.replaceAll('_', ' ')
  return { code: 'not_found', detail: `There is no ${name} "${id}".` }
}

/** What each refusal of the kernel is over HTTP. */
export const KERNEL_PROBLEMS: ProblemsOf<KernelRefusal> = {
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
  not_found: ({ resource, id }) => notFoundProblem(resource, id),
  version_mismatch: ({ code, actual }) => ({
    code,
    detail: `If-Match is not the current version. The current version is "${actual}".`,
  }),
  proof_of_work_required: ({ code, reason }) => ({
    code,
    detail:
      reason === 'missing'
        ? '`proofOfWork` is missing. Solve a challenge from GET /v1/proof-of-work.'
        : `The proof of work is ${reason === 'used' ? 'already used' : reason}. Solve a new challenge from GET /v1/proof-of-work.`,
  }),
}

/** Converts refusals to problems by a table of all of them. */
export function problemsBy(table: ProblemsOf<AnswerableRefusal>): ProblemOf {
  const problemOf: ProblemOf = (refusal, audience) => {
    // The entry of the code takes refusals of that code; the types cannot say so for a union.
    const entry = table[refusal.code] as (
      refusal: AnswerableRefusal,
      audience: Audience,
      problemOf: ProblemOf,
    ) => ProblemDetails
    return entry(refusal, audience, problemOf)
  }
  return problemOf
}

const OUTSIDE_BODY = /^\/(?:query|path|header)\//

/**
 * A refusal of a call without a body. Use cases that serve calls with and without one name what is wrong as a member of the
 * body, such as `/departure`; here it is a parameter of the query.
 */
export function aboutQuery(refusal: AnswerableRefusal): AnswerableRefusal {
  if (refusal.code !== 'validation_failed') return refusal
  const errors = refusal.errors.map((error) => {
    const isOfBody = error.pointer === '' || error.pointer.startsWith('/')
    return isOfBody && !OUTSIDE_BODY.test(error.pointer)
      ? { ...error, pointer: `/query${error.pointer}` }
      : error
  })
  return { ...refusal, errors }
}
