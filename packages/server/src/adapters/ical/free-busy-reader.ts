import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Result } from '@holdfast/engine'
import { ok, refuse } from '@holdfast/engine'
import type { CredentialVault } from '../../external-calendars/ports/credential-vault.ts'
import type { CalendarFileLimits } from '../../kernel/ports/calendar-parser.ts'
import type {
  FreeBusyFailure,
  FreeBusyOutcome,
  FreeBusyReader,
  FreeBusyRequest,
  Validators,
} from '../../kernel/ports/free-busy.ts'
import type { OutboundAnswer, OutboundHttp } from '../../kernel/ports/outbound-http.ts'
import { retryAfterIn } from '../../kernel/retry-after.ts'
import { fetchFeed } from './fetch-feed.ts'
import type { WorkerPool } from './worker-pool.ts'

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

/** Why a body cannot be decoded. */
interface BodyRefusal {
  readonly code: 'malformed' | 'too_large'
  readonly detail: string
}

/** Decodes the content coding of an answer. Refused if the result would be larger than `bytes`. */
async function decodeBody(
  { headers, body }: OutboundAnswer,
  bytes: number,
): Promise<Result<Uint8Array, BodyRefusal>> {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (coding === '' || coding === 'identity') return ok(body)
  if (!Object.hasOwn(DECODERS, coding)) {
    return refuse({
      code: 'malformed',
      detail: 'the feed has an unsupported Content-Encoding',
    })
  }
  try {
    const decoded = await DECODERS[coding as keyof typeof DECODERS](body, {
      maxOutputLength: bytes,
    })
    return ok(new Uint8Array(decoded))
  } catch (error) {
    const { code } = error as { readonly code?: string }
    return code === 'ERR_BUFFER_TOO_LARGE'
      ? refuse({ code: 'too_large', detail: `the decompressed feed is larger than ${bytes} bytes` })
      : refuse({ code: 'malformed', detail: 'the feed cannot be decompressed' })
  }
}

/** The limits of a feed. A calendar of 20 years with 3 events a day has about 20,000 events in 8 MB. */
export const FEED_LIMITS: CalendarFileLimits = {
  bytes: 10 * 1024 * 1024,
  events: 25_000,
  datesPerEvent: 5_000,
  problems: 20,
  milliseconds: 5_000,
}

const OCCURRENCES_PER_RULE = 10_000
const WARNINGS = 20
const TIMEOUT_MILLISECONDS = 20_000
/** The maximum length of a validator. Longer ones are not stored, because every request sends them. */
const VALIDATOR_LENGTH = 1_000

/** The dependencies and options of a feed reader. */
export interface FeedReaderOptions {
  readonly outbound: OutboundHttp
  readonly vault: CredentialVault
  readonly pool: WorkerPool
  readonly userAgent: string
  readonly limits?: CalendarFileLimits
  /** The limit from the request to the end of the answer. Default: 20,000. */
  readonly timeoutMilliseconds?: number
}

type Failed = Extract<FreeBusyOutcome, { readonly kind: 'failed' }>

const failed = (code: FreeBusyFailure, detail: string): Failed => ({ kind: 'failed', code, detail })

/**
 * Reads busy times from iCal feeds (RFC 5545). It sends a conditional GET to a public https address with
 * limits of size and time, follows redirects to such addresses, and expands the feed in a separate thread.
 */
export function createFeedReader(options: FeedReaderOptions): FreeBusyReader {
  const { outbound, vault, pool, userAgent, limits = FEED_LIMITS } = options
  const { timeoutMilliseconds = TIMEOUT_MILLISECONDS } = options
  return {
    async getFreeBusy(request) {
      const credential = await vault.get(request.credentialReference)
      if (credential?.kind !== 'feed') {
        return failed('unauthorized', 'the address of the feed is no longer stored')
      }
      const fetched = await fetchFeed(outbound, {
        method: 'GET',
        url: credential.url,
        headers: headersOf(request, userAgent),
        timeoutMilliseconds,
        bodyBytes: limits.bytes,
        bodyTaken: 'whole',
        signal: request.signal,
      })
      if (!fetched.ok) return failed(fetched.refusal.code, fetched.refusal.detail)
      const { answer, isRedirected } = fetched.value
      const { status } = answer
      if (status === 304 && request.validators && !isRedirected) return { kind: 'unchanged' }
      if (status !== 200) return failedByStatus(answer, request.nowEpochMilliseconds)
      const file = await decodeBody(answer, limits.bytes)
      if (!file.ok) return failed(file.refusal.code, file.refusal.detail)
      const query = {
        range: request.range,
        timeZone: request.timeZone,
        occurrencesPerRule: OCCURRENCES_PER_RULE,
        warnings: WARNINGS,
      }
      const read = await pool.readBusy({ file: file.value, limits, query }, request.signal)
      if (read.ok) {
        return { kind: 'read', ...read.value, ...(isRedirected ? {} : validatorsOf(answer)) }
      }
      return read.refusal.code === 'not_a_calendar'
        ? failed('malformed', `the URL does not give an iCal feed: ${read.refusal.detail}`)
        : failed('too_large', `the feed exceeds a limit: ${read.refusal.detail}`)
    },
  }
}

function headersOf(
  { validators }: FreeBusyRequest,
  userAgent: string,
): Readonly<Record<string, string>> {
  return {
    accept: 'text/calendar, */*;q=0.1',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': userAgent,
    ...(validators?.etag && { 'if-none-match': validators.etag }),
    ...(validators?.lastModified && { 'if-modified-since': validators.lastModified }),
  }
}

function validatorsOf({ headers }: OutboundAnswer): { readonly validators?: Validators } {
  const short = (value: string | undefined) =>
    value !== undefined && value.length <= VALIDATOR_LENGTH ? value : undefined
  const etag = short(headers.etag)
  const lastModified = short(headers['last-modified'])
  if (etag === undefined && lastModified === undefined) return {}
  return { validators: { ...(etag && { etag }), ...(lastModified && { lastModified }) } }
}

function failedByStatus({ status, headers }: OutboundAnswer, now: number): Failed {
  const retryAfterSeconds = retryAfterIn(headers, now)
  const later = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  if (status === 401 || status === 403 || status === 410) {
    return failed('unauthorized', `the server of the feed denies access (${status})`)
  }
  if (status === 429)
    return { ...failed('throttled', 'the server of the feed received too many requests'), ...later }
  if (status === 404) return failed('unreachable', 'the feed was not found (404)')
  if (status >= 500) {
    return { ...failed('unreachable', `the server of the feed failed (${status})`), ...later }
  }
  return failed('malformed', `the server of the feed answered ${status}`)
}
