import { Agent, request } from 'undici'

/** A request of a client. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: object
}

/** How requests reach the servers of a run. */
export interface Transport {
  readonly serverCount: number
  /** Sends a request to a server. Rejects if no answer arrives. */
  send(
    server: number,
    call: ApiCall,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly text: string }>
  close(): Promise<void>
}

/** Sends requests to the URLs of servers. */
export function overHttp(urls: readonly string[]): Transport {
  const dispatcher = new Agent({ connections: 64, headersTimeout: 0, bodyTimeout: 0 })
  return {
    serverCount: urls.length,
    async send(server, { method, path, body }, headers, signal) {
      const answer = await request(`${urls[server]}${path}`, {
        method,
        dispatcher,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal,
      })
      return { status: answer.statusCode, text: await answer.body.text() }
    },
    close: () => dispatcher.destroy(),
  }
}
