import { timingSafeEqual } from 'node:crypto'

/**
 * The event with which an HTTP API of API Gateway calls a function (payload format 2.0), as far as
 * it is read here. Headers that came several times are joined with commas, cookies are apart.
 */
export interface HttpApiEvent {
  readonly rawPath: string
  readonly rawQueryString: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly cookies?: readonly string[]
  readonly body?: string
  readonly isBase64Encoded?: boolean
  readonly requestContext: {
    readonly domainName: string
    readonly http: { readonly method: string; readonly sourceIp: string }
  }
}

/** What the function answers. */
export interface HttpApiAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
  readonly body: string
  readonly isBase64Encoded: boolean
}

/** What the app is given beside a request: the same that the Node server gives it. */
export interface RequestEnvironment {
  readonly incoming: { readonly socket: { readonly remoteAddress: string } }
}

/** What answers requests, and how its callers are known. */
export interface HttpHandlerOptions {
  readonly fetch: (
    request: Request,
    environment: RequestEnvironment,
  ) => Response | Promise<Response>
  /** The secret that our content delivery network sends along; absent: there is none before us. */
  readonly edgeSecret?: string
  /** Awaited before an answer leaves: an instance is frozen from then on, until the next request. */
  readonly flush?: () => Promise<void>
}

/** The header that says that a request came through our own content delivery network. */
export const EDGE_HEADER = 'x-holdfast-edge'

const WITHOUT_BODY = new Set(['GET', 'HEAD'])
/** Media types whose bytes are text, which go through JSON as they are. */
const TEXT = /^text\/|[/+](?:json|xml|javascript)\b/i

/**
 * Makes the function that API Gateway calls of an app that answers requests. It is ours because the
 * app goes by its client's address: `hono/aws-lambda` hands none over, writes headers that are not
 * ASCII anew, and leaves with Hono 5.
 */
export const createHttpHandler =
  ({ fetch, edgeSecret, flush = async () => {} }: HttpHandlerOptions) =>
  async (event: HttpApiEvent): Promise<HttpApiAnswer> => {
    const headers = headersOf(event)
    const remoteAddress = clientAddress(event, headers, edgeSecret)
    headers.delete(EDGE_HEADER)
    const request = requestOf(event, headers)
    const answer = await answerOf(await fetch(request, { incoming: { socket: { remoteAddress } } }))
    await flush()
    return answer
  }

function headersOf({ headers = {}, cookies = [] }: HttpApiEvent): Headers {
  const read = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) read.set(name, value)
  }
  if (cookies.length > 0) read.set('cookie', cookies.join('; '))
  return read
}

/**
 * The address of the client: what API Gateway saw, or, where the caller proves to be our content
 * delivery network, what that saw. Both append what they saw to `X-Forwarded-For`, whose left part is
 * the client's own words.
 */
function clientAddress(
  { requestContext }: HttpApiEvent,
  headers: Headers,
  edgeSecret: string | undefined,
): string {
  const { sourceIp } = requestContext.http
  const given = headers.get(EDGE_HEADER)
  if (edgeSecret === undefined || given === null || !isSame(given, edgeSecret)) return sourceIp
  return headers.get('x-forwarded-for')?.split(',').at(-2)?.trim() ?? sourceIp
}

function isSame(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function requestOf(event: HttpApiEvent, headers: Headers): Request {
  const { rawPath, rawQueryString, body, isBase64Encoded = false, requestContext } = event
  const { method } = requestContext.http
  // API Gateway may hand the path over decoded: what was encoded must not begin a query.
  const path = rawPath.replaceAll('?', '%3F').replaceAll('#', '%23')
  const query = rawQueryString === '' ? '' : `?${rawQueryString}`
  const url = `https://${requestContext.domainName}${path}${query}`
  if (body === undefined || WITHOUT_BODY.has(method)) return new Request(url, { method, headers })
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  headers.set('content-length', String(bytes.byteLength))
  return new Request(url, { method, headers, body: bytes })
}

async function answerOf(response: Response): Promise<HttpApiAnswer> {
  const headers: Record<string, string> = {}
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') headers[name] = value
  }
  const cookies = response.headers.getSetCookie()
  const bytes = Buffer.from(await response.arrayBuffer())
  const isPlain = headers['content-encoding'] === undefined
  const isText = bytes.byteLength === 0 || (isPlain && TEXT.test(headers['content-type'] ?? ''))
  return {
    statusCode: response.status,
    headers,
    ...(cookies.length === 0 ? {} : { cookies }),
    body: bytes.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  }
}
