import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy. */
export interface PlainProxy {
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts a reverse proxy with the defaults of nginx: `Host` becomes the server's own address, and nothing
 * names the client.
 */
export async function startPlainProxy(target: string): Promise<PlainProxy> {
  const { hostname, port } = new URL(target)
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const forwarded = { ...headers, host: `${hostname}:${port}`, connection: 'close' }
    incoming.pipe(
      request({ hostname, port, method, path, headers: forwarded }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }).on('error', () => outgoing.destroy()),
    )
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  // The cast: a TCP server has a port.
  const address = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
