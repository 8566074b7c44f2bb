import { type Dispatcher, Pool } from 'undici'
import type { CredentialSource } from './credentials.ts'
import { createSigner, type SignedService } from './sigv4.ts'

/** How requests are sent to a service. */
export interface SignedPostOptions extends SignedService {
  /** Origin such as `http://127.0.0.1:8000`. A function, called before each request, if it can change. */
  readonly endpoint: string | (() => string)
  /** Called before each request, so that temporary credentials can be renewed. It should cache. */
  readonly credentials: CredentialSource
  /** The maximum number of connections. Each carries one request at a time. */
  readonly connections?: number
  /** From the request to the end of the response. */
  readonly requestTimeoutMs?: number
  readonly connectTimeoutMs?: number
}

/**
 * Whether a failed request was executed.
 *
 * - `refused`: no. The service rejected it with a 4xx.
 * - `not-sent`: no. There was no connection.
 * - `unknown`: it was sent, but there was no response or a 5xx. It may have been executed, or still be
 *   in progress.
 */
export type FailureOutcome = 'refused' | 'not-sent' | 'unknown'

/** A request without a response. `code` is the error code of the connection, or a code of ours. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
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

/** A response with any status. */
export interface PostResponse {
  readonly status: number
  readonly text: string
  /** The id under which AWS knows the request, for its support. Absent if the response has none. */
  readonly requestId?: string
}

/** Posts signed JSON to one service, without retries. */
export interface SignedPost {
  /** Sends a body to an operation, such as `DynamoDB_20120810.GetItem`; rejects with `NoResponse`. */
  post(target: string, body: string): Promise<PostResponse>
  close(): Promise<void>
}

const DEFAULTS = { connections: 64, requestTimeoutMs: 3000, connectTimeoutMs: 1500 }

/** Failures to connect: nothing was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** A signature is valid for five minutes. With a larger clock skew, every request is rejected. */
const SKEW_MS = 4 * 60_000

interface DatedResponse extends PostResponse {
  readonly date: string
}

/**
 * Sends one request and collects its response. Uses undici's `dispatch`, since its `request` creates a
 * stream for every response, which doubled the time.
 */
const exchange = (
  pool: Pool,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<DatedResponse> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let status = 0
    let date = ''
    let requestId: string | undefined
    const handler: Dispatcher.DispatchHandler = {
      // Nothing to do, but undici requires it.
      onRequestStart() {},
      onResponseStart(_controller, statusCode, responseHeaders) {
        status = statusCode
        date = String(responseHeaders.date)
        // A successful response is the usual one, and nobody asks for its id.
        if (statusCode !== 200) requestId = requestIdOf(responseHeaders)
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk)
      },
      onResponseEnd() {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status, date, text, ...(requestId !== undefined && { requestId }) })
      },
      onResponseError(_controller, error) {
        reject(error)
      },
    }
    pool.dispatch({ method: 'POST', path: '/', headers, body }, handler)
  })

/** The request's id: most services send the first header, and gateways the second. */
function requestIdOf(headers: Readonly<Record<string, unknown>>): string | undefined {
  const id = headers['x-amzn-requestid'] ?? headers['x-amz-request-id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

function noResponse(cause: unknown): NoResponse {
  const code = (cause as { readonly code?: string }).code ?? 'ConnectionFailed'
  const message = cause instanceof Error ? cause.message : String(cause)
  const outcome = NOT_SENT.has(code) ? 'not-sent' : 'unknown'
  return new NoResponse({ code, message, outcome }, { cause })
}

const isBadSignature = ({ status, text }: PostResponse): boolean =>
  status >= 400 && status < 500 && text.includes('InvalidSignatureException')

async function credentialsFrom(source: CredentialSource) {
  try {
    return await source()
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new NoResponse(
      { code: 'CredentialsUnavailable', message, outcome: 'not-sent' },
      { cause },
    )
  }
}

/**
 * Creates the client for AWS's JSON protocols that all services share, over undici. If a signature is
 * rejected because of clock skew, it corrects its clock by the server's and retries once.
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

  const postOnce = async (target: string, body: string): Promise<DatedResponse> => {
    const credentials = await credentialsFrom(options.credentials)
    const { host, pool } = poolNow()
    const atEpochMs = Date.now() + clockOffsetMs
    const headers = sign({ host, target, body, credentials, atEpochMs })
    try {
      return await exchange(pool, headers, body)
    } catch (cause) {
      throw noResponse(cause)
    }
  }

  /** Corrects the clock by the server that rejected a signature. Returns false if there is no skew. */
  const correctClock = ({ date }: DatedResponse): boolean => {
    const theirs = Date.parse(date)
    const offset = theirs - Date.now()
    if (Number.isNaN(theirs) || Math.abs(offset - clockOffsetMs) < SKEW_MS) return false
    clockOffsetMs = offset
    return true
  }

  return {
    async post(target, body) {
      const response = await postOnce(target, body)
      if (!isBadSignature(response) || !correctClock(response)) return response
      return await postOnce(target, body)
    },
    async close() {
      await current.pool.close()
    },
  }
}

/** The error in a response other than 200. */
export interface ErrorResponse {
  /** The error's name without namespace, or for example `HTTP 502` if it has none. */
  readonly code: string
  /** The service's message, with the id of the request at its end. */
  readonly message: string
  readonly outcome: FailureOutcome
  /** The id of the request. Absent if the response had none. */
  readonly requestId?: string
  /** The body, if it is JSON; otherwise empty. */
  readonly body: Readonly<Record<string, unknown>>
}

/** Reads a response that is not 200. After a 4xx nothing was executed; otherwise the outcome is unknown. */
export function errorResponse({ status, text, requestId }: PostResponse): ErrorResponse {
  let body: Record<string, unknown> = {}
  try {
    body = JSON.parse(text) as Record<string, unknown>
  } catch {
    // A gateway in between returned its own text. Only the status matters.
  }
  // The name in `com.amazonaws.dynamodb.v20120810#ThrottlingException` follows the hash.
  const type = body.__type as string | undefined
  const code = type?.slice(type.indexOf('#') + 1)
  return {
    code: code ?? (status === 429 ? 'ThrottlingException' : `HTTP ${status}`),
    message: `${body.message ?? body.Message ?? 'no message'}${inParentheses(requestId)}`,
    ...(requestId !== undefined && { requestId }),
    outcome: status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unknown',
    body,
  }
}

const inParentheses = (requestId: string | undefined): string =>
  requestId === undefined ? '' : ` (request ${requestId})`
