import type { OpenAPIHono } from '@hono/zod-openapi'
import { asRequest } from '../retry.ts'
import type { Answer } from './answer.ts'
import { type Call, callOf } from './call.ts'
import { compressAnswer } from './compress-answer.ts'
import type { HttpContext, HttpEnv, HttpSettings } from './context.ts'
import { documentLater } from './document-later.ts'
import { type AnyEndpoint, isOperational } from './endpoint.ts'
import { loggedAddress } from './logged-address.ts'
import { documentEndpoint } from './openapi.ts'
import type { ProblemDetails } from './problem.ts'
import { OVERLOADED, problemAnswer } from './problem.ts'
import { requestIdOf } from './request-id.ts'
import { respond, type Trace } from './respond.ts'

const RETRY_SECONDS = '1'

const memberOf = (thrown: unknown, name: 'code' | 'outcome' | 'isContended'): unknown =>
  typeof thrown === 'object' && thrown !== null && name in thrown
    ? (thrown as Readonly<Record<typeof name, unknown>>)[name]
    : undefined

function unavailableDetail(thrown: unknown): string {
  if (memberOf(thrown, 'outcome') !== 'not-applied') {
    return 'The storage did not respond. The request may or may not have taken effect.'
  }
  return memberOf(thrown, 'isContended') === true
    ? `Too many requests want the same resource at once. Nothing was changed. Retry in ${RETRY_SECONDS} s.`
    : 'The storage cannot process the request at the moment. Nothing was changed.'
}

/** Converts a thrown error to a problem. Recognizes errors by `code` and not by class. */
function problemOfThrown(thrown: unknown): ProblemDetails {
  switch (memberOf(thrown, 'code')) {
    case 'store_unavailable':
      return {
        code: 'store_unavailable',
        detail: unavailableDetail(thrown),
        headers: { 'retry-after': RETRY_SECONDS },
      }
    case 'invalid_cursor':
      return {
        code: 'validation_failed',
        detail: 'The cursor does not belong to this list.',
        errors: [
          {
            pointer: '/query/cursor',
            message: 'must be the `nextCursor` of a response to the same query',
          },
        ],
      }
    default:
      return { code: 'internal_error', detail: 'The server failed unexpectedly.' }
  }
}

const BASE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** Browsers then use HTTPS for a year, also for links with `http://`. */
const HTTPS_HEADERS = { 'strict-transport-security': 'max-age=31536000' } as const

/** The default headers of every response. A response can override them. */
export const baseHeaders = ({ publicUrl }: Pick<HttpSettings, 'publicUrl'>) => ({
  ...BASE_HEADERS,
  ...(publicUrl?.startsWith('https:') && HTTPS_HEADERS),
})

/** The CORS headers. Browsers send no cookies with `*`, so any origin is allowed. */
const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Location, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
} as const

/** Whether pages of other origins can call an endpoint: those for bookers without an API key. */
export const isCrossOrigin = (endpoint: AnyEndpoint): boolean =>
  endpoint.access === 'public' ||
  endpoint.access === 'booker' ||
  endpoint.access === 'account-or-booker'

/** Converts an answer to a `Response`. */
export const toResponse = (answer: Answer, headers: Answer['headers']): Response =>
  new Response(answer.body as Exclude<Answer['body'], Uint8Array> | Uint8Array<ArrayBuffer>, {
    status: answer.status,
    headers,
  })

/** Answers the calls of one endpoint with all headers. Never rejects. */
export type AnswerCall = (call: Call) => Promise<Answer>

/** The path of an endpoint as routers know it, and what answers its calls. */
export interface Mounted {
  readonly method: string
  readonly path: string
  readonly answer: AnswerCall
}

/**
 * Adds an endpoint to the app and to its OpenAPI document. It is one handler without middleware, so that the
 * router calls it directly. `respond` has the steps that all endpoints share.
 */
export function mount(
  app: OpenAPIHono<HttpEnv>,
  context: HttpContext,
  endpoint: AnyEndpoint,
): Mounted {
  if (!endpoint.isHidden) documentLater(app, () => documentEndpoint(app, endpoint))
  const answer = answering(context, endpoint)
  const path = honoPath(endpoint.path)
  app.on(endpoint.method, path, async (c) => {
    const answered = await answer(callOf(c))
    const { body } = answered
    // A HEAD response has no body, so cancel a stream that nobody will read.
    if (c.req.method === 'HEAD' && body instanceof ReadableStream) await body.cancel()
    return toResponse(answered, answered.headers)
  })
  return { method: endpoint.method.toUpperCase(), path, answer }
}

/** Answers calls of an endpoint, records them, and adds the headers that all answers have. */
function answering(context: HttpContext, endpoint: AnyEndpoint): AnswerCall {
  const route = endpoint.path
  const base = baseHeaders(context.settings)
  const common = isCrossOrigin(endpoint) ? { ...base, ...CORS_HEADERS } : base
  return async (call) => {
    const { headers } = call.sent
    const startedAt = performance.now()
    const trace: Trace = { requestId: requestIdOf(headers.get('x-request-id')) }
    let answer: Answer
    let thrown: unknown
    try {
      // Before any work: a refusal must cost little when there is no time.
      answer = hasRoom(context, endpoint)
        ? await asRequest(() => respond(context, endpoint, call, trace))
        : problemAnswer(OVERLOADED, trace.requestId)
    } catch (error) {
      const problem = problemOfThrown(error)
      answer = problemAnswer(problem, trace.requestId)
      if (answer.status >= 500) thrown = error
    }
    context.record({
      requestId: trace.requestId,
      method: call.method,
      route,
      status: answer.status,
      problem: answer.problem,
      milliseconds: performance.now() - startedAt,
      accountId: trace.accountId,
      ...loggedAddress(context.settings, call),
      thrown,
    })
    const sent = await compressAnswer(answer, headers.get('accept-encoding') ?? undefined)
    return {
      status: sent.status,
      body: sent.body,
      headers: {
        ...common,
        'x-request-id': trace.requestId,
        ...trace.rateHeaders,
        ...sent.headers,
      },
    }
  }
}

const hasRoom = ({ admission }: HttpContext, endpoint: AnyEndpoint): boolean =>
  isOperational(endpoint) || admission.hasRoom(endpoint.isUrgent ?? false)

/** Converts `/v1/providers/{id}` to Hono's syntax, `/v1/providers/:id`. */
export const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')
