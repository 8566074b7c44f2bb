import type { Problem } from '@holdfast/contracts'

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

/** One call of the API. */
export interface Call {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  /** The manage token of the one booking. */
  readonly token?: string
  readonly signal?: AbortSignal
}

const TRIES = 3
const FIRST_WAIT_MS = 400
/** A longer wait is the reader's decision, not the page's. */
const LONGEST_WAIT_SECONDS = 3

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

// `crypto.randomUUID` is there on https and localhost alone.
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

async function problemOf(answer: Response): Promise<CallFailure> {
  const wait = Number(answer.headers.get('retry-after'))
  const problem: unknown = await answer.json().catch(() => undefined)
  const isProblem = typeof problem === 'object' && problem !== null && 'code' in problem
  return new CallFailure(
    isProblem ? (problem as Problem) : undefined,
    Number.isFinite(wait) && wait > 0 ? wait : undefined,
  )
}

const PASSING: ReadonlySet<Problem['code'] | undefined> = new Set([
  undefined,
  'store_unavailable',
  'request_in_progress',
])

/**
 * Calls the API, and calls again where the answer was lost or the server could not work just then. A
 * POST carries the same Idempotency-Key each time, so it is never done twice.
 */
export async function call<Body>({
  method = 'GET',
  path,
  body,
  token,
  signal,
}: Call): Promise<Body> {
  const headers = new Headers()
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (method === 'POST') {
    headers.set('content-type', 'application/json')
    headers.set('idempotency-key', randomKey())
  }
  const sent = method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}
  for (let tries = 1; ; tries += 1) {
    const failure = await send(path, { method, headers, ...sent, ...(signal && { signal }) })
    if (!(failure instanceof CallFailure)) return failure as Body
    const seconds = failure.retryAfterSeconds ?? 0
    const isPassing = PASSING.has(failure.code) && seconds <= LONGEST_WAIT_SECONDS
    if (!isPassing || tries === TRIES || signal?.aborted) throw failure
    await wait(Math.max(seconds * 1000, FIRST_WAIT_MS * tries))
  }
}

async function send(path: string, init: RequestInit): Promise<unknown> {
  try {
    const answer = await fetch(path, { ...init, credentials: 'omit', cache: 'no-store' })
    if (!answer.ok) return await problemOf(answer)
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false
    return isJson ? await answer.json() : await answer.text()
  } catch (error) {
    if (init.signal?.aborted) throw error
    return new CallFailure(undefined, undefined, { cause: error })
  }
}
