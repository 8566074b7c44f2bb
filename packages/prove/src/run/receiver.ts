import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { DeliveredEvent } from '../checker/deliveries.ts'
import type { Api } from './api.ts'

/** How the receiver answers: as it should, with an error, by breaking the connection, or not at all. */
type Behavior = 'good' | 'error' | 'cut' | 'silence'

const SECRET_PREFIX = 'whsec_'

/** A receiver of webhooks, which remembers every delivery that it accepted. */
export class Receiver {
  /** Events that it has accepted, by their ids. */
  readonly delivered = new Map<string, DeliveredEvent>()
  /** Deliveries that no correct server makes. */
  readonly wrong: string[] = []
  /** How it answers from now on. */
  behavior: Behavior = 'good'
  readonly #server: Server
  #secret: Buffer | undefined

  private constructor() {
    this.#server = createServer((request, response) => {
      // A sender that was killed in the middle of a message has not sent it.
      this.#take(request, response).catch(() => response.destroy())
    })
  }

  /** Starts a receiver on a port of this machine. */
  static async start(): Promise<Receiver> {
    const receiver = new Receiver()
    receiver.#server.listen(0, '127.0.0.1')
    await once(receiver.#server, 'listening')
    return receiver
  }

  /** Creates the endpoint that gets all events from now on. */
  async subscribe(api: Api): Promise<void> {
    const { port } = this.#server.address() as AddressInfo
    const body = { url: `http://127.0.0.1:${port}/` }
    const call = { method: 'POST', path: '/v1/webhook-endpoints', body } as const
    const { secret } = await api.must(call, 'receiver')
    this.#secret = Buffer.from(String(secret).slice(SECRET_PREFIX.length), 'base64')
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    switch (this.behavior) {
      case 'silence':
        return
      case 'cut':
        response.destroy()
        return
      case 'error':
        response.writeHead(503).end()
        return
      case 'good': {
        const id = String(request.headers['webhook-id'])
        if (!this.#isSigned(id, request, body))
          this.wrong.push(`message ${id} has a wrong signature`)
        else this.#accept(id, body)
        response.writeHead(204).end()
      }
    }
  }

  #accept(id: string, body: string): void {
    const { id: eventId, type, resource } = JSON.parse(body)
    if (eventId !== id) this.wrong.push(`message ${id} has the event ${eventId}`)
    this.delivered.set(id, { type, resourceId: resource.id, version: resource.version })
  }

  /** Whether the message is signed as Standard Webhooks says. */
  #isSigned(id: string, { headers }: IncomingMessage, body: string): boolean {
    // Before the secret has arrived, nothing can be checked.
    if (this.#secret === undefined) return true
    const signed = `${id}.${headers['webhook-timestamp']}.${body}`
    const expected = createHmac('sha256', this.#secret).update(signed).digest()
    return String(headers['webhook-signature'])
      .split(' ')
      .some((each) => {
        const given = Buffer.from(each.replace(/^v1,/, ''), 'base64')
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }
}
