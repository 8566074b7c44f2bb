import {
  failure,
  type VendorCall,
  type VendorFailure,
} from '../../external-calendars/ports/calendar-vendor.ts'
import type { FreeBusyFailure } from '../../kernel/ports/free-busy.ts'
import type { OutboundAnswer, OutboundHttp } from '../../kernel/ports/outbound-http.ts'

/** A JSON value whose form is not known. */
export type Json = Readonly<Record<string, unknown>>

/** One call of a vendor's API. */
export interface JsonCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer that says something; every status that means the same for all calls is a failure instead. */
export type JsonAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Json }
  | { readonly kind: 'expired' }
  | VendorFailure

/** Makes calls of one vendor. */
export type Caller = (call: VendorCall, request: JsonCall) => Promise<JsonAnswer>

/** What a 403 means at a vendor. */
export type Forbidden = Extract<FreeBusyFailure, 'throttled' | 'unauthorized' | 'unreachable'>

const TIMEOUT_MILLISECONDS = 10_000
const BODY_BYTES = 8 * 1024 * 1024
const LONGEST_RETRY_AFTER_SECONDS = 24 * 60 * 60

/** What a status means that a call has no use for. */
export const unexpected = ({
  status,
  body,
}: {
  readonly status: number
  readonly body: Json
}): VendorFailure =>
  status === 404 || status === 410
    ? failure('unauthorized', `a calendar is not there any more${reasonOf(body)}`)
    : failure('malformed', `it answered ${status}${reasonOf(body)}`)

/** A failure of an answer that has another form than the vendor documents. */
export const odd = (what: string): VendorFailure =>
  failure('malformed', `its answer is not what the protocol says: ${what}`)

/** Makes calls of one vendor, and tells what their common failures mean. */
export function createJsonCaller(
  outbound: OutboundHttp,
  forbidden: (body: Json) => Forbidden,
): Caller {
  return async ({ accessToken, signal }, { method, url, body, headers }) => {
    const sent = await outbound.send({
      method,
      url,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${accessToken}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMilliseconds: TIMEOUT_MILLISECONDS,
      ...(signal && { signal }),
      bodyBytes: BODY_BYTES,
      bodyTaken: 'whole',
    })
    if (!sent.ok) return failure(sent.refusal.code, sent.refusal.detail)
    return read(sent.value, forbidden)
  }
}

function read(answer: OutboundAnswer, forbidden: (body: Json) => Forbidden): JsonAnswer {
  const { status } = answer
  const retryAfterSeconds = retryAfterOf(answer.headers)
  if (status === 401) return { kind: 'expired' }
  if (status === 429) return failure('throttled', 'it was asked too often', retryAfterSeconds)
  if (status >= 500) return failure('unreachable', `it answered ${status}`, retryAfterSeconds)
  const body = jsonOf(answer.body)
  if (status === 403) {
    const code = forbidden(body ?? {})
    return failure(code, `it answered 403${reasonOf(body)}`, retryAfterSeconds)
  }
  if (status >= 300 && status < 400) return failure('malformed', `it answered ${status}`)
  if (body === undefined && status < 300) return failure('malformed', 'its answer is not JSON')
  return { kind: 'answered', status, body: body ?? {} }
}

function jsonOf(bytes: Uint8Array): Json | undefined {
  if (bytes.length === 0) return {}
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a value is an object, and no list. */
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of a list that are objects; undefined where it is no list of them. */
export function listOf(value: unknown): readonly Json[] | undefined {
  return Array.isArray(value) && value.every(isJson) ? value : undefined
}

/** The error that a body names, for a detail: a code of the vendor, never free text. */
export function reasonOf(body: Json | undefined): string {
  const error = body !== undefined && isJson(body.error) ? body.error : {}
  const first = listOf(error.errors)?.[0]?.reason ?? error.status ?? error.code
  return typeof first === 'string' && /^[\w.]{1,80}$/.test(first) ? ` (${first})` : ''
}

/**
 * `Retry-After` in seconds, from either of its forms (RFC 9110, 10.2.3). A date is compared with the
 * answer's own, so that clocks that differ do not matter.
 */
export function retryAfterOf(headers: Readonly<Record<string, string>>): number | undefined {
  const given = headers['retry-after']
  if (given === undefined) return undefined
  const seconds = /^\d+$/.test(given)
    ? Number(given)
    : Math.ceil((Date.parse(given) - (Date.parse(headers.date ?? '') || Date.now())) / 1000)
  if (Number.isNaN(seconds)) return undefined
  return Math.min(Math.max(seconds, 0), LONGEST_RETRY_AFTER_SECONDS)
}
