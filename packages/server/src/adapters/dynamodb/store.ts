import { type ItemKey, type Store, StoreUnavailable } from '../../kernel/ports/store.ts'
import { defaultCredentials } from '../aws/credentials.ts'
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from '../aws/retry.ts'
import { awsEndpoint, createHttpTransport, type HttpTransportOptions } from './http-transport.ts'
import { createReadBatcher } from './read-batcher.ts'
import { getItem, getStored, queryItems, type ReadOptions, scanItems, scanPage } from './reads.ts'
import { createTransact } from './transact.ts'
import type { Transport } from './transport.ts'

/** How a store uses its table. */
export interface DynamoDbStoreOptions {
  readonly tableName: string
  /** Overrides of the default retry policy. */
  readonly retry?: Partial<RetryPolicy>
}

/** A key without an item. Reading it costs half a unit and checks the table and the permission. */
const PING_KEY: ItemKey = { PK: 'PING', SK: 'PING' }

/**
 * Creates the store port on a DynamoDB table. Closing the store closes the transport. Reads and
 * transactions are retried within the policy; after that they reject with `StoreUnavailable`.
 */
export function createStoreOnTransport(
  transport: Transport,
  { tableName, retry = {} }: DynamoDbStoreOptions,
): Store {
  const options: ReadOptions = {
    transport,
    tableName,
    retry: { ...DEFAULT_RETRY_POLICY, ...retry },
  }
  const transact = createTransact({ ...options, readStored: (key) => getStored(options, key) })
  // Several requests share a read, so it has a deadline of its own.
  const { outerDeadline: _, ...ownDeadline } = options.retry
  const read = createReadBatcher({ ...options, retry: ownDeadline })
  let closed = false
  const assertOpen = () => {
    if (closed) throw new StoreUnavailable('The store is closed.', 'not-applied')
  }

  return {
    async get(key, consistency) {
      assertOpen()
      const [item] = await read([key], consistency?.consistent ?? false)
      return item
    },
    async getMany(keys, consistency) {
      assertOpen()
      return await read(keys, consistency?.consistent ?? false)
    },
    async query(request) {
      assertOpen()
      return await queryItems(options, request)
    },
    async transact(writes, token, contended) {
      assertOpen()
      return await transact(writes, token, contended)
    },
    async *scan() {
      assertOpen()
      yield* scanItems(options)
    },
    async scanPage(cursor) {
      assertOpen()
      return await scanPage(options, cursor)
    },
    async ping() {
      assertOpen()
      await getItem(options, PING_KEY)
    },
    async close() {
      if (closed) return
      closed = true
      await transport.close()
    },
  }
}

/** How to connect to DynamoDB: on AWS by region, or at another endpoint with the same protocol. */
export interface ConnectOptions extends Omit<HttpTransportOptions, 'endpoint' | 'credentials'> {
  readonly endpoint?: HttpTransportOptions['endpoint']
  readonly credentials?: HttpTransportOptions['credentials']
}

/** Opens a transport. Default endpoint: AWS. Default credentials: the SDK's provider chain. */
export const connect = (options: ConnectOptions): Transport =>
  createHttpTransport({
    ...options,
    endpoint: options.endpoint ?? awsEndpoint(options.region),
    credentials: options.credentials ?? defaultCredentials(),
  })

/** Creates the store port on a DynamoDB table. */
export const createDynamoDbStore = (options: DynamoDbStoreOptions & ConnectOptions): Store =>
  createStoreOnTransport(connect(options), options)
