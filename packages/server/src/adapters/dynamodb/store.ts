import { type ItemKey, type Store, StoreUnavailable } from '../../kernel/ports/store.ts'
import { credentialsOfSurroundings } from '../aws/credentials.ts'
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from '../aws/retry.ts'
import { awsEndpoint, createHttpTransport, type HttpTransportOptions } from './http-transport.ts'
import { createReadBatcher } from './read-batcher.ts'
import { getItem, queryItems, type ReadOptions, scanItems } from './reads.ts'
import { createTransact } from './transact.ts'
import type { Transport } from './transport.ts'

/** The table that a store works on, and how. */
export interface DynamoDbStoreOptions {
  readonly tableName: string
  /** Pieces of the default policy to replace. */
  readonly retry?: Partial<RetryPolicy>
}

/** A key that no item has: reading it costs half a unit and shows that table and permission are there. */
const PING_KEY: ItemKey = { PK: 'PING', SK: 'PING' }

/**
 * The store port on a DynamoDB table, over a transport that it closes with itself. Reads and
 * transactions are repeated within the policy; what then still fails is `StoreUnavailable`.
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
  const readConsistent = (key: ItemKey) => getItem(options, key, { consistent: true })
  const transact = createTransact({ ...options, readConsistent })
  const read = createReadBatcher(options)
  let closed = false
  const assertOpen = () => {
    if (closed) throw new StoreUnavailable('the store is closed', 'not-applied')
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
    async transact(writes, token) {
      assertOpen()
      return await transact(writes, token)
    },
    async *scan() {
      assertOpen()
      yield* scanItems(options)
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

/** How to reach the table: on AWS by its region, or at any endpoint that speaks its protocol. */
export interface ConnectOptions extends Omit<HttpTransportOptions, 'endpoint' | 'credentials'> {
  readonly endpoint?: HttpTransportOptions['endpoint']
  readonly credentials?: HttpTransportOptions['credentials']
}

/** Opens the transport; without an endpoint to AWS, without credentials with those around. */
export const connect = (options: ConnectOptions): Transport =>
  createHttpTransport({
    ...options,
    endpoint: options.endpoint ?? awsEndpoint(options.region),
    credentials: options.credentials ?? credentialsOfSurroundings(),
  })

/** The store port on a DynamoDB table. */
export const createDynamoDbStore = (options: DynamoDbStoreOptions & ConnectOptions): Store =>
  createStoreOnTransport(connect(options), options)
