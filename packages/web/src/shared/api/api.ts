import { createClient, type Problem } from '@holdfast/client'

/** Why a call did not succeed: the server's own problem, or no answer at all. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  /** Set when the server answered. */
  readonly problem: Problem | undefined
  /** Seconds to wait, when the server said so. */
  readonly retryAfterSeconds: number | undefined

  constructor(problem?: Problem, retryAfterSeconds?: number, options?: ErrorOptions) {
    super(problem?.detail ?? 'the server could not be reached', options)
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }

  get code(): Problem['code'] | undefined {
    return this.problem?.code
  }
}

// Whoever is signed in at the dashboard books as anybody else does: without the cookie.
const asAnybody = (request: Request): Promise<Response> =>
  fetch(new Request(request, { credentials: 'omit', cache: 'no-store' }))

/**
 * The API, each call typed by its document. What meets a broken connection or a store out of reach is
 * sent again a few times, a POST with the same key; a longer wait is the reader's decision.
 */
export const api = createClient({
  retry: { attempts: 3, baseMilliseconds: 400, maxMilliseconds: 1500 },
  fetch: asAnybody,
})

/** The header of who manages one booking. */
export const asManager = (token: string) => ({ authorization: `Bearer ${token}` })

/** The invitation to a booking, for who has its token. */
export const bookingInvitation = (id: string, token: string): Promise<string> =>
  take(
    api.GET('/v1/bookings/{id}/invite.ics', {
      params: { path: { id } },
      headers: asManager(token),
      parseAs: 'text',
    }),
  )

interface Outcome<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && typeof Reflect.get(body, 'code') === 'string'

/** The body of a success; throws a `CallFailure` for everything else. */
export async function take<Data>(call: Promise<Outcome<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw new CallFailure(undefined, undefined, { cause })
  })
  if (response.ok) return data as Data
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new CallFailure(
    isProblem(error) ? error : undefined,
    Number.isFinite(seconds) ? seconds : undefined,
  )
}
