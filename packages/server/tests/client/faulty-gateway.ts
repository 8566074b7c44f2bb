import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { request } from 'undici'

/** A fault in the handling of one request. */
export type GatewayFault =
  /** Breaks the connection before the request is forwarded. */
  | 'drop-before'
  /** Forwards the request, and breaks the connection before the response. */
  | 'drop-answer'
  /** Forwards the request, and breaks the connection in the middle of the response's body. */
  | 'cut-answer'
  /** Forwards the request and never responds. */
  | 'hang'
  /** Responds without forwarding the request. A text is sent as it is, anything else as a problem. */
  | {
      readonly status: number
      readonly body: unknown
      readonly headers?: Readonly<Record<string, string>>
    }

/** A gateway between a client and a server that injects faults. */
export interface FaultyGateway {
  readonly url: string
  /** All requests in order: method, path and idempotency key. */
  readonly seen: readonly { readonly call: string; readonly key: string | undefined }[]
  /** The faults of the next requests. */
  inject(...faults: readonly GatewayFault[]): void
  /** Breaks all open connections. */
  cut(): void
  stop(): Promise<void>
}

/** Starts a gateway to `target` on a free port of the loopback interface. */
export async function startFaultyGateway(target: string): Promise<FaultyGateway> {
  const seen: { call: string; key: string | undefined }[] = []
  const faults: GatewayFault[] = []
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const { method = '', url = '', headers } = incoming
    seen.push({ call: `${method} ${url}`, key: headers['idempotency-key'] as string | undefined })
    const fault = faults.shift()
    if (fault === 'drop-before') {
      outgoing.destroy()
      return
    }
    if (typeof fault === 'object') {
      outgoing.writeHead(fault.status, {
        'content-type': 'application/problem+json',
        ...fault.headers,
      })
      outgoing.end(typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body))
      return
    }
    const { connection: _c, 'transfer-encoding': _t, 'content-length': _l, ...passed } = headers
    const answer = await request(`${target}${url}`, {
      method: method as 'GET',
      headers: passed as Record<string, string>,
      body: body.length > 0 ? body : null,
    }).catch(() => undefined)
    if (answer === undefined || fault === 'drop-answer' || fault === 'hang') {
      await answer?.body.dump()
      if (fault !== 'hang') outgoing.destroy()
      return
    }
    if (fault === 'cut-answer') {
      const whole = Buffer.from(await answer.body.arrayBuffer())
      outgoing.writeHead(answer.statusCode, answer.headers as Record<string, string>)
      outgoing.write(whole.subarray(0, whole.length >> 1), () => outgoing.destroy())
      return
    }
    outgoing.writeHead(answer.statusCode, answer.headers as Record<string, string>)
    answer.body.on('error', () => outgoing.destroy())
    outgoing.on('close', () => answer.body.destroy())
    answer.body.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    inject: (...more) => faults.push(...more),
    cut: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
