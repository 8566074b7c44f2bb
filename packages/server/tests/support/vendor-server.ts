import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Arrivals } from './arrivals.ts'
import { ownPort } from './own-port.ts'

/** A received call, whatever the response was. */
export interface VendorCallReceived {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  /** The raw body: JSON for the API, a form for OAuth. */
  readonly text: string
}

/** The response to a call. The body is optional. */
export interface VendorReply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A fault of a vendor. */
export type Fault =
  | VendorReply
  /** 429 with `Retry-After` in seconds, or as a date of the server's clock. */
  | { readonly retryAfterSeconds: number; readonly as: 'seconds' | 'date' }
  /** No response until the client disconnects. */
  | 'silence'
  /** A connection that breaks in the middle of the response. */
  | 'cut'
  /** 200 with half of a JSON text. */
  | 'broken'
  /** 200 with a page of HTML. */
  | 'page'
  /** 200 with 9 MiB of JSON. */
  | 'huge'

/** A vendor's server on a real socket, with controls for tests. */
export interface VendorServer {
  /** `http://127.0.0.1:port`, for the vendor's endpoint setting. */
  readonly origin: string
  readonly calls: Arrivals<VendorCallReceived>
  /** Injects a fault into calls whose path contains `path` (default: all), that many times or until `recover`. */
  fail(fault: Fault, where?: { readonly path?: string; readonly times?: number }): void
  recover(): void
  /** Delays calls whose path contains this text until the returned function is called. */
  hold(path: string): () => void
  /** How far the server's clock is ahead. It sets `Date` and the dates in `Retry-After`. */
  setClockAhead(seconds: number): void
  /** Stops listening; further connections are refused. */
  goDown(): Promise<void>
  /** Listens again, on the same port. */
  comeUp(): Promise<void>
  close(): Promise<void>
}

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The JSON object in the body of a call; empty without a body. */
export function jsonOf(call: VendorCallReceived): JsonObject {
  return call.text === '' ? {} : (JSON.parse(call.text) as JsonObject)
}

const HOST = '127.0.0.1'

interface Rule {
  readonly fault: Fault
  readonly path: string
  left: number
}

/** Starts a server whose calls are handled by one function. */
export async function startVendorServer(
  answer: (call: VendorCallReceived) => VendorReply,
): Promise<VendorServer> {
  const calls = new Arrivals<VendorCallReceived>()
  const rules: Rule[] = []
  const held: { readonly path: string; readonly released: Promise<void> }[] = []
  let aheadSeconds = 0
  const clock = () => Date.now() + aheadSeconds * 1000

  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', `http://${HOST}`)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]),
    )
    const call: VendorCallReceived = {
      method: request.method ?? '',
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers,
      text: await text(request),
    }
    calls.add(call)
    for (const { path, released } of held) if (call.path.includes(path)) await released
    const rule = rules.find(({ path, left }) => left > 0 && call.path.includes(path))
    if (rule) rule.left -= 1
    response.sendDate = false
    // Read once, since a date in `Retry-After` is relative to the `Date` of the response, in whole seconds.
    const now = clock()
    response.setHeader('date', new Date(now).toUTCString())
    if (rule) misbehave(rule.fault, response, now)
    else reply(response, answer(call))
  }

  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => {
      reply(response, { status: 500, body: { error: { message: String(error) } } })
    })
  })
  const listen = async (port: number) => {
    server.listen(port, HOST)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const stop = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  // Reserved even while the server is down, so that no other process answers there.
  const port = await listen(await ownPort())
  return {
    origin: `http://${HOST}:${port}`,
    calls,
    fail(fault, { path = '', times = Number.POSITIVE_INFINITY } = {}) {
      rules.push({ fault, path, left: times })
    },
    recover() {
      rules.length = 0
    },
    hold(path) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const hold = { path, released: promise }
      held.push(hold)
      return () => {
        held.splice(held.indexOf(hold), 1)
        resolve()
      }
    },
    setClockAhead(seconds) {
      aheadSeconds = seconds
    },
    goDown: stop,
    async comeUp() {
      await listen(port)
    },
    close: stop,
  }
}

function reply(response: ServerResponse, { status, body, headers }: VendorReply): void {
  if (body === undefined) response.writeHead(status, headers).end()
  else {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    response.end(JSON.stringify(body))
  }
}

function misbehave(fault: Fault, response: ServerResponse, now: number): void {
  if (fault === 'silence') return
  if (fault === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"items"')
    response.destroy()
  } else if (fault === 'broken') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[{"id"')
  } else if (fault === 'page') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Sign in')
  } else if (fault === 'huge') {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`{"items":["${'x'.repeat(9 * 1024 * 1024)}"]}`)
  } else if ('as' in fault) {
    const { retryAfterSeconds, as } = fault
    const date = new Date(now + retryAfterSeconds * 1000).toUTCString()
    const later = as === 'date' ? date : String(retryAfterSeconds)
    reply(response, { status: 429, body: { error: {} }, headers: { 'retry-after': later } })
  } else reply(response, fault)
}
