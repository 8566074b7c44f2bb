import { type Dispatcher, Pool } from 'undici'
import type { CredentialSource } from './credentials.ts'
import { createSigner, type SignedService } from './sigv4.ts'

/** How requests reach a service. */
export interface SignedPostOptions extends SignedService {
  /** Origin such as `http://127.0.0.1:8000`; a function where it can change, asked before each request. */
  readonly endpoint: string | (() => string)
  /** Asked before each request, so that temporary credentials can be renewed; it should cache. */
  readonly credentials: CredentialSource
  /** Connections to keep at most; each carries one request at a time. */
  readonly connections?: number
  /** From the request to the end of its answer. */
  readonly requestTimeoutMs?: number
  readonly connectTimeoutMs?: number
}

/**
 * What is known about a request that failed.
 *
 * - `refused`: the service answered that it did nothing (a 4xx).
 * - `not-sent`: no connection was made, so nothing was done.
 * - `unknown`: it was sent, and no answer came, or a 5xx: it may have been done, or still be under way.
 */
export type FailureOutcome = 'refused' | 'not-sent' | 'unknown'

/** A request without an answer; `code` is the error name of the connection, or our own. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly code: string
  readonly outcome: FailureOutcome

  constructor(
    failure: {
      readonly code: string
      readonly message: string
      readonly outcome: FailureOutcome
    },
    options?: ErrorOptions,
  ) {
    super(failure.message, options)
    this.code = failure.code
    this.outcome = failure.outcome
  }
}

/** An answer, whatever its status. */
export interface PostAnswer {
  readonly status: number
  readonly text: string
}

/** Posts signed JSON to one service: one request, one answer, no retries. */
export interface SignedPost {
  /** Sends a body to an operation, such as `DynamoDB_20120810.GetItem`; rejects with `NoAnswer`. */
  post(target: string, body: string): Promise<PostAnswer>
  close(): Promise<void>
}

const DEFAULTS = { connections: 64, requestTimeoutMs: 3000, connectTimeoutMs: 1500 }

/** Failures of the connection attempt itself: nothing was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** A signature is good for five minutes; a clock that is further off gets every request refused. */
const SKEW_MS = 4 * 60_000

interface DatedAnswer extends PostAnswer {
  readonly date: string
}

/**
 * Sends one request and collects its answer. By undici's `dispatch`, since its `request` makes a
 * stream of every answer, which took as long again as the rest.
 */
const exchange = (
  pool: Pool,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<DatedAnswer> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let status = 0
    let date = ''
    const handler: Dispatcher.DispatchHandler = {
      // Nothing to do, but undici wants it.
      onRequestStart() {},
      onResponseStart(_controller, statusCode, answerHeaders) {
        status = statusCode
        date = String(answerHeaders.date)
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk)
      },
      onResponseEnd() {
        resolve({ status, date, text: Buffer.concat(chunks).toString('utf8') })
      },
      onResponseError(_controller, error) {
        reject(error)
      },
    }
    pool.dispatch({ method: 'POST', path: '/', headers, body }, handler)
  })

function noAnswer(cause: unknown): NoAnswer {
  const code = (cause as { readonly code?: string }).code ?? 'ConnectionFailed'
  const message = cause instanceof Error ? cause.message : String(cause)
  const outcome = NOT_SENT.has(code) ? 'not-sent' : 'unknown'
  return new NoAnswer({ code, message, outcome }, { cause })
}

const isBadSignature = ({ status, text }: PostAnswer): boolean =>
  status >= 400 && status < 500 && text.includes('InvalidSignatureException')

async function credentialsFrom(source: CredentialSource) {
  try {
    return await source()
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new NoAnswer({ code: 'CredentialsUnavailable', message, outcome: 'not-sent' }, { cause })
  }
}

/**
 * The part of a client for AWS's JSON protocols that all services share, over undici: signs, sends,
 * reads, and sets its clock by the server's, once, where a signature is refused for it.
 */
export function createSignedPost(options: SignedPostOptions): SignedPost {
  const { connections, requestTimeoutMs, connectTimeoutMs } = { ...DEFAULTS, ...options }
  const sign = createSigner(options)
  let clockOffsetMs = 0
  const endpoint = options.endpoint
  const endpointNow = typeof endpoint === 'function' ? endpoint : () => endpoint

  const connectTo = (address: string) => {
    const { origin, host } = new URL(address)
    const pool = new Pool(origin, {
      connections,
      headersTimeout: requestTimeoutMs,
      bodyTimeout: requestTimeoutMs,
      connect: { timeout: connectTimeoutMs },
    })
    return { address, host, pool }
  }
  let current = connectTo(endpointNow())

  const poolNow = () => {
    const address = endpointNow()
    if (address !== current.address) {
      void current.pool.close()
      current = connectTo(address)
    }
    return current
  }

  const postOnce = async (target: string, body: string): Promise<DatedAnswer> => {
    const credentials = await credentialsFrom(options.credentials)
    const { host, pool } = poolNow()
    const atEpochMs = Date.now() + clockOffsetMs
    const headers = sign({ host, target, body, credentials, atEpochMs })
    try {
      return await exchange(pool, headers, body)
    } catch (cause) {
      throw noAnswer(cause)
    }
  }

  /** Sets the clock by the one that refused a signature; answers false if it was not the clock. */
  const correctClock = ({ date }: DatedAnswer): boolean => {
    const theirs = Date.parse(date)
    const offset = theirs - Date.now()
    if (Number.isNaN(theirs) || Math.abs(offset - clockOffsetMs) < SKEW_MS) return false
    clockOffsetMs = offset
    return true
  }

  return {
    async post(target, body) {
      const answer = await postOnce(target, body)
      return isBadSignature(answer) && correctClock(answer) ? await postOnce(target, body) : answer
    },
    async close() {
      await current.pool.close()
    },
  }
}

/** What an answer other than 200 says: its error by name, and what is known of the request. */
export interface ErrorAnswer {
  /** The error's name without a namespace, or `HTTP 502` where there is none. */
  readonly code: string
  readonly message: string
  readonly outcome: FailureOutcome
  /** The whole body, where it is JSON. */
  readonly body: Readonly<Record<string, unknown>>
}

/** Reads an answer that is not 200: a 4xx says that nothing was done, anything else says nothing. */
export function errorAnswer({ status, text }: PostAnswer): ErrorAnswer {
  let body: Record<string, unknown> = {}
  try {
    body = JSON.parse(text) as Record<string, unknown>
  } catch {
    // A gateway in between answers with text of its own; the status is what counts.
  }
  // `com.amazonaws.dynamodb.v20120810#ThrottlingException` is named by what follows the hash.
  const type = body.__type as string | undefined
  const code = type?.slice(type.indexOf('#') + 1)
  return {
    code: code ?? (status === 429 ? 'ThrottlingException' : `HTTP ${status}`),
    message: String(body.message ?? body.Message ?? 'no message'),
    outcome: status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unknown',
    body,
  }
}
