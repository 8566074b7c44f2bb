import { attempt } from './attempt.ts'
import { isConnectionError } from './connection-error.ts'
import { pause } from './pause.ts'
import { retryAfterMilliseconds } from './retry-after.ts'

/** When and how often a request is retried. */
export interface RetryOptions {
  /** Maximum number of attempts, including the first. 1 turns retries off. Default: 5. */
  readonly attempts?: number
  /** Upper bound of the first pause; it doubles with each retry. Default: 250. */
  readonly baseMilliseconds?: number
  /**
   * Upper bound of the backoff. If `Retry-After` makes a pause longer than twice this bound, the
   * response is returned without a retry. Default: 30000.
   */
  readonly maxMilliseconds?: number
  /**
   * How long one attempt may take, until its response is complete. Infinity turns the timeout off.
   * Default: 60000.
   */
  readonly timeoutMilliseconds?: number
  /** Returns a number in `[0, 1)` for the jitter. Default: `Math.random`. */
  readonly random?: () => number
}

const IDEMPOTENCY_KEY = 'idempotency-key'

/** After these, the request may have taken effect or not: from the server, or from a gateway before it. */
const UNKNOWN_OUTCOME = new Set([500, 502, 503, 504])

/** The longest delay of a timer, about 25 days. A longer one would fire at once. */
const LONGEST_TIMER_MILLISECONDS = 2 ** 31 - 1

// Browsers have `crypto.randomUUID` only on https and localhost.
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/**
 * Whether a request with an unknown outcome can be repeated with the same effect. A DELETE or a change
 * with `If-Match` cannot: if the first attempt succeeded, the second would fail with 404 or 412.
 */
const isRepeatable = ({ method, headers }: Request): boolean =>
  method !== 'DELETE' && !headers.has('if-match')

/** The methods that cannot have a body: a request with one throws, even if it is empty. */
const WITHOUT_BODY = new Set(['GET', 'HEAD'])

/** The bytes of a request's body, or null. Decided by the method, since Firefox has no `Request.prototype.body`. */
async function bodyOf(request: Request): Promise<ArrayBuffer | null> {
  if (WITHOUT_BODY.has(request.method)) return null
  const bytes = await request.arrayBuffer()
  return bytes.byteLength === 0 ? null : bytes
}

/** Exponential backoff with full jitter, plus `Retry-After`. */
function pauseMilliseconds(attempt: number, response: Response | undefined, options: RetryOptions) {
  const { baseMilliseconds = 250, maxMilliseconds = 30_000, random = Math.random } = options
  const bound = Math.min(maxMilliseconds, baseMilliseconds * 2 ** (attempt - 1))
  return random() * bound + (response ? retryAfterMilliseconds(response.headers) : 0)
}

async function isInProgress(response: Response): Promise<boolean> {
  if (response.status !== 409) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return (
    typeof body === 'object' && body !== null && Reflect.get(body, 'code') === 'request_in_progress'
  )
}

/**
 * Wraps a fetch function with retries. It retries network errors, timeouts, 409 `request_in_progress`, 429,
 * 500, 502, 503 and 504 with exponential backoff and jitter. A POST without an `Idempotency-Key` gets a
 * random one, and all attempts send the same key. Rejects with the last `ConnectionError` or `TimeoutError`.
 */
export function retryingFetch(
  send: (request: Request) => Promise<Response>,
  options: RetryOptions = {},
): (request: Request) => Promise<Response> {
  const { attempts = 5, maxMilliseconds = 30_000, timeoutMilliseconds = 60_000 } = options
  const timeout = Math.min(timeoutMilliseconds, LONGEST_TIMER_MILLISECONDS)
  return async (request) => {
    const headers = new Headers(request.headers)
    if (request.method === 'POST' && !headers.has(IDEMPOTENCY_KEY)) {
      headers.set(IDEMPOTENCY_KEY, randomKey())
    }
    // A body stream can be read only once, so each attempt sends these bytes.
    const body = await bodyOf(request)
    const { method, signal: ended, credentials } = request
    // Workers have no credentials and refuse the option.
    const cookies = credentials === undefined ? {} : { credentials }
    const requestWith = (signal: AbortSignal) =>
      new Request(request.url, { method, headers, body, signal, ...cookies })
    for (let count = 1; ; count += 1) {
      const isLast = count >= attempts
      let response: Response | undefined
      try {
        response = await attempt(send, requestWith, ended, timeout)
      } catch (error) {
        const isLost = isConnectionError(error) && !ended.aborted
        if (isLast || !isLost || !isRepeatable(request)) throw error
      }
      if (response !== undefined) {
        const isRetryable =
          response.status === 429 ||
          (UNKNOWN_OUTCOME.has(response.status) && isRepeatable(request)) ||
          (await isInProgress(response))
        if (isLast || !isRetryable) return response
      }
      const milliseconds = pauseMilliseconds(count, response, options)
      if (response !== undefined && milliseconds > 2 * maxMilliseconds) return response
      await response?.body?.cancel()
      await pause(milliseconds, ended)
    }
  }
}
