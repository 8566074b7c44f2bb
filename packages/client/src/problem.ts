import type { components } from './openapi.generated.ts'

/** What the server says of a call that it refuses (RFC 9457). */
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

/** Says whether something caught is a problem, and, if a code is given, the one with that code. */
export const isProblem = (error: unknown, code?: ProblemCode): error is HoldfastError =>
  error instanceof HoldfastError && (code === undefined || error.code === code)

/** What a call of the client answers with, as far as `unwrap` reads it. */
interface Outcome<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

const isProblemBody = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && typeof Reflect.get(body, 'code') === 'string'

/**
 * The body of a success: `const provider = await unwrap(client.GET(…))`. Throws a `HoldfastError` for
 * a problem, an `Error` for an answer that is none of the server's, such as a gateway's page.
 */
export async function unwrap<Data>(call: Promise<Outcome<Data>>): Promise<Data> {
  const { data, error, response } = await call
  if (response.ok) return data as Data
  if (isProblemBody(error)) throw new HoldfastError(error)
  throw new Error(`the server answered ${response.status}`)
}
