import type { components } from './openapi.generated.ts'

/** The body of an error response (RFC 9457). */
export type Problem = components['schemas']['Problem']

/** The code of a response that is not from the API, such as the error page of a gateway. */
export const UNEXPECTED_RESPONSE = 'unexpected_response'

/**
 * The stable code of a problem. `unexpected_response` is the client's own: the response is not from the API,
 * such as the error page of a gateway.
 */
export type ProblemCode = Problem['code'] | typeof UNEXPECTED_RESPONSE

/** A problem, thrown by `unwrap`. */
export class HoldfastError extends Error {
  override readonly name = 'HoldfastError'
  readonly problem: Problem
  /** The HTTP status. */
  readonly status: number
  readonly code: ProblemCode

  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
    this.status = problem.status
    this.code = problem.code
  }
}

/** Whether a caught error is a problem and, if `code` is given, has that code. */
export function isProblem(error: unknown, code?: undefined): error is HoldfastError
export function isProblem<Code extends ProblemCode>(
  error: unknown,
  code: Code | undefined,
): error is HoldfastError & { readonly code: Code }
export function isProblem(error: unknown, code?: ProblemCode): boolean {
  return error instanceof HoldfastError && (code === undefined || error.code === code)
}

/** The result of a client call, as far as `unwrap` reads it. */
interface Outcome<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

const isProblemBody = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && typeof Reflect.get(body, 'code') === 'string'

/**
 * Returns the body of a successful call: `const provider = await unwrap(client.GET(…))`. Throws a
 * `HoldfastError` for an error response. One that is not from the API has the code `unexpected_response`.
 */
export async function unwrap<Data>(call: Promise<Outcome<Data>>): Promise<Data> {
  const { data, error, response } = await call
  if (response.ok) return data as Data
  if (isProblemBody(error)) throw new HoldfastError(error)
  throw new Error(`unexpected response with status ${response.status}`)
}
