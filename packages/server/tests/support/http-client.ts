import { Agent, request } from 'undici'

/** What a server answered. */
export interface Answer<Body> {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body as it came. */
  readonly text: string
  /** The body as JSON; undefined where there is none. What it is said to be is not checked. */
  readonly body: Body
}

/** The parts of an error body that tests look at. */
export interface ProblemBody {
  readonly code: string
}

/** One call of the API. */
export interface Call {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls one server, or one after the other of several. */
export interface HttpClient {
  get<Body>(path: string, call?: Call): Promise<Answer<Body>>
  post<Body>(path: string, body?: unknown, headers?: Call['headers']): Promise<Answer<Body>>
  put<Body>(path: string, body: unknown): Promise<Answer<Body>>
  patch<Body>(path: string, body: unknown, headers?: Call['headers']): Promise<Answer<Body>>
  delete<Body>(path: string, headers?: Call['headers']): Promise<Answer<Body>>
  /** The same servers with other headers on every call, for example another credential. */
  as(headers: Readonly<Record<string, string>>): HttpClient
}

// Longer than a server takes under any load of the suites: an answer that never comes is a failure.
const TIMEOUT_MS = 60_000

/** As many connections to each server as there are calls at once, up to this. */
const CONNECTIONS = 256

/** Opens the connections that clients share; `close` cuts them. */
export const createAgent = (): Agent =>
  new Agent({ connections: CONNECTIONS, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })

/**
 * Makes a client. `url` is asked anew for each call. A connection that fails makes the call reject:
 * whether its work was done is unknown then.
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
