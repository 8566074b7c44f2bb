import type { components } from './openapi.generated.ts'

/** The body of an error response (RFC 9457). */
export type Problem = components['schemas']['Problem']

/** The stable code of a problem. */
export type ProblemCode = Problem['code']

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
export const isProblem = (error: unknown, code?: ProblemCode): error is HoldfastError =>
  error instanceof HoldfastError && (code === undefined || error.code === code)

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
 * `HoldfastError` for a problem, and an `Error` for any other error response, such as a proxy's page.
 */
export async function unwrap<Data>(call: Promise<Outcome<Data>>): Promise<Data> {
  const { data, error, response } = await call
  if (response.ok) return data as Data
  if (isProblemBody(error)) throw new HoldfastError(error)
  throw new Error(`unexpected response with status ${response.status}`)
}
