import type { Result } from '@holdfast/engine'
import { ok, refuse } from '@holdfast/engine'
import type { FreeBusyFailure } from '../../kernel/ports/free-busy.ts'
import type {
  OutboundAnswer,
  OutboundHttp,
  OutboundRequest,
} from '../../kernel/ports/outbound-http.ts'
import { feedUrl } from '../../stays/calendar-files/feed-url.ts'

const REDIRECTS_AT_MOST = 3
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** These describe the document at the first address, and another one can have an equal validator. */
const CONDITIONAL = ['if-none-match', 'if-modified-since']

/** The answer of a feed's server. */
export interface FetchedFeed {
  readonly answer: OutboundAnswer
  /** Whether another address gave the answer than the one that was asked for. */
  readonly isRedirected: boolean
}

/** Why no feed was fetched. */
export interface FetchFailure {
  readonly code: FreeBusyFailure
  /** A description that has only the hosts of addresses, because the rest can be a secret. */
  readonly detail: string
}

/**
 * Fetches a feed through at most three redirects. `outbound` checks each address like the first one. All requests
 * together end after `timeoutMilliseconds`.
 */
export async function fetchFeed(
  outbound: OutboundHttp,
  request: OutboundRequest,
): Promise<Result<FetchedFeed, FetchFailure>> {
  const timeout = AbortSignal.timeout(request.timeoutMilliseconds)
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
  let next = { ...request, url: feedUrl(request.url), signal }
  for (let redirects = 0; ; redirects += 1) {
    const sent = await outbound.send(next)
    const isRedirected = redirects > 0
    if (!sent.ok) {
      const { code, detail } = sent.refusal
      const through = isRedirected ? `the feed redirects${toHost(next.url)}: ` : ''
      return refuse({ code, detail: `${through}${detail}` })
    }
    const { status, headers } = sent.value
    if (!REDIRECTS.has(status)) return ok({ answer: sent.value, isRedirected })
    const target = URL.parse(feedUrl(headers.location ?? ''), next.url)
    if (headers.location === undefined || target === null) {
      return refuse({ code: 'malformed', detail: `the feed redirects (${status}) to no address` })
    }
    if (redirects === REDIRECTS_AT_MOST) {
      const detail = `the feed redirects more than ${REDIRECTS_AT_MOST} times, last${toHost(target.href)}; connect the last address instead`
      return refuse({ code: 'malformed', detail })
    }
    next = { ...next, url: target.href, headers: unconditional(request.headers) }
  }
}

const toHost = (url: string): string => ` to ${new URL(url).hostname}`

const unconditional = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CONDITIONAL.includes(name)))
