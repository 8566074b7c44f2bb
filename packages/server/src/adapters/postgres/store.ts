import pg from 'pg'
import { checkWrites } from '../../kernel/items/check-writes.ts'
import {
  type Item,
  type ItemKey,
  type QueryAnswer,
  type QueryRequest,
  type Store,
  StoreUnavailable,
  type TransactOutcome,
  type Write,
} from '../../kernel/ports/store.ts'
import { CommittedTokens } from '../rows/tokens.ts'
import { notApplied, unavailable } from './failures.ts'
import { type Notifications, openNotifications } from './notifications.ts'
import { getItem, getItems, queryItems, scanItems } from './reads.ts'
import { removeExpired } from './remove-expired.ts'
import { migrate } from './schema.ts'
import { outcomeOf, type ServerTransaction, transactOn, UnknownOutcome } from './transact.ts'

/** How a PostgreSQL store is opened. */
export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`, with the parameters of libpq, such as `sslmode`. */
  readonly url: string
  /** The maximum number of connections. Default: 16. */
  readonly connections?: number
  /** The longest wait for a connection, and for a lock that another transaction holds. Default: 5 s. */
  readonly waitMilliseconds?: number
}

/** The store port on a PostgreSQL database, with the operation that only engines without a TTL of their own need. */
export interface PostgresStore extends Store {
  /**
   * Removes up to `limit` items whose `ttl` is before `nowEpochSeconds`, the oldest first, but none that a transaction
   * is just using. Resolves with the number of removed items.
   */
  removeExpired(nowEpochSeconds: number, limit: number): Promise<number>
  /** Opens messages between the servers that share the database. Closing the store stops them. */
  openNotifications(onMessage: (message: string) => void): Notifications
}

const CONNECTIONS = 16
const WAIT_MS = 5_000
/** How many transactions with an unknown outcome are remembered, so that a repetition finds out. */
const UNKNOWN_MAX = 10_000

/**
 * Opens the store and migrates its database. Any number of servers may share it. Rejects with `DatabaseNotUsable` for a
 * database of a newer version, and with `StoreUnavailable` if the server does not answer.
 */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { url, connections = CONNECTIONS, waitMilliseconds = WAIT_MS } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: waitMilliseconds,
    lock_timeout: waitMilliseconds,
    keepAlive: true,
    application_name: 'holdfast',
  })
  // A connection that breaks is replaced when one is needed, and whatever uses it fails with the same error. Without
  // listeners, the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await migrate(pool)
  } catch (error) {
    await pool.end()
    throw notApplied(error)
  }
  return new OpenPostgresStore(pool, url)
}

class OpenPostgresStore implements PostgresStore {
  readonly #pool: pg.Pool
  readonly #committed = new CommittedTokens()
  readonly #underWay = new Map<string, Promise<TransactOutcome>>()
  readonly #unknown = new Map<string, ServerTransaction>()
  readonly #url: string
  readonly #notifications: Notifications[] = []
  #closing: Promise<void> | undefined

  constructor(pool: pg.Pool, url: string) {
    this.#pool = pool
    this.#url = url
  }

  get(key: ItemKey): Promise<Item | undefined> {
    return this.#run(() => getItem(this.#pool, key))
  }

  getMany(keys: readonly ItemKey[]): Promise<readonly (Item | undefined)[]> {
    return this.#run(() => getItems(this.#pool, keys))
  }

  query(request: QueryRequest): Promise<QueryAnswer> {
    return this.#run(() => queryItems(this.#pool, request))
  }

  async transact(writes: readonly Write[], token: string): Promise<TransactOutcome> {
    checkWrites(writes)
    if (this.#committed.has(token)) return { committed: true }
    // The same call again, while the first one is under way, is that call.
    const first = this.#underWay.get(token)
    if (first !== undefined) return await first
    const attempt = this.#run(() => this.#transact(writes, token))
    this.#underWay.set(token, attempt)
    try {
      const outcome = await attempt
      if (outcome.committed) this.#committed.add(token)
      return outcome
    } finally {
      this.#underWay.delete(token)
    }
  }

  async #transact(writes: readonly Write[], token: string): Promise<TransactOutcome> {
    const earlier = this.#unknown.get(token)
    if (earlier && (await this.#resolve(token, earlier)) === 'committed') return { committed: true }
    try {
      return await transactOn(this.#pool, writes)
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) throw error
      const outcome = await this.#resolve(token, error.transaction)
      if (outcome === 'committed') return { committed: true }
      throw unavailable(error, 'not-applied')
    }
  }

  /** Finds out what became of a transaction; remembers it while nobody knows. */
  async #resolve(token: string, transaction: ServerTransaction): Promise<'committed' | 'aborted'> {
    if (this.#unknown.size >= UNKNOWN_MAX) this.#unknown.clear()
    this.#unknown.set(token, transaction)
    const outcome = await outcomeOf(this.#pool, transaction)
    this.#unknown.delete(token)
    return outcome
  }

  async *scan(): AsyncIterable<readonly Item[]> {
    let cursor: string | undefined
    for (;;) {
      const page = await this.scanPage(cursor)
      if (page.items.length === 0) return
      yield page.items
      cursor = page.cursor
    }
  }

  scanPage(cursor?: string): Promise<QueryAnswer> {
    return this.#run(() => scanItems(this.#pool, cursor))
  }

  async ping(): Promise<void> {
    await this.#run(() => this.#pool.query('SELECT 1'))
  }

  removeExpired(nowEpochSeconds: number, limit: number): Promise<number> {
    return this.#run(() => removeExpired(this.#pool, nowEpochSeconds, limit))
  }

  openNotifications(onMessage: (message: string) => void): Notifications {
    const opened = openNotifications(this.#url, this.#pool, onMessage)
    this.#notifications.push(opened)
    return opened
  }

  /** Waits for pending requests, then closes all connections. A second call does nothing. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await Promise.all(this.#notifications.map((each) => each.stop()))
    await this.#pool.end()
  }

  async #run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#closing !== undefined) {
      throw new StoreUnavailable('The store is closed.', 'not-applied')
    }
    try {
      return await work()
    } catch (error) {
      throw notApplied(error)
    }
  }
}
