import type { Stripe } from 'stripe'

/** How Stripe is reached. */
export interface StripeOptions {
  /** The origin of a server that speaks Stripe's protocol. Default: Stripe. */
  readonly endpoint?: string
  /** How long a call may take. Default: 20 s. */
  readonly timeoutMilliseconds?: number
}

const TIMEOUT_MILLISECONDS = 20_000

/** Stripe's library, and clients for the keys of accounts. */
export interface StripeClients {
  library(): Promise<typeof Stripe>
  withKey(restrictedKey: string): Promise<Stripe>
}

/**
 * Creates clients that share one pool of connections. Stripe's library takes 0.2 s and 30 MB to load, so it is
 * loaded with the first call, and never by a server without payments.
 */
export function createStripeClients({
  endpoint,
  timeoutMilliseconds,
}: StripeOptions): StripeClients {
  let loading: Promise<typeof Stripe> | undefined
  const library = (): Promise<typeof Stripe> => {
    loading ??= import('stripe').then((module) => module.default)
    return loading
  }
  let httpClient: StripeHttpClient | undefined
  return {
    library,
    async withKey(restrictedKey) {
      const Library = await library()
      httpClient ??= checkedClient(Library.createNodeHttpClient())
      return new Library(restrictedKey, {
        httpClient,
        timeout: timeoutMilliseconds ?? TIMEOUT_MILLISECONDS,
        // The task of a payment repeats calls itself, after it has read what became of them.
        maxNetworkRetries: 0,
        telemetry: false,
        ...(endpoint !== undefined && addressOf(endpoint)),
      })
    },
  }
}

type StripeHttpClient = ReturnType<typeof Stripe.createNodeHttpClient>

/**
 * Rejects answers that are not Stripe's, such as those of a proxy. The library takes every JSON without `error` for a
 * success, and never settles if the JSON is no object.
 */
function checkedClient(client: StripeHttpClient): StripeHttpClient {
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request)
    const toJson = response.toJSON.bind(response)
    response.toJSON = async () => {
      const body: unknown = await toJson()
      const isObject = typeof body === 'object' && body !== null
      const isFailure = response.getStatusCode() >= 400
      if (isObject && (!isFailure || 'error' in body)) return body
      throw new Error('the answer is not from Stripe')
    }
    return response
  }
  return client
}

function addressOf(endpoint: string) {
  const { protocol, hostname, port } = new URL(endpoint)
  const isPlain = protocol === 'http:'
  const usual = isPlain ? 80 : 443
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port === '' ? usual : Number(port),
  }
}
