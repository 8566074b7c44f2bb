import { isUtf8 } from 'node:buffer'
import {
  createHttpHandler,
  type HttpApiAnswer,
  type HttpApiEvent,
  type HttpHandlerOptions,
} from '../../../src/adapters/lambda/http-event.ts'

/** A request as a client writes it. */
export interface PlainRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
}

/** An answer as a client reads it: its headers without those of the connection. */
export interface PlainAnswer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly bytes: Buffer
}

/** The name of the API. */
const DOMAIN = 'abc123.execute-api.eu-central-1.amazonaws.com'

/** Headers that the server of a connection adds, whichever it is. */
const OF_CONNECTION = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
])

/** The headers of an answer that the app itself gave, in the order of their names. */
export const ownHeaders = (headers: Headers): readonly (readonly [string, string])[] =>
  [...headers].filter(([name]) => !OF_CONNECTION.has(name))

/**
 * The event that an HTTP API of API Gateway makes of a request, in payload format 2.0, with what is
 * not read too. Bodies that are not text come as base64, and so does every one where it is asked for.
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

/** What a client reads of what the function answered, as API Gateway passes it on. */
export function answerOf(answer: HttpApiAnswer): PlainAnswer {
  const headers = new Headers(answer.headers)
  for (const cookie of answer.cookies ?? []) headers.append('set-cookie', cookie)
  return {
    status: answer.statusCode,
    headers: ownHeaders(headers),
    bytes: Buffer.from(answer.body, answer.isBase64Encoded ? 'base64' : 'utf8'),
  }
}

/** Asks a function as API Gateway does, with what a client writes, and answers what a client reads. */
export function askThroughEvents(fetch: HttpHandlerOptions['fetch']) {
  const handler = createHttpHandler({ fetch })
  return async (path: string, init: RequestInit, sourceIp: string): Promise<Response> => {
    const asked = new Request(`http://localhost${path}`, init)
    const bytes = new Uint8Array(await asked.arrayBuffer())
    const headers = Object.fromEntries(asked.headers)
    const request: PlainRequest = {
      method: asked.method,
      path,
      // What a browser writes whose page is of the host that it asks.
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
