import {
  type Call,
  type CallOptions,
  callOf,
  type ListCall,
  type ListPage,
  listCallOf,
  type Outcome,
} from './call.ts'
import { type ClientOptions, type HoldfastClient, sendingFetch } from './client.ts'
import { type FollowOptions, followEvents, type StreamedEvent } from './event-stream.ts'

/** The server and the key of an account. A manage token belongs to one booking, so it is an option of each call. */
export interface HoldfastOptions extends Omit<ClientOptions, 'token'> {}

/** The operations of a resource by the names of its methods, and those of the resources in it. */
export type ResourceSpec<Resource> = {
  readonly [Name in keyof Resource]: Resource[Name] extends (...args: never[]) => unknown
    ? string
    : ResourceSpec<Resource[Name]>
}

/** Every option that some method has. */
interface AnyOptions extends CallOptions {
  readonly idempotencyKey?: string
  readonly ifMatch?: number | string
  readonly token?: string
}

type Query = Readonly<Record<string, unknown>>

/** `client.request` without the types of its paths: which path is called is known at run time only. */
type SendRequest = (
  method: string,
  path: string,
  init: Readonly<Record<string, unknown>>,
) => Promise<Outcome<unknown>>

/** An operation as its methods call it, read from a line such as `POST /v1/bookings/{id}/cancel body`. */
interface Operation {
  readonly method: string
  readonly path: string
  readonly pathParameters: readonly string[]
  /** The media type of a body that is sent as it is, `*` for that of its `Blob`, `''` for JSON; undefined without a body. */
  readonly mediaType: string | undefined
  readonly hasQuery: boolean
  readonly isList: boolean
  readonly isText: boolean
  readonly isBlob: boolean
  readonly isStream: boolean
  /** Whether the call needs no credentials. The API key is not sent then. */
  readonly isPublic: boolean
}

function operationOf(line: string): Operation {
  const [method = '', path = '', ...words] = line.split(' ')
  const body = words.find((word) => word.startsWith('body'))
  return {
    method,
    path,
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    mediaType: body?.slice('body='.length),
    hasQuery: words.includes('query'),
    isList: words.includes('list'),
    isText: words.includes('text'),
    isBlob: words.includes('blob'),
    isStream: words.includes('stream'),
    isPublic: words.includes('public'),
  }
}

/** Throws a `TypeError` for a value that would lead to another path, such as an id that is undefined. */
function pathOf({ path, pathParameters }: Operation, values: readonly unknown[]): Query {
  return Object.fromEntries(
    pathParameters.map((name, index) => {
      const value = values[index]
      if (typeof value !== 'string' || ['', '.', '..'].includes(value)) {
        throw new TypeError(`${name} of ${path} must be a non-empty string, not ${String(value)}`)
      }
      return [name, value]
    }),
  )
}

function headersOf(
  { mediaType, isPublic }: Operation,
  { idempotencyKey, ifMatch, token, headers }: AnyOptions,
): Query {
  return {
    // Null removes the header of the client. `fetch` sends the type of a `Blob`.
    ...(mediaType && { 'Content-Type': mediaType === '*' ? null : mediaType }),
    ...(isPublic && { Authorization: null }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    ...(ifMatch !== undefined && {
      'If-Match': typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch,
    }),
    ...headers,
  }
}

/** Sends the requests of the methods of one client. */
export class ResourceCaller {
  readonly #options: HoldfastOptions
  readonly #send: SendRequest

  constructor(http: HoldfastClient, options: HoldfastOptions) {
    this.#options = options
    this.#send = http.request as SendRequest
  }

  /** Makes the methods of a resource. Their types are generated from the same document as the spec. */
  resource<Resource>(spec: ResourceSpec<Resource>): Resource {
    const entries = Object.entries<string | ResourceSpec<unknown>>(spec).map(([name, value]) => [
      name,
      typeof value === 'string' ? this.#methodOf(operationOf(value)) : this.resource(value),
    ])
    return Object.fromEntries(entries)
  }

  #methodOf(operation: Operation) {
    if (operation.isStream) return (options: FollowOptions) => this.#follow(options)
    return (...values: readonly unknown[]) => this.#call(operation, values)
  }

  #follow(options: FollowOptions): AsyncGenerator<StreamedEvent> {
    const { baseUrl, apiKey, fetch } = this.#options
    return followEvents({
      ...(baseUrl !== undefined && { baseUrl }),
      ...(apiKey !== undefined && { apiKey }),
      ...(fetch !== undefined && { fetch }),
      ...options,
    })
  }

  #call(operation: Operation, values: readonly unknown[]): Call<unknown> | ListCall<ListPage> {
    const path = pathOf(operation, values)
    const rest = values.slice(operation.pathParameters.length)
    const body = operation.mediaType === undefined ? undefined : rest.shift()
    const query = (operation.hasQuery ? rest.shift() : undefined) as Query | undefined
    const options = (rest.shift() ?? {}) as AnyOptions
    const { signal, timeoutMilliseconds } = options
    const init = {
      headers: headersOf(operation, options),
      ...(body !== undefined && { body }),
      ...(operation.mediaType && { bodySerializer: (text: unknown) => text }),
      ...(operation.isText && { parseAs: 'text' }),
      ...(operation.isBlob && { parseAs: 'blob' }),
      ...(signal !== undefined && { signal }),
      ...(timeoutMilliseconds !== undefined && {
        fetch: sendingFetch(this.#options, { timeoutMilliseconds }),
      }),
    }
    const send = (page: Query) =>
      this.#send(operation.method, operation.path, {
        ...init,
        params: { path, query: { ...query, ...page } },
      })
    if (!operation.isList) return callOf(send({}))
    return listCallOf(send({}) as Promise<Outcome<ListPage>>, (cursor) => {
      return send({ cursor }) as Promise<Outcome<ListPage>>
    })
  }
}
