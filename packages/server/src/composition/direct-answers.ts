import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { getQueryParams } from 'hono/utils/url'
import type { Answer } from '../kernel/http/answer.ts'
import { BODY_BYTES } from '../kernel/http/body.ts'
import type { Call, SentRequest } from '../kernel/http/call.ts'
import { type AnswerCall, type Mounted, toResponse } from '../kernel/http/mount.ts'
import { isChangedBelow, responseBelow } from './base-path.ts'
import { PathRouter } from './http/path-router.ts'

/** Answers a request, and returns true. False: nothing was done, because the request needs more than this reads. */
export type DirectAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Requests that mean the same however they are parsed: a path without escapes, dots and empty segments, a query without
 * escapes, and a plain host. All others go through `Request` and `URL`.
 */
const PLAIN_TARGET = /^(\/v1(?:\/[\w-]+)+)(?:\?[\w.~:=&,-]*)?$/
const BYTE = '(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])'
/** The last label of a name begins with a letter: `URL` reads one of digits as a part of an IPv4 address. */
const PLAIN_HOST = new RegExp(
  `^(?:(?:[a-z0-9_-]+\\.)*[a-z_][a-z0-9_-]*|${BYTE}(?:\\.${BYTE}){3})(?::[1-5]?\\d{4})?$`,
)
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const NO_BYTES = new Uint8Array(0)
const LENGTH = /^\d{1,9}$/

/**
 * Answers plain requests of endpoints without a `Request`, a `Response` and Hono. These took 6 % of the CPU of a hold
 * (ADR 73). The endpoints are the same, and so are their answers. `basePath` is where browsers reach the server.
 */
export function directAnswers(mounted: readonly Mounted[], basePath = ''): DirectAnswer {
  const router = new PathRouter<AnswerCall>()
  for (const { method, path, answer } of mounted) router.add(method, path, answer)
  return (request, response) => {
    const { method = '', url = '', headers, rawHeaders } = request
    const target = PLAIN_TARGET.exec(url)
    if (target === null || !METHODS.has(method) || !PLAIN_HOST.test(headers.host ?? ''))
      return false
    // Node joins or drops headers that occur twice, in ways of its own.
    if (Object.keys(headers).length * 2 !== rawHeaders.length) return false
    const { 'content-length': length, 'transfer-encoding': coding } = headers
    const isSmall = length === undefined || (LENGTH.test(length) && Number(length) <= BODY_BYTES)
    if (coding !== undefined || !isSmall) return false
    const path = target[1] as string
    const found = router.match(method, path)[0][0]
    if (found === undefined) return false
    const [answer, params] = found
    const call = new DirectCall(request, path, params as Call['params'])
    answer(call).then(
      (answered) => send(answered, request, response, basePath),
      () => fail(response),
    )
    return true
  }
}

/** The call of a request of a Node server. It reads what is asked for, and keeps nothing. */
class DirectCall implements Call, SentRequest {
  readonly #request: IncomingMessage
  readonly path: string
  readonly params: Call['params']
  readonly method: string
  readonly headers: SentRequest['headers']
  readonly env: Call['env']
  /** A body has a declared length here. */
  readonly body = null

  constructor(request: IncomingMessage, path: string, params: Call['params']) {
    this.#request = request
    this.path = path
    this.params = params
    this.method = request.method as string
    this.headers = new DirectHeaders(request.headers)
    this.env = { incoming: request }
  }

  get sent(): SentRequest {
    return this
  }

  get url(): string {
    return `http://${this.#request.headers.host}${this.#request.url}`
  }

  queries(): ReturnType<Call['queries']> {
    return getQueryParams(this.url) as ReturnType<Call['queries']>
  }

  whole(): Promise<Uint8Array> {
    return wholeOf(this.#request)
  }
}

/** Headers of which none occurs twice, by names in any case. Node has them in lower case. */
class DirectHeaders implements Pick<Headers, 'get' | 'has'> {
  readonly #headers: IncomingMessage['headers']

  constructor(headers: IncomingMessage['headers']) {
    this.#headers = headers
  }

  get(name: string): string | null {
    const value = this.#headers[name.toLowerCase()]
    if (value === undefined) return null
    return typeof value === 'string' ? value : value.join(', ')
  }

  has(name: string): boolean {
    return this.#headers[name.toLowerCase()] !== undefined
  }
}

/** The body of a request, whose length Node has checked. Rejects if the connection ends before. */
function wholeOf(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const cut = () => reject(new Error('the connection ended before the body'))
    // Nearly every body has arrived when its request begins. A client may leave as soon as it has sent all.
    if (request.complete || request.destroyed) {
      const rest: Buffer | null = request.complete ? request.read() : null
      if (rest !== null) resolve(rest)
      else if (request.destroyed || Number(request.headers['content-length']) > 0) cut()
      else resolve(NO_BYTES)
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () =>
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
    )
    request.once('error', cut)
  })
}

function send(
  answer: Answer,
  request: IncomingMessage,
  response: ServerResponse,
  basePath: string,
): void {
  const { status, body, headers } = answer
  if (body instanceof ReadableStream || isChangedBelow(basePath, headers)) {
    const accepted = request.headers['accept-encoding']
    const whole = () => responseBelow(basePath, toResponse(answer, headers), accepted)
    void getRequestListener(whole)(request, response)
    return
  }
  if (body === null) {
    response.writeHead(status, headers).end()
    return
  }
  const length = Buffer.byteLength(body)
  // A text of ASCII characters is the same in Latin-1, which Node writes faster.
  const encoding = length === body.length ? 'latin1' : 'utf8'
  response.writeHead(status, { ...headers, 'content-length': length })
  if (typeof body === 'string') response.end(body, encoding)
  else response.end(body)
}

function fail(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(500)
  response.end()
}
