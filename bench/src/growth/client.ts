import { API_KEY } from '../http/holdfast-server.ts'
import { type HttpCaller, openCaller } from '../http/http-caller.ts'
import type { Origin } from '../http/load-job.ts'

/** A request to a measured server. */
export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

/** The answer to a request, and how long it took. */
export interface TimedAnswer {
  readonly status: number
  readonly body: string
  readonly milliseconds: number
}

/** One connection to a server, which closes it if it is idle for seconds. */
export interface Client {
  /** Rejects with the answer if its status is not 2xx. */
  send(request: Request): Promise<TimedAnswer>
  close(): void
}

/** Opens a connection with the account's API key. */
export async function openClient(origin: Origin): Promise<Client> {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  // Prevents an unhandled rejection between two requests.
  failed.catch(() => {})
  const caller = await openCaller(origin, fail)
  return {
    async send(request) {
      const answer = await Promise.race([sent(caller, origin, request), failed])
      if (answer.status >= 200 && answer.status <= 299) return answer
      throw new Error(`${request.method} ${request.path}: ${answer.status} ${answer.body}`)
    },
    close: () => caller.close(),
  }
}

const sent = (caller: HttpCaller, origin: Origin, request: Request): Promise<TimedAnswer> =>
  new Promise((resolve) => {
    const text = wireText(origin, request)
    const startedAt = performance.now()
    caller.send(text, true, ({ status, body }) =>
      resolve({ status, body, milliseconds: performance.now() - startedAt }),
    )
  })

function wireText({ host }: Origin, { method, path, body = '' }: Request): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${API_KEY}`,
    ...(body === '' ? [] : ['content-type: application/json']),
    ...(method === 'POST' ? [`content-length: ${Buffer.byteLength(body)}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
