import { Agent, request } from 'undici'

/** A server's response. */
export interface Answer<Body> {
  readonly status: number
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The raw body. */
  readonly text: string
  /** The body parsed as JSON; undefined without a body. Its type is not checked. */
  readonly body: Body
}

/** The members of an error body that tests check. */
export interface ProblemBody {
  readonly code: string
}

/** One call of the API. */
export interface Call {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls one server, or several in turn. */
export interface HttpClient {
  get<Body>(path: string, call?: Call): Promise<Answer<Body>>
  post<Body>(path: string, body?: unknown, headers?: Call['headers']): Promise<Answer<Body>>
  put<Body>(path: string, body: unknown): Promise<Answer<Body>>
  patch<Body>(path: string, body: unknown, headers?: Call['headers']): Promise<Answer<Body>>
  delete<Body>(path: string, headers?: Call['headers']): Promise<Answer<Body>>
  /** A client for the same servers with other headers on every call, for example other credentials. */
  as(headers: Readonly<Record<string, string>>): HttpClient
}

// Longer than any response takes under the load of the suites. A response that never arrives is a failure.
const TIMEOUT_MS = 60_000

/** The maximum number of connections to each server. */
const CONNECTIONS = 256

/** Opens a pool of connections that clients share; `close` closes them. */
export const createAgent = (): Agent =>
  new Agent({ connections: CONNECTIONS, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })

/**
 * Creates a client. `url` is called for each request. If the connection fails, the call rejects, and its
 * outcome is unknown.
 */
export function createHttpClient(
  agent: Agent,
  url: () => string,
  common: Readonly<Record<string, string>> = {},
): HttpClient {
  async function send<Body>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    { body, headers }: Call = {},
  ): Promise<Answer<Body>> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await request(`${url()}${path}`, {
      method,
      dispatcher: agent,
      headers: { ...common, ...json, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.body.text()
    const type = answer.headers['content-type']
    const isJson = typeof type === 'string' && /^application\/(?:problem\+)?json\b/.test(type)
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      body: (isJson ? JSON.parse(text) : undefined) as Body,
    }
  }
  return {
    get: (path, call) => send('GET', path, call),
    post: (path, body = {}, headers = {}) => send('POST', path, { body, headers }),
    put: (path, body) => send('PUT', path, { body }),
    patch: (path, body, headers = {}) => send('PATCH', path, { body, headers }),
    delete: (path, headers = {}) => send('DELETE', path, { headers }),
    as: (headers) => createHttpClient(agent, url, headers),
  }
}
