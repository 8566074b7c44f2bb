import { createClient, isConnectionError, type Problem } from '@holdfast/client'
import type { Booking, PublicBooking } from '@holdfast/contracts'
import { BASE_PATH } from '../base-path.ts'
import { PUBLIC_CALL, takeEarlyAnswer } from './early-answer.ts'
import { keepingKeys } from './kept-keys.ts'

/** A failed call: the server answered with a problem, or did not answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** Undefined if the server did not answer. */
  readonly problem: Problem | undefined
  /** The value of `Retry-After`, in seconds, if the server sent one. */
  readonly retryAfterSeconds: number | undefined

  constructor(problem?: Problem, retryAfterSeconds?: number, options?: ErrorOptions) {
    super(problem?.detail ?? 'the server did not answer', options)
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }

  get code(): Problem['code'] | undefined {
    return this.problem?.code
  }
}

const fetchWithoutCookies = (request: Request): Promise<Response> =>
  takeEarlyAnswer(request) ?? fetch(new Request(request, PUBLIC_CALL))

/**
 * The client for the API, typed by its description. It retries a few times after a lost connection or
 * a temporary error; a POST keeps its idempotency key, also if the reader sends it again. Longer waits are left to the reader.
 */
export const api = createClient({
  baseUrl: BASE_PATH,
  retry: { attempts: 3, baseMilliseconds: 400, maxMilliseconds: 1500 },
  fetch: keepingKeys(fetchWithoutCookies),
})

/** The `Authorization` header for a manage token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The booking in the answer to a manage token, which gets the booker's view of it. */
export const bookersView = (booking: Booking | PublicBooking): PublicBooking => ({
  redirectUrl: null,
  ...booking,
})

/** Loads the invitation to a booking, as an iCalendar file. */
export const bookingInvitation = (id: string, token: string): Promise<string> =>
  unwrap(
    api.GET('/v1/bookings/{id}/invite.ics', {
      params: { path: { id } },
      headers: bearer(token),
      parseAs: 'text',
    }),
  )

/** Loads one calendar file with several bookings. It invites nobody, as an invitation has one event. */
export async function bookingsFile(ids: readonly string[], token: string): Promise<string> {
  const files = await Promise.all(ids.map((id) => bookingInvitation(id, token)))
  const [first = '', ...others] = files
  const events = others.flatMap((file) => file.match(/BEGIN:VEVENT[\s\S]*?END:VEVENT\r\n/g) ?? [])
  return first
    .replace(/METHOD:\w+/, 'METHOD:PUBLISH')
    .replace('END:VCALENDAR', `${events.join('')}END:VCALENDAR`)
}

interface CallResult<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && typeof Reflect.get(body, 'code') === 'string'

/**
 * Returns the body of a successful call; otherwise throws an `ApiError`. Any other exception, which is a fault of the page or
 * of a response, passes as it is.
 */
export async function unwrap<Data>(call: Promise<CallResult<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw isConnectionError(cause) ? new ApiError(undefined, undefined, { cause }) : cause
  })
  if (response.ok) return data as Data
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new ApiError(
    isProblem(error) ? error : undefined,
    Number.isFinite(seconds) ? seconds : undefined,
  )
}
