import { eachItem } from './pages.ts'
import { unwrap } from './problem.ts'

/** The options of every call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined
  /** How long one attempt may take. Default: that of the client, 60000. */
  readonly timeoutMilliseconds?: number | undefined
  /** More headers of the request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The option of calls with POST. */
export interface IdempotencyOption {
  /** The same for a repeated call, which then takes effect once. Default: a random key for each call. */
  readonly idempotencyKey?: string | undefined
}

/** The option of calls that change a resource. */
export interface IfMatchOption {
  /** The `version` of the resource that was read, or its ETag. If it has changed, the call fails with `version_mismatch`. */
  readonly ifMatch?: number | string | undefined
}

/** The option of calls that a booker or a guest may make. */
export interface TokenOption {
  /** The manage token of the booking or the stay, `hm_…`, instead of the API key. */
  readonly token: string
}

/** The absence of a manage token: the call is made with the API key. */
export interface NoTokenOption {
  readonly token?: undefined
}

/** The data of a response, and the response itself for its headers. */
export interface WithResponse<Data> {
  readonly data: Data
  readonly response: Response
}

/** A call that was sent. Rejects with a `HoldfastError` if the API responds with a problem. */
export interface Call<Data> extends Promise<Data> {
  /** The data together with the response, whose headers have the ETag and the rate limit. */
  withResponse(): Promise<WithResponse<Data>>
}

/** One page of a list. */
export interface ListPage {
  readonly data: readonly unknown[]
  readonly nextCursor: string | null
}

/**
 * A call of a list. Await it for one page, with `data` and `nextCursor`, or iterate over it with `for await` for the
 * items of this page and of all pages after it.
 */
export interface ListCall<Page extends ListPage>
  extends Call<Page>,
    AsyncIterable<Page['data'][number]> {}

/** What the HTTP client returns for one request. */
export interface Outcome<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

const ignore = () => undefined

/** Makes a call of a request that was sent. */
export function callOf<Data>(outcome: Promise<Outcome<Data>>): Call<Data> {
  const data = unwrap(outcome)
  return Object.assign(data, {
    withResponse: async () => {
      // The caller learns about an error from the promise that this function returns.
      data.catch(ignore)
      const { response } = await outcome
      return { data: await data, response }
    },
  })
}

/** Makes a call of a list, of which `read` reads the page after a cursor. The first page was requested already. */
export function listCallOf<Page extends ListPage>(
  first: Promise<Outcome<Page>>,
  read: (cursor: string) => Promise<Outcome<Page>>,
): ListCall<Page> {
  const call = callOf(first)
  return Object.assign(call, {
    [Symbol.asyncIterator]: (): AsyncGenerator<Page['data'][number]> => {
      // The caller learns about an error from the iteration.
      call.catch(ignore)
      return eachItem(({ cursor }) => (cursor === undefined ? first : read(cursor)))
    },
  })
}
