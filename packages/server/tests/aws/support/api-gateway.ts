import { isUtf8 } from 'node:buffer'
import {
  createHttpHandler,
  type HttpApiAnswer,
  type HttpApiEvent,
  type HttpHandlerOptions,
} from '../../../src/adapters/lambda/http-event.ts'

/** A client's request. */
export interface PlainRequest {
  readonly method: string
  /** Includes the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
}

/** A response as a client reads it, without the headers of the connection. */
export interface PlainAnswer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly bytes: Buffer
}

/** The domain name of the API. */
const DOMAIN = 'abc123.execute-api.eu-central-1.amazonaws.com'

/** Headers that any HTTP server adds. */
const OF_CONNECTION = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
])

/** The response headers from the app itself, sorted by name. */
export const ownHeaders = (headers: Headers): readonly (readonly [string, string])[] =>
  [...headers].filter(([name]) => !OF_CONNECTION.has(name))

/**
 * The event of an HTTP API of API Gateway for a request, in payload format 2.0, including members that
 * are not read. Bodies that are not text are in base64; on request, all bodies are.
 */
export function eventOf(
  request: PlainRequest,
  { sourceIp = '127.0.0.1', base64 = false } = {},
): HttpApiEvent {
  const [rawPath = '', rawQueryString = ''] = request.path.split('?')
  const { cookie, ...headers } = request.headers
  const event = {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    headers: {
      ...headers,
      host: DOMAIN,
      'x-amzn-trace-id': 'Root=1-5e6722a7-cc56xmpl46db7ae02d4da47e',
      'x-forwarded-for': sourceIp,
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
    },
    requestContext: {
      accountId: '123456789012',
      apiId: 'abc123',
      domainName: DOMAIN,
      domainPrefix: 'abc123',
      http: {
        method: request.method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp,
        userAgent: 'curl/8.7.1',
      },
      requestId: 'JKJaXmPLvHcESHA=',
      routeKey: '$default',
      stage: '$default',
      time: '20/Apr/2026:08:00:00 +0000',
      timeEpoch: 1_776_672_000_000,
    },
    isBase64Encoded: base64,
  }
  const text = request.body && Buffer.from(request.body).toString(base64 ? 'base64' : 'utf8')
  return {
    ...event,
    ...(cookie === undefined ? {} : { cookies: cookie.split('; ') }),
    ...(text === undefined ? {} : { body: text }),
  }
}

/** The response that a client receives from API Gateway for a function's result. */
export function answerOf(answer: HttpApiAnswer): PlainAnswer {
  const headers = new Headers(answer.headers)
  for (const cookie of answer.cookies ?? []) headers.append('set-cookie', cookie)
  return {
    status: answer.statusCode,
    headers: ownHeaders(headers),
    bytes: Buffer.from(answer.body, answer.isBase64Encoded ? 'base64' : 'utf8'),
  }
}

/** Calls a function like API Gateway, with a client's request; resolves with the client's response. */
export function askThroughEvents(fetch: HttpHandlerOptions['fetch']) {
  const handler = createHttpHandler({ fetch })
  return async (path: string, init: RequestInit, sourceIp: string): Promise<Response> => {
    const asked = new Request(`http://localhost${path}`, init)
    const bytes = new Uint8Array(await asked.arrayBuffer())
    const headers = Object.fromEntries(asked.headers)
    const request: PlainRequest = {
      method: asked.method,
      path,
      // A browser sends this for a page of the same host.
      headers:
        headers.origin === 'http://localhost'
          ? { ...headers, origin: `https://${DOMAIN}` }
          : headers,
      ...(bytes.byteLength > 0 && { body: bytes }),
    }
    const event = eventOf(request, { sourceIp, base64: !isUtf8(bytes) })
    const { status, headers: given, bytes: answered } = answerOf(await handler(event))
    const hasBody = status !== 204 && status !== 304
    return new Response(hasBody ? new Uint8Array(answered) : null, {
      status,
      headers: given.map(([name, value]): [string, string] => [name, value]),
    })
  }
}
