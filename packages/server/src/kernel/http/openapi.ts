import { PROBLEMS, Problem, type ProblemCode } from '@holdfast/contracts'
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { ruleOfEndpoint } from './authorize.ts'
import { basePathOf } from './base-path.ts'
import type { HttpEnv, HttpSettings } from './context.ts'
import { registryOf } from './document-later.ts'
import { type Access, type AnyEndpoint, type FileBody, isOperational } from './endpoint.ts'
import { completeDocument } from './openapi-document.ts'

const HEADERS = {
  etag: z.string().openapi({ description: 'The version of the resource.', example: '"1"' }),
  location: z.string().openapi({ description: 'The URL of the new resource.' }),
  replayed: z.string().optional().openapi({
    description: '`true` if this is a replay of the first response to this Idempotency-Key.',
  }),
  retryAfter: z
    .string()
    .optional()
    .openapi({ description: 'Seconds to wait before a retry.', example: '1' }),
  rateLimit: z.string().openapi({
    description:
      'Remaining requests (r), and seconds until the full allowance is available again (t).',
    example: '"public-read";r=299;t=1',
  }),
  rateLimitPolicy: z.string().openapi({
    description: 'Allowed requests (q) per time window in seconds (w).',
    example: '"public-read";q=300;w=60',
  }),
}

const IdempotencyKey = z.string().min(1).max(255).optional().openapi({
  description:
    'A random value such as a UUID. For 24 hours, a request with the same key and body replays the first response, even a refusal such as 409. So retry a timeout, 429 or 503 with the same key, and try again after a refusal with a new one.',
})

const IfMatch = z.string().optional().openapi({
  description: 'The expected ETag of the resource, such as "3".',
})

/** Whether a header of an endpoint is required, or some text in it is invalid. */
function canRejectHeaders({ headers }: AnyEndpoint): boolean {
  if (!(headers instanceof z.ZodObject)) return false
  if (!headers.safeParse({}).success) return true
  const names = Object.keys(headers.shape)
  return !headers.safeParse(Object.fromEntries(names.map((name) => [name, 'any']))).success
}

/** The problems of callers with an account that the policy or the state of the account refuses. */
const BY_POLICY = ['forbidden', 'account_suspended'] as const

/** Whether a caller that is restricted to providers can name something that does not exist for it. */
function namesSubjects(endpoint: AnyEndpoint): boolean {
  const providers = ruleOfEndpoint(endpoint)?.providers ?? 'unaffected'
  return typeof providers !== 'string' && providers.subjects.length > 0
}

/** All problems of an endpoint: its own and those of its input and access. */
export function problemsOf(endpoint: AnyEndpoint): readonly ProblemCode[] {
  const { access } = endpoint
  const codes = new Set<ProblemCode>(endpoint.problems)
  const add = (when: unknown, ...more: readonly ProblemCode[]): void => {
    if (when) for (const code of more) codes.add(code)
  }
  add(access === 'account' || access === 'account-or-booker', 'unauthenticated', ...BY_POLICY)
  add(namesSubjects(endpoint), 'not_found')
  add(ruleOfEndpoint(endpoint)?.needsRecentSignIn, 'recent_sign_in_required')
  // Without an operator key there are no such paths.
  add(access === 'operator', 'unauthenticated', 'forbidden', 'not_found')
  add(!isOperational(endpoint) && access !== 'signed-in', 'rate_limited')
  add(access === 'sign-in' || access === 'signed-in' || access === 'booker', 'unauthenticated')
  add(access === 'booker', 'account_suspended')
  add(endpoint.acceptsBookerToken, 'unauthenticated')
  add(access === 'metrics', 'unauthenticated', 'not_found')
  add(endpoint.params, 'not_found')
  add(endpoint.query ?? canRejectHeaders(endpoint), 'validation_failed')
  add(endpoint.honoursIfMatch, 'version_mismatch', 'validation_failed')
  add(
    endpoint.body,
    'malformed_json',
    'payload_too_large',
    'unsupported_media_type',
    'validation_failed',
  )
  add(endpoint.file, 'payload_too_large', 'unsupported_media_type', 'validation_failed')
  add(
    endpoint.method === 'post',
    'request_in_progress',
    'idempotency_key_reused',
    'validation_failed',
  )
  add(!isOperational(endpoint), 'internal_error', 'overloaded', 'store_unavailable')
  return [...codes].sort((a, b) => PROBLEMS[a].status - PROBLEMS[b].status)
}

function problemResponses(endpoint: AnyEndpoint) {
  const byStatus = Map.groupBy(problemsOf(endpoint), (code) => PROBLEMS[code].status)
  return [...byStatus].map(([status, codes]) => {
    const description = codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' ')
    const retry = status === 429 || status === 503 || codes.includes('request_in_progress')
    const headers = retry && { headers: z.object({ 'Retry-After': HEADERS.retryAfter }) }
    const content = { 'application/problem+json': { schema: Problem } }
    return [status, { description, ...headers, content }] as const
  })
}

function answerResponses(endpoint: AnyEndpoint) {
  return Object.entries(endpoint.answers).map(([status, declared]) => {
    const isVersioned = declared.schema instanceof z.ZodObject && 'version' in declared.schema.shape
    const isOneResource =
      endpoint.honoursIfMatch || (endpoint.operationId.startsWith('get') && isVersioned)
    const created = (status === '201' || status === '202') && !declared.isNowhere
    const headers = z.object({
      ...((created || (isOneResource && status !== '204')) &&
        endpoint.access !== 'open' && { ETag: HEADERS.etag }),
      ...(created && { Location: HEADERS.location }),
      ...(endpoint.method === 'post' && { 'Idempotency-Replayed': HEADERS.replayed }),
      ...(['public', 'sign-in', 'booker'].includes(endpoint.access) && {
        RateLimit: HEADERS.rateLimit,
        'RateLimit-Policy': HEADERS.rateLimitPolicy,
      }),
      // Set for limited accounts and for calls through RapidAPI.
      ...((endpoint.access === 'account' || endpoint.access === 'account-or-booker') && {
        RateLimit: HEADERS.rateLimit.optional(),
        'RateLimit-Policy': HEADERS.rateLimitPolicy.optional(),
      }),
    })
    const content = declared.schema && {
      content: { [declared.contentType ?? 'application/json']: { schema: declared.schema } },
    }
    return [Number(status), { description: declared.description, headers, ...content }] as const
  })
}

const SECURITY: Readonly<Record<Access, Record<string, string[]>[]>> = {
  open: [],
  public: [],
  account: [{ apiKeyBearer: [] }, { apiKeyHeader: [] }, { sessionCookie: [] }],
  'account-or-booker': [
    { apiKeyBearer: [] },
    { apiKeyHeader: [] },
    { sessionCookie: [] },
    { manageToken: [] },
  ],
  'sign-in': [],
  booker: [{ customerToken: [] }],
  'signed-in': [{ sessionCookie: [] }],
  metrics: [{ metricsToken: [] }],
  operator: [{ operatorKey: [] }],
}

const contentOfFile = ({ mediaTypes, isBinary }: FileBody) => {
  const schema = isBinary ? z.string().openapi({ format: 'binary' }) : z.string()
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]))
}

/** Adds an endpoint to the OpenAPI document. */
export function documentEndpoint(app: OpenAPIHono<HttpEnv>, endpoint: AnyEndpoint): void {
  // HTTP defines what `Accept-Encoding` means, and every client sets its own.
  const { 'Accept-Encoding': _, ...own } =
    endpoint.headers instanceof z.ZodObject ? endpoint.headers.shape : {}
  const headers = {
    ...own,
    ...(endpoint.method === 'post' && { 'Idempotency-Key': IdempotencyKey }),
    ...(endpoint.honoursIfMatch && { 'If-Match': IfMatch }),
  }
  const route = createRoute({
    method: endpoint.method,
    path: endpoint.path,
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    security: SECURITY[endpoint.access],
    request: {
      ...(endpoint.params && { params: endpoint.params as z.ZodObject }),
      ...(endpoint.query && { query: endpoint.query as z.ZodObject }),
      ...(Object.keys(headers).length > 0 && { headers: z.object(headers) }),
      ...(endpoint.file && {
        body: {
          content: contentOfFile(endpoint.file),
          required: true,
        },
      }),
      ...(endpoint.body && {
        body: {
          content: { 'application/json': { schema: endpoint.body } },
          required: !endpoint.body.safeParse({}).success,
        },
      }),
    },
    responses: Object.fromEntries([...answerResponses(endpoint), ...problemResponses(endpoint)]),
  })
  app.openAPIRegistry.registerPath(route)
}

const DESCRIPTION = `Bookings that cannot double-book.

Instants are RFC 3339 with an offset, dates are \`YYYY-MM-DD\`, time zones are IANA names, and ranges are half-open: \`[start, end)\`.
Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`. Their \`type\` is the path of an explanation of the code.
Every response has an \`X-Request-Id\`: the one from the request, or a new one.
Every POST supports \`Idempotency-Key\` for 24 hours: the first response is final, even a refusal. Only 401, 429, 5xx and input that does not fit the schema leave the key unused. A change of one resource supports \`If-Match\` with its \`ETag\`.
Lists are pages of \`{ data, nextCursor }\`.`

/** The OpenAPI 3.1 document of the app, as JSON text. */
export function openApiText(
  app: OpenAPIHono<HttpEnv>,
  { version, publicUrl }: Pick<HttpSettings, 'version' | 'publicUrl'>,
): string {
  const registry = registryOf(app)
  registry.registerComponent('securitySchemes', 'customerToken', {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a booker who signed in, `hb_…`.',
  })
  registry.registerComponent('securitySchemes', 'apiKeyBearer', {
    type: 'http',
    scheme: 'bearer',
    description: "An account's API key, `hf_…`.",
  })
  registry.registerComponent('securitySchemes', 'apiKeyHeader', {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: "An account's API key, `hf_…`.",
  })
  registry.registerComponent('securitySchemes', 'sessionCookie', {
    type: 'apiKey',
    in: 'cookie',
    name: 'holdfast_session',
    description:
      'Set by `createSession`, only for pages of this server. Requests from other origins are rejected. Over https, its name starts with `__Host-`.',
  })
  registry.registerComponent('securitySchemes', 'manageToken', {
    type: 'http',
    scheme: 'bearer',
    description: 'The manage token of one booking or stay, `hm_…`.',
  })
  registry.registerComponent('securitySchemes', 'operatorKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'The key in `HOLDFAST_OPERATOR_KEY` of the server, for its accounts.',
  })
  registry.registerComponent('securitySchemes', 'metricsToken', {
    type: 'http',
    scheme: 'bearer',
    description: 'The token in `HOLDFAST_METRICS_TOKEN` of the server.',
  })
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Holdfast',
      version,
      description: DESCRIPTION,
      contact: { name: 'Holdfast' },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: basePathOf(publicUrl) || '/' }],
  })
  return JSON.stringify(completeDocument(document))
}
