import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Answer } from '../../kernel/http/answer.ts'
import { sentBy } from '../../kernel/http/call.ts'
import { clientNetwork } from '../../kernel/http/client-address.ts'
import { compressAnswer } from '../../kernel/http/compress-answer.ts'
import type { HttpContext, HttpEnv } from '../../kernel/http/context.ts'
import type { AnyEndpoint } from '../../kernel/http/endpoint.ts'
import { loggedAddress } from '../../kernel/http/logged-address.ts'
import { baseHeaders, honoPath, isCrossOrigin, toResponse } from '../../kernel/http/mount.ts'
import { nothingAt, problemAnswer } from '../../kernel/http/problem.ts'
import { createNetworkLimiter } from '../../kernel/http/rate-limit.ts'
import { requestIdOf } from '../../kernel/http/request-id.ts'
import { withLook } from './pages/page-head.ts'
import { headOfSubject } from './pages/page-subject.ts'
import type { FoundPage, Pages } from './pages/pages.ts'

const PREFLIGHT_SECONDS = '7200'

/** Limits the lookups for pages per client network. Beyond the limit, pages are served without a lookup. */
const PAGE_LOOK_UPS = { name: 'page', requests: 300, windowSeconds: 60 } as const

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * Answers requests that match no endpoint: with a page or a file of one, with 405 and `Allow` if the path
 * supports other methods, otherwise with 404. `OPTIONS` returns the allowed methods. It is also a CORS
 * preflight for calls that pages of other origins can make.
 */
export function mountUnmatched(
  app: OpenAPIHono<HttpEnv>,
  context: HttpContext,
  endpoints: readonly AnyEndpoint[],
  pages: Pages | undefined,
): void {
  const crossOrigin = new Set(
    endpoints
      .filter(isCrossOrigin)
      .map((endpoint) => `${endpoint.method.toUpperCase()} ${honoPath(endpoint.path)}`),
  )
  const base = baseHeaders(context.settings)
  const lookUps = createNetworkLimiter(PAGE_LOOK_UPS)
  /** Answers with a page about its subject. Undefined if the subject does not exist. */
  const pageAbout = async (
    c: Context<HttpEnv>,
    { answer, subject, withHeadOf, isEmbedded }: FoundPage,
  ): Promise<Answer | undefined> => {
    if (subject === undefined || withHeadOf === undefined) return answer
    // The page itself reports that the storage is unavailable.
    const head = await headOfSubject(context.deps, subject).catch(() => null)
    if (head === null) return answer
    if (head === undefined) return undefined
    const { publicUrl } = context.settings
    const url = publicUrl && `${publicUrl}${c.req.path}`
    const chosen = { color: c.req.query('color'), theme: c.req.query('theme') }
    const shown = isEmbedded ? withLook(head, chosen) : head
    return compressAnswer(withHeadOf(shown, url), c.req.header('accept-encoding'))
  }
  /** The page at a path. If its subject cannot be looked up, the page is served without its title. */
  const pageOf = async (
    c: Context<HttpEnv>,
    found: readonly FoundPage[],
  ): Promise<Answer | undefined> => {
    const last = found.at(-1)
    if (last?.subject === undefined) return last?.answer
    const { admission, settings } = context
    if (!admission.hasRoom(false)) return last.answer
    const forwardedFor = c.req.raw.headers.get('x-forwarded-for')
    const network = clientNetwork(c.env, forwardedFor, settings.trustedProxies)
    if (!lookUps(network).allowed) return last.answer
    for (const each of found) {
      const answer = await pageAbout(c, each)
      if (answer !== undefined) return answer
    }
    return { ...last.answer, status: 404 }
  }
  app.notFound(async (c) => {
    const startedAt = performance.now()
    const requestId = requestIdOf(c.req.raw.headers.get('x-request-id'))
    const accepted = { encoding: c.req.header('accept-encoding'), type: c.req.header('accept') }
    const found = isRead(c.req.method) ? pages?.(c.req.path, accepted) : undefined
    const page = found && (await pageOf(c, found))
    if (page !== undefined) {
      context.record({
        requestId,
        method: c.req.method,
        route: 'page',
        status: page.status,
        milliseconds: performance.now() - startedAt,
        ...loggedAddress(context.settings, { env: c.env, sent: sentBy(c.req.raw) }),
      })
      return toResponse(page, { ...base, 'x-request-id': requestId, ...page.headers })
    }
    const routes = METHODS.flatMap((method) => {
      const route = app.router.match(method, c.req.path)[0][0]?.[0][1]
      return route === undefined ? [] : [{ method, route }]
    })
    const isPreflightAllowed = routes.some(({ method, route }) =>
      crossOrigin.has(`${method} ${route.path}`),
    )
    const methods = routes.map(({ method }) => method)
    const answer = unmatched(c, requestId, methods, isPreflightAllowed)
    context.record({
      requestId,
      method: c.req.method,
      route: 'unmatched',
      status: answer.status,
      problem: answer.problem,
      milliseconds: performance.now() - startedAt,
      ...loggedAddress(context.settings, { env: c.env, sent: sentBy(c.req.raw) }),
    })
    return toResponse(answer, { ...base, 'x-request-id': requestId, ...answer.headers })
  })
}

function unmatched(
  c: Context<HttpEnv>,
  requestId: string,
  methods: readonly string[],
  isPreflightAllowed: boolean,
): Answer {
  const { method, path } = c.req
  if (methods.length === 0) {
    return problemAnswer(nothingAt(path), requestId)
  }
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  if (method !== 'OPTIONS') {
    const detail = `${method} is not allowed. Allowed: ${allow}.`
    return problemAnswer({ code: 'method_not_allowed', detail, headers: { allow } }, requestId)
  }
  const preflight = isPreflightAllowed && {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers':
      'Authorization, Content-Type, Idempotency-Key, If-Match, X-Request-Id',
    'access-control-max-age': PREFLIGHT_SECONDS,
  }
  return { status: 204, body: null, headers: { allow, ...preflight } }
}
