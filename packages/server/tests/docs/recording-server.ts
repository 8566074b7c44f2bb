import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it arrived. */
export interface Recorded {
  readonly method: string
  /** The path and the query. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A server that records requests. */
export interface RecordingServer {
  readonly url: string
  /** The requests so far, in the order of their arrival. */
  readonly requests: readonly Recorded[]
  close(): Promise<void>
}

/** Starts a server that answers the first request with `{"answer":1}`, the second with 2 and so on, and records them. */
export async function recordRequests(): Promise<RecordingServer> {
  const requests: Recorded[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    requests.push({
      method: request.method ?? '',
      target: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    })
    response.setHeader('content-type', 'application/json')
    response.end(`{"answer":${requests.length}}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
