import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { isThere, type PageSubject } from '../../application/public/page-subject.ts'
import type { Answer } from './answer.ts'
import { clientNetwork } from './client-address.ts'
import type { HttpContext, HttpEnv } from './context.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { documentEndpoint } from './openapi.ts'
import type { Pages } from './pages/pages.ts'
import { nothingAt, problemAnswer } from './problem.ts'
import { createRateLimiter } from './rate-limit.ts'
import { requestIdOf } from './request-id.ts'
import { respond, type Trace } from './respond.ts'
import { problemOfThrown } from './thrown-problem.ts'

/** On every answer, unless the answer itself says otherwise. */
const BASE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** What a page of another origin may read; browsers send no cookie along to `*`, so any origin may ask. */
const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Location, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
} as const

const PREFLIGHT_SECONDS = '7200'

/** Whether pages of other origins may make a call: those that a booker makes, without a key. */
export const isCrossOrigin = (endpoint: AnyEndpoint): boolean =>
  endpoint.access === 'public' || endpoint.access === 'account-or-booker'

const toResponse = (answer: Answer, headers: Record<string, string>): Response =>
  new Response(answer.body as Exclude<Answer['body'], Uint8Array> | Uint8Array<ArrayBuffer>, {
    status: answer.status,
    headers,
  })

/**
 * Adds an endpoint to the app and to its OpenAPI document. It is one handler without any middleware:
 * the router then calls it directly, and what is common to all calls is in `respond`.
 */
export function mount(
  app: OpenAPIHono<HttpEnv>,
  context: HttpContext,
  endpoint: AnyEndpoint,
): void {
  if (!endpoint.isHidden) documentEndpoint(app, endpoint)
  const route = endpoint.path
  const common = isCrossOrigin(endpoint) ? { ...BASE_HEADERS, ...CORS_HEADERS } : BASE_HEADERS
  app.on(endpoint.method, honoPath(route), async (c) => {
    const startedAt = performance.now()
    const trace: Trace = { requestId: requestIdOf(c.req.raw.headers.get('x-request-id')) }
    let answer: Answer
    let thrown: unknown
    try {
      answer = await respond(context, endpoint, c, trace)
    } catch (error) {
      const problem = problemOfThrown(error)
      answer = problemAnswer(problem, trace.requestId)
      if (answer.status >= 500) thrown = error
    }
    context.record({
      requestId: trace.requestId,
      method: c.req.method,
      route,
      status: answer.status,
      milliseconds: performance.now() - startedAt,
      accountId: trace.accountId,
      thrown,
    })
    // The answer to a HEAD drops the body; a stream would never learn that nobody reads it.
    if (c.req.method === 'HEAD' && answer.body instanceof ReadableStream) await answer.body.cancel()
    return toResponse(answer, {
      ...common,
      'x-request-id': trace.requestId,
      ...trace.rateHeaders,
      ...answer.headers,
    })
  })
}

/** `/v1/providers/{id}` as the router writes it: `/v1/providers/:id`. */
export const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Look-ups for pages that one client network may cause; beyond them a page comes without. */
const PAGE_LOOK_UPS = { name: 'page', requests: 300, windowSeconds: 60 } as const

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * Answers what no endpoint takes: a page or a part of one; else 404, or, where the path exists with
 * other methods, 405 with `Allow`; `OPTIONS` is answered with what is allowed, and as a CORS preflight on calls that pages
 * of other origins may make.
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
  const lookUps = createRateLimiter(PAGE_LOOK_UPS)
  /** Whether what a page is about is there; a page that cannot be told about is shown as if it were. */
  const isFound = async (c: Context<HttpEnv>, subject: PageSubject): Promise<boolean> => {
    const { deps, settings } = context
    const forwardedFor = c.req.raw.headers.get('x-forwarded-for')
    if (!lookUps(clientNetwork(c.env, forwardedFor, settings.trustedProxies)).allowed) return true
    // The page itself tells that the store is out of reach.
    return isThere(deps, subject).catch(() => true)
  }
  app.notFound(async (c) => {
    const startedAt = performance.now()
    const requestId = requestIdOf(c.req.raw.headers.get('x-request-id'))
    const accepted = { encoding: c.req.header('accept-encoding'), type: c.req.header('accept') }
    const found = isRead(c.req.method) ? pages?.(c.req.path, accepted) : undefined
    if (found !== undefined) {
      const { answer, subject } = found
      const isMissing = subject !== undefined && !(await isFound(c, subject))
      const page = isMissing ? { ...answer, status: 404 } : answer
      context.record({
        requestId,
        method: c.req.method,
        route: 'page',
        status: page.status,
        milliseconds: performance.now() - startedAt,
      })
      return toResponse(page, { ...BASE_HEADERS, 'x-request-id': requestId, ...page.headers })
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
      milliseconds: performance.now() - startedAt,
    })
    return toResponse(answer, { ...BASE_HEADERS, 'x-request-id': requestId, ...answer.headers })
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
    const detail = `${method} is not possible here; ${allow} are.`
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
