import createFetchClient, { type Client } from 'openapi-fetch'
import type { paths } from './openapi.generated.ts'
import { type RetryOptions, retryingFetch } from './retry.ts'
import { withProblem } from './unexpected-response.ts'

/** The server and the credentials of a client. */
export interface ClientOptions {
  /** URL of the server, such as `https://example.com`. Default: the origin of the page. */
  readonly baseUrl?: string
  /** An account's API key, `hf_…`. Without a key and a token, the page's session cookie is used. */
  readonly apiKey?: string
  /** The manage token of one booking, `hm_…`. */
  readonly token?: string
  /** When and how often a request is retried, and how long an attempt may take. */
  readonly retry?: RetryOptions
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** A typed client: `client.GET('/v1/providers')`, `client.POST(…)`. */
export type HoldfastClient = Client<paths>

/** The authentication headers. */
export const credentialHeaders = ({
  apiKey,
  token,
}: Pick<ClientOptions, 'apiKey' | 'token'>): Readonly<Record<string, string>> => {
  const secret = apiKey ?? token
  return secret === undefined ? {} : { authorization: `Bearer ${secret}` }
}

/** Sends requests as the options say, with retries. `retry` comes before the retry options of the client. */
export function sendingFetch(
  options: ClientOptions,
  retry: RetryOptions = {},
): (request: Request) => Promise<Response> {
  const send = retryingFetch(options.fetch ?? ((request) => fetch(request)), {
    ...options.retry,
    ...retry,
  })
  return async (request) => withProblem(request, await send(request))
}

/**
 * Creates a client. Every POST has an `Idempotency-Key`, yours or a random one, and retries reuse it, so
 * the request takes effect at most once. An error response is returned as `error`, a problem
 * (RFC 9457). An error page of a gateway becomes a problem with the code `unexpected_response`. A call rejects
 * only if the server stays unreachable, with a `ConnectionError`, or with a `TimeoutError` if it does not answer in time.
 */
export function createClient(options: ClientOptions = {}): HoldfastClient {
  return createFetchClient<paths>({
    baseUrl: options.baseUrl?.replace(/\/+$/, '') ?? '',
    headers: credentialHeaders(options),
    fetch: sendingFetch(options),
  })
}
