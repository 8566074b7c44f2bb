import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TcpServer } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { pathBelow } from './base-path.ts'
import type { DirectAnswer } from './direct-answers.ts'
import type { OverloadPolicy } from './overload.ts'
import { createRequestQueue } from './request-queue.ts'

/** A server that accepts connections. */
export interface HttpServer {
  readonly port: number
  /**
   * Refuses new connections, answers the requests that have begun, and closes their connections. Resolves
   * when all connections are closed, after at most `DRAIN_MILLISECONDS`.
   */
  close(): Promise<void>
}

/** How long requests may take during a stop. Connections that are still open then are closed. */
export const DRAIN_MILLISECONDS = 10_000

const HOST = 'host'

/** How long an idle connection stays open during a stop: its client may just have sent a request. */
const IDLE_MILLISECONDS = 500
const POLL_MILLISECONDS = 50

/** What a server answers with, and where it listens. */
export interface ListenOptions {
  readonly fetch: Parameters<typeof getRequestListener>[0]
  /** Answers what needs no `Request`. It is asked first. */
  readonly direct?: DirectAnswer
  readonly overload: OverloadPolicy
  /** How long a request may wait under load. Default: `WAIT_MILLISECONDS`. */
  readonly waitMilliseconds?: number | undefined
  /** A path that is removed from the beginning of paths, such as `/booking`. Default: none. */
  readonly basePath?: string
  readonly port: number
  readonly host: string
}

/** Listens on an address and answers requests with `fetch`. Rejects if the address cannot be used. */
export function listen(options: ListenOptions): Promise<HttpServer> {
  const { fetch, direct, overload, waitMilliseconds, basePath = '', port, host } = options
  const answer = getRequestListener(fetch, { hostname: host })
  const queue = createRequestQueue(waitMilliseconds)
  const server = createServer((request, response) => {
    if (hasTwoHosts(request)) return void response.writeHead(400, { connection: 'close' }).end()
    // Here, so that the rules for overload see the path of the API.
    request.url = pathBelow(basePath, request.url ?? '/')
    if (overload.isFull(request)) return overload.refuse(request, response)
    queue.submit({
      isFirst: overload.isFirst(request),
      run() {
        // Nobody waits for the answer if the client has gone meanwhile.
        if (request.destroyed || direct?.(request, response)) return
        void answer(request, response)
      },
      refuse: () => overload.refuse(request, response),
    })
  })
  server.on('connection', queue.onArrival)
  const connections = trackConnections(server)
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('no TCP address')
      resolve({ port: address.port, close: () => connections.drain(server) })
    })
  })
}

/** Node takes the first of two `Host` headers; a proxy may take the last, so the two would see different sites. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1
  }
  return hosts > 1
}

interface Connection {
  openRequests: number
  /** The bytes that the connection had read when its last request ended. */
  bytesWhenIdle: number
}

/** Follows the connections of a server, so that `drain` knows which of them are idle. */
function trackConnections(server: Server) {
  const connections = new Map<Socket, Connection>()
  const responses = new Set<ServerResponse>()
  let isDraining = false

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { openRequests: 0, bytesWhenIdle: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  // Before the listener that answers, which may do so at once.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (connection === undefined) return
    connection.openRequests += 1
    responses.add(response)
    if (isDraining) closeAfter(response)
    response.once('close', () => {
      connection.openRequests -= 1
      connection.bytesWhenIdle = request.socket.bytesRead
      responses.delete(response)
    })
  })

  const closeIdle = () => {
    for (const [socket, { openRequests, bytesWhenIdle }] of connections) {
      // A connection that has read more is receiving the head of a request.
      if (openRequests === 0 && socket.bytesRead === bytesWhenIdle) socket.destroy()
    }
  }

  return {
    async drain(of: TcpServer): Promise<void> {
      isDraining = true
      for (const response of responses) closeAfter(response)
      const idleEnd = performance.now() + IDLE_MILLISECONDS
      const poll = setInterval(() => {
        if (performance.now() >= idleEnd) closeIdle()
      }, POLL_MILLISECONDS)
      const cut = setTimeout(() => {
        for (const socket of connections.keys()) socket.destroy()
      }, DRAIN_MILLISECONDS)
      try {
        await stopListening(of)
      } finally {
        clearInterval(poll)
        clearTimeout(cut)
      }
    },
  }
}

/** Stops accepting connections. Resolves when all are closed. */
const stopListening = (server: TcpServer): Promise<void> =>
  new Promise((resolve, reject) => {
    // `close` of the HTTP server would also close idle connections at once.
    TcpServer.prototype.close.call(server, (error) => {
      if (error) reject(error)
      else resolve()
    })
  })

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
