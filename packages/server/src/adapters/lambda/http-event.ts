import type { EdgeSecret } from './edge-secret.ts'

/**
 * The parts of an HTTP API event of API Gateway (payload format 2.0) that the handler reads. Repeated
 * headers are joined with commas; cookies are separate.
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

/** The function's result. */
export interface HttpApiAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
  readonly body: string
  readonly isBase64Encoded: boolean
}

/** The environment that the app receives with a request, as from the Node server. */
export interface RequestEnvironment {
  readonly incoming: { readonly socket: { readonly remoteAddress: string } }
}

/** How requests are handled. */
export interface HttpHandlerOptions {
  readonly fetch: (
    request: Request,
    environment: RequestEnvironment,
  ) => Response | Promise<Response>
  /** Recognizes requests of our content delivery network. Absent if there is no such network. */
  readonly edge?: EdgeSecret
  /** Answers a request that did not come through that network. Default: it is handled like any other. */
  readonly refuse?: (request: Request) => Response
  /** Awaited before the response is returned: Lambda then freezes the instance until the next request. */
  readonly flush?: () => Promise<void>
}

/** The header with the secret of our content delivery network. */
export const EDGE_HEADER = 'x-holdfast-edge'

const WITHOUT_BODY = new Set(['GET', 'HEAD'])
/** Media types that are text, which JSON can carry unencoded. */
const TEXT = /^text\/|[/+](?:json|xml|javascript)\b/i

/**
 * Creates the handler for API Gateway. It replaces `hono/aws-lambda`, which does not pass the client's
 * address, rewrites headers that are not ASCII, and is removed in Hono 5.
 */
export const createHttpHandler =
  ({ fetch, edge, refuse, flush = async () => {} }: HttpHandlerOptions) =>
  async (event: HttpApiEvent): Promise<HttpApiAnswer> => {
    const headers = headersOf(event)
    const isFromEdge = (await edge?.isKnown(headers.get(EDGE_HEADER))) ?? false
    headers.delete(EDGE_HEADER)
    const request = requestOf(event, headers)
    if (refuse !== undefined && !isFromEdge) return answerOf(refuse(request))
    const remoteAddress = clientAddress(event, headers, isFromEdge)
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
 * The client's address as API Gateway saw it or, if the request came through our content delivery network,
 * as that network saw it. Both append it to `X-Forwarded-For`; the client controls the part before.
 */
function clientAddress(
  { requestContext }: HttpApiEvent,
  headers: Headers,
  isFromEdge: boolean,
): string {
  const { sourceIp } = requestContext.http
  if (!isFromEdge) return sourceIp
  return headers.get('x-forwarded-for')?.split(',').at(-2)?.trim() ?? sourceIp
}

function requestOf(event: HttpApiEvent, headers: Headers): Request {
  const { rawPath, rawQueryString, body, isBase64Encoded = false, requestContext } = event
  const { method } = requestContext.http
  // API Gateway may decode the path. A decoded `?` or `#` must not start a query or fragment.
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
