import { Pool } from 'undici'
import type { CredentialSource } from './credentials.ts'
import { createSigner } from './sigv4.ts'
import { DynamoDbFailure, type Transport } from './transport.ts'
import type { CancellationReason, OperationName, Operations, WireItem } from './wire.ts'

/** How the HTTP transport reaches DynamoDB. */
export interface HttpTransportOptions {
  /** Origin such as `http://127.0.0.1:8000`; a function where it can change, asked before each request. */
  readonly endpoint: string | (() => string)
  readonly region: string
  /** Asked before each request, so that temporary credentials can be renewed; it should cache. */
  readonly credentials: CredentialSource
  /** Connections to keep at most; each carries one request at a time. */
  readonly connections?: number
  /** From the request to the end of its answer. */
  readonly requestTimeoutMs?: number
  readonly connectTimeoutMs?: number
}

/** DynamoDB's endpoint in a region of AWS. */
export const awsEndpoint = (region: string): string =>
  `https://dynamodb.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

const API = 'DynamoDB_20120810.'
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

interface Answer {
  readonly status: number
  readonly text: string
  readonly date: string
}

interface ErrorBody {
  readonly __type?: string
  readonly message?: string
  readonly Message?: string
  readonly CancellationReasons?: readonly CancellationReason[]
  readonly Item?: WireItem
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = 'the answer is not JSON'
    throw new DynamoDbFailure({ code: 'InvalidAnswer', message, outcome: 'unknown' }, { cause })
  }
}

/** Reads an answer that is not 200: a 4xx says that nothing was done, anything else says nothing. */
function failureFrom(status: number, text: string): DynamoDbFailure {
  let body: ErrorBody = {}
  try {
    body = JSON.parse(text) as ErrorBody
  } catch {
    // A gateway in between answers with text of its own; the status is what counts.
  }
  // `com.amazonaws.dynamodb.v20120810#ThrottlingException` is named by what follows the hash.
  const code = body.__type?.slice(body.__type.indexOf('#') + 1)
  return new DynamoDbFailure({
    code: code ?? (status === 429 ? 'ThrottlingException' : `HTTP ${status}`),
    message: body.message ?? body.Message ?? 'no message',
    outcome: status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unknown',
    reasons: body.CancellationReasons,
    item: body.Item,
  })
}

function failureOfConnection(cause: unknown): DynamoDbFailure {
  const code = (cause as { readonly code?: string }).code ?? 'ConnectionFailed'
  const message = cause instanceof Error ? cause.message : String(cause)
  const outcome = NOT_SENT.has(code) ? 'not-sent' : 'unknown'
  return new DynamoDbFailure({ code, message, outcome }, { cause })
}

const isBadSignature = ({ status, text }: Answer): boolean =>
  status >= 400 && status < 500 && text.includes('InvalidSignatureException')

async function credentialsFrom(source: CredentialSource) {
  try {
    return await source()
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new DynamoDbFailure(
      { code: 'CredentialsUnavailable', message, outcome: 'not-sent' },
      { cause },
    )
  }
}

/**
 * A small client for DynamoDB's JSON protocol over undici: signs, sends, reads, and tells failures
 * apart. It does not retry, but once with the server's time where its own clock is off;
 * `docs/adr/0003` says why it is used instead of the SDK.
 */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  const { connections, requestTimeoutMs, connectTimeoutMs } = { ...DEFAULTS, ...options }
  const sign = createSigner(options.region)
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

  const post = async (operation: OperationName, body: string): Promise<Answer> => {
    const credentials = await credentialsFrom(options.credentials)
    const { host, pool } = poolNow()
    const atEpochMs = Date.now() + clockOffsetMs
    const headers = sign({ host, target: API + operation, body, credentials, atEpochMs })
    try {
      const answer = await pool.request({ method: 'POST', path: '/', headers, body })
      const text = await answer.body.text()
      return { status: answer.statusCode, text, date: String(answer.headers.date) }
    } catch (cause) {
      throw failureOfConnection(cause)
    }
  }

  /** Sets the clock by the one that refused a signature; answers false if it was not the clock. */
  const correctClock = ({ date }: Answer): boolean => {
    const theirs = Date.parse(date)
    const offset = theirs - Date.now()
    if (Number.isNaN(theirs) || Math.abs(offset - clockOffsetMs) < SKEW_MS) return false
    clockOffsetMs = offset
    return true
  }

  return {
    async send<Name extends OperationName>(operation: Name, input: Operations[Name]['input']) {
      const body = JSON.stringify(input)
      let answer = await post(operation, body)
      if (isBadSignature(answer) && correctClock(answer)) answer = await post(operation, body)
      if (answer.status !== 200) throw failureFrom(answer.status, answer.text)
      return parse(answer.text) as Operations[Name]['output']
    },
    async close() {
      await current.pool.close()
    },
  }
}
