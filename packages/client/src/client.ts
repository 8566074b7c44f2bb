import createFetchClient, { type Client } from 'openapi-fetch'
import type { paths } from './openapi.generated.ts'
import { type RetryOptions, retryingFetch } from './retry.ts'

/** How a client reaches a server, and as whom. */
export interface ClientOptions {
  /** Where the server is, for example `https://example.com`; absent: where the page came from. */
  readonly baseUrl?: string
  /** An account's key, `hf_…`. Without it and a token, the session cookie of the page counts. */
  readonly apiKey?: string
  /** The manage token of one booking, `hm_…`. */
  readonly token?: string
  /** When and how often a request is sent again. */
  readonly retry?: RetryOptions
  /** Sends the requests; the platform's own if not given. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** A client: `client.GET('/v1/providers')`, `client.POST(…)`, every path and body typed. */
export type HoldfastClient = Client<paths>

/** The headers that say who calls. */
export const credentialHeaders = ({
  apiKey,
  token,
}: Pick<ClientOptions, 'apiKey' | 'token'>): Readonly<Record<string, string>> => {
  const secret = apiKey ?? token
  return secret === undefined ? {} : { authorization: `Bearer ${secret}` }
}

/**
 * Makes a client. Every POST carries an `Idempotency-Key`, its own or a new random one, and keeps it
 * when it is sent again: whatever happens on the way, the work is done once. What the server refuses
 * is no exception but the `error` of the answer, a problem (RFC 9457); a server that stays out of
 * reach makes the call reject.
 */
export function createClient(options: ClientOptions = {}): HoldfastClient {
  return createFetchClient<paths>({
    baseUrl: options.baseUrl?.replace(/\/+$/, '') ?? '',
    headers: credentialHeaders(options),
    fetch: retryingFetch(options.fetch ?? ((request) => fetch(request)), options.retry),
  })
}
