import { pause } from './pause.ts'

/** When and how often a request is sent again. */
export interface RetryOptions {
  /** How often it is sent in all; 5 unless set, 1: never again. */
  readonly attempts?: number
  /** The pause before the second time is at most this long, twice as long before each further one; 250 ms. */
  readonly baseMilliseconds?: number
  /** No pause is longer, also none that the server asks for: the answer is then given as it is; 30 s. */
  readonly maxMilliseconds?: number
  /** A number in [0, 1) that spreads the pauses; `Math.random` unless set. */
  readonly random?: () => number
}

const IDEMPOTENCY_KEY = 'idempotency-key'

// Not `crypto.randomUUID`, which browsers have on https and localhost alone.
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Answers that say that nothing was done, and that a later try may do it. */
const PASSING = new Set([429, 503])

/**
 * Whether a request whose outcome is unknown may be sent again and mean the same: a POST by its key;
 * a read; a change that sets what it names. Not a DELETE or one with `If-Match`: when the first was
 * done and its answer lost, the second would be told 404 or 412 of its own work.
 */
const maySendAgain = ({ method, headers }: Request): boolean =>
  method !== 'DELETE' && !headers.has('if-match')

/** Full jitter (a random pause up to the doubled bound), but never sooner than the server asks. */
function pauseMilliseconds(tries: number, answer: Response | undefined, options: RetryOptions) {
  const { baseMilliseconds = 250, maxMilliseconds = 30_000, random = Math.random } = options
  const bound = Math.min(maxMilliseconds, baseMilliseconds * 2 ** (tries - 1))
  const asked = Number(answer?.headers.get('retry-after') ?? 0) * 1000
  return random() * bound + (Number.isFinite(asked) ? asked : 0)
}

async function isInProgress(answer: Response): Promise<boolean> {
  if (answer.status !== 409) return false
  const body: unknown = await answer.clone().json()
  return (
    typeof body === 'object' && body !== null && Reflect.get(body, 'code') === 'request_in_progress'
  )
}

/**
 * Sends requests again that met a broken connection, a request with the same key that still runs
 * (409 `request_in_progress`), a limit (429) or a store out of reach (503): after a pause that grows
 * and is spread at random, with the same `Idempotency-Key`, which a POST gets here if it has none.
 */
export function retryingFetch(
  send: (request: Request) => Promise<Response>,
  options: RetryOptions = {},
): (request: Request) => Promise<Response> {
  const { attempts = 5, maxMilliseconds = 30_000 } = options
  return async (request) => {
    const headers = new Headers(request.headers)
    if (request.method === 'POST' && !headers.has(IDEMPOTENCY_KEY)) {
      headers.set(IDEMPOTENCY_KEY, randomKey())
    }
    // Read once: a body can be sent as often as needed only as bytes.
    const body = request.body === null ? null : await request.arrayBuffer()
    const { method, signal, credentials } = request
    const again = () => new Request(request.url, { method, headers, body, signal, credentials })
    for (let tries = 1; ; tries += 1) {
      const isLast = tries >= attempts
      let answer: Response | undefined
      try {
        answer = await send(again())
      } catch (error) {
        if (isLast || signal.aborted || !maySendAgain(request)) throw error
      }
      if (answer !== undefined) {
        const isPassing =
          answer.status === 429 ||
          (PASSING.has(answer.status) && maySendAgain(request)) ||
          (await isInProgress(answer))
        if (isLast || !isPassing) return answer
      }
      const milliseconds = pauseMilliseconds(tries, answer, options)
      if (answer !== undefined && milliseconds > 2 * maxMilliseconds) return answer
      await answer?.body?.cancel()
      await pause(milliseconds, signal)
    }
  }
}
