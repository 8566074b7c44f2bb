import {
  failure,
  type VendorCall,
  type VendorFailure,
} from '../../external-calendars/ports/calendar-vendor.ts'
import type { FreeBusyFailure } from '../../kernel/ports/free-busy.ts'
import type { OutboundAnswer, OutboundHttp } from '../../kernel/ports/outbound-http.ts'
import { retryAfterIn } from '../../kernel/retry-after.ts'

/** A JSON object of unknown form. */
export type Json = Readonly<Record<string, unknown>>

/** One call of a vendor's API. */
export interface JsonCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
}

/** The answer of a call. A status with the same meaning for all calls is a failure instead. */
export type JsonAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Json }
  | { readonly kind: 'expired' }
  | VendorFailure

/** Calls the API of one vendor. */
export type JsonCaller = (call: VendorCall, request: JsonCall) => Promise<JsonAnswer>

/** The meanings that a 403 can have. */
export type Forbidden = Extract<FreeBusyFailure, 'throttled' | 'unauthorized' | 'unreachable'>

const TIMEOUT_MILLISECONDS = 10_000
const BODY_BYTES = 8 * 1024 * 1024

/** The failure for a status that a call does not expect. */
export const unexpectedStatus = ({
  status,
  body,
}: {
  readonly status: number
  readonly body: Json
}): VendorFailure =>
  status === 404 || status === 410
    ? failure('unauthorized', `a calendar no longer exists${reasonOf(body)}`)
    : failure('malformed', `the vendor answered ${status}${reasonOf(body)}`)

/** The failure for an answer that differs from the vendor's documentation. */
export const malformed = (problem: string): VendorFailure =>
  failure('malformed', `the vendor's answer violates its protocol: ${problem}`)

/** Creates the calls to one vendor's API. `forbidden` decides what a 403 means. */
export function createJsonCaller(
  outbound: OutboundHttp,
  forbidden: (body: Json) => Forbidden,
): JsonCaller {
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
  if (status === 429)
    return failure('throttled', 'the vendor received too many requests', retryAfterSeconds)
  if (status >= 500)
    return failure('unreachable', `the vendor answered ${status}`, retryAfterSeconds)
  const body = jsonOf(answer.body)
  if (status === 403) {
    const code = forbidden(body ?? {})
    return failure(code, `the vendor answered 403${reasonOf(body)}`, retryAfterSeconds)
  }
  if (status >= 300 && status < 400) return failure('malformed', `the vendor answered ${status}`)
  if (body === undefined && status < 300)
    return failure('malformed', 'the vendor did not answer with JSON')
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

/** Whether a value is an object and not a list. */
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as an http or https URL; undefined if it is none. */
export function webAddressOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const url = URL.parse(value)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? value : undefined
}

/** A value as a list of objects; undefined if it is not one. */
export function objectsOf(value: unknown): readonly Json[] | undefined {
  return Array.isArray(value) && value.every(isJson) ? value : undefined
}

/** The vendor's error code in a body, for the detail of a failure. It never contains free text. */
export function reasonOf(body: Json | undefined): string {
  const error = body !== undefined && isJson(body.error) ? body.error : {}
  const first = objectsOf(error.errors)?.[0]?.reason ?? error.status ?? error.code
  return typeof first === 'string' && /^[\w.]{1,80}$/.test(first) ? ` (${first})` : ''
}

/** Reads `Retry-After` of a vendor's answer. */
export const retryAfterOf = (headers: Readonly<Record<string, string>>): number | undefined =>
  retryAfterIn(headers, Date.now())
