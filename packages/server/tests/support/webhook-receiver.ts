import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Arrivals } from './arrivals.ts'
import { ownPort } from './own-port.ts'

/** A received message, whatever the response was. */
export interface ReceivedMessage {
  /** The path, which identifies one of several receivers. */
  readonly path: string
  /** `webhook-id`: the event's id. */
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
  /** The exact signed text. */
  readonly body: string
  /** The response: a status, `silence` until the sender disconnects, or `cut`. */
  readonly answered: Behaviour
}

/** How a receiver responds: with a status, not at all, or by breaking the connection. */
export type Behaviour = number | 'silence' | 'cut'

/** A webhook receiver on a real socket. */
export interface WebhookReceiver {
  /** The URL of a receiver; each path is a receiver. */
  url(path: string): string
  readonly messages: Arrivals<ReceivedMessage>
  /** Sets the response to further messages, at one path or at all paths. Default: 204. */
  behave(behaviour: Behaviour, path?: string): void
  /** Stops listening; further connections are refused. */
  goDown(): Promise<void>
  /** Listens again, on the same port. */
  comeUp(): Promise<void>
  close(): Promise<void>
}

const HOST = '127.0.0.1'

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, HOST)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

const textHeaders = (request: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]),
  )

/** Starts a receiver that accepts everything until a test sets another response. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const messages = new Arrivals<ReceivedMessage>()
  const behaviours = new Map<string, Behaviour>()
  let common: Behaviour = 204
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    const body = await text(request)
    const headers = textHeaders(request)
    const answered = behaviours.get(path) ?? common
    if (answered === 'cut') response.destroy()
    else if (answered !== 'silence') response.writeHead(answered).end('as told')
    messages.add({ path, id: headers['webhook-id'] ?? '', headers, body, answered })
  }
  const server = createServer((request, response) => {
    // A sender that was killed in the middle of a message has not sent it.
    take(request, response).catch(() => response.destroy())
  })
  // Reserved even while the receiver is down, so that no other process answers there.
  const port = await listen(server, await ownPort())
  return {
    url: (path) => `http://${HOST}:${port}${path}`,
    messages,
    behave(behaviour, path) {
      if (path !== undefined) behaviours.set(path, behaviour)
      else {
        behaviours.clear()
        common = behaviour
      }
    },
    goDown: () => stop(server),
    async comeUp() {
      await listen(server, port)
    },
    close: () => stop(server),
  }
}
