import type { Pool } from 'pg'
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
import type { Call, Row } from './batch.ts'
import { type Database, type DatabaseOptions, openDatabase } from './database.ts'
import { notApplied, startFailure } from './failures.ts'
import { itemOf } from './item-row.ts'
import { KnownItems } from './known-items.ts'
import { lockOf } from './locks.ts'
import { type Notifications, openNotifications } from './notifications.ts'
import { Reader } from './reader.ts'
import { getItem, getItems, queryItems, type Reading, scanItems } from './reads.ts'
import { ITEMS, migrate } from './schema.ts'
import { Writer } from './writer.ts'

/** How a PostgreSQL store is opened. */
export interface PostgresStoreOptions
  extends Pick<DatabaseOptions, 'url'>,
    Partial<Omit<DatabaseOptions, 'url'>> {}

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

const DEFAULTS = { connections: 16, waitMilliseconds: 5_000, isPooled: false }

/**
 * Opens the store and migrates its database. Any number of servers may share it. Defaults: 16 connections, a wait of 5 s,
 * no pooler. Rejects with `DatabaseNotUsable` for a database of a newer version or a server that refuses this one, and
 * with `StoreUnavailable` if the server does not answer or is a standby.
 */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const database = openDatabase({ ...DEFAULTS, ...options })
  try {
    await migrate(database.pool)
  } catch (error) {
    await database.pool.end()
    throw startFailure(error)
  }
  return new OpenPostgresStore(database)
}

/** Whether the database has a store. Changes nothing. Rejects as `createPostgresStore` does. */
export async function hasPostgresStore(options: PostgresStoreOptions): Promise<boolean> {
  const { pool } = openDatabase({ ...DEFAULTS, ...options })
  try {
    const { rows } = await pool.query<{ name: string | null }>(
      `SELECT to_regclass('${ITEMS}') AS name`,
    )
    return rows[0]?.name != null
  } catch (error) {
    throw startFailure(error)
  } finally {
    await pool.end()
  }
}

const PING: Call = { statement: { name: 'ping', text: 'SELECT 1' }, values: [] }

class OpenPostgresStore implements PostgresStore {
  readonly #database: Database
  readonly #reader: Reader
  readonly #writer: Writer
  readonly #committed = new CommittedTokens()
  readonly #underWay = new Map<string, Promise<TransactOutcome>>()
  readonly #notifications: Notifications[] = []
  #closing: Promise<void> | undefined

  constructor(database: Database) {
    this.#database = database
    this.#reader = new Reader(database)
    this.#writer = new Writer(database)
  }

  /** Reads of single items and ranges are repeated; a scan is not. */
  readonly #known = new KnownItems()
  readonly #read = (call: Call): Promise<readonly Row[]> => this.#reader.read(call)
  readonly #reading: Reading = { read: this.#read, itemOf: this.#known.itemOf }

  get(key: ItemKey): Promise<Item | undefined> {
    return this.#run(() => getItem(this.#reading, key))
  }

  getMany(keys: readonly ItemKey[]): Promise<readonly (Item | undefined)[]> {
    return this.#run(() => getItems(this.#reading, keys))
  }

  query(request: QueryRequest): Promise<QueryAnswer> {
    return this.#run(() => queryItems(this.#reading, request))
  }

  async transact(writes: readonly Write[], token: string): Promise<TransactOutcome> {
    checkWrites(writes)
    if (this.#committed.has(token)) return { committed: true }
    // The same call again, while the first one is under way, is that call.
    const first = this.#underWay.get(token)
    if (first !== undefined) return await first
    const attempt = this.#run(() => this.#writer.transact(writes, token))
    this.#underWay.set(token, attempt)
    try {
      const outcome = await attempt
      if (outcome.committed) this.#committed.add(token)
      return outcome
    } finally {
      this.#underWay.delete(token)
    }
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
    return this.#run(() => scanItems({ read: this.#read, itemOf }, cursor))
  }

  async ping(): Promise<void> {
    await this.#run(() => this.#read(PING))
  }

  removeExpired(nowEpochSeconds: number, limit: number): Promise<number> {
    return this.#run(() => removeExpired(this.#database.pool, nowEpochSeconds, limit))
  }

  openNotifications(onMessage: (message: string) => void): Notifications {
    const opened = openNotifications(this.#database, onMessage)
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
    await Promise.all([this.#reader.idle(), this.#writer.idle()])
    await this.#database.pool.end()
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

/**
 * Removes up to `limit` items whose `ttl` is before the given second, the oldest first. Each is removed under the lock of
 * its key, as all changes are; one that a transaction has locked is left for later. Returns their number.
 */
async function removeExpired(pool: Pool, nowEpochSeconds: number, limit: number): Promise<number> {
  const { rows } = await pool.query<{ id: string; pk: string; sk: string }>(
    `SELECT id, pk, sk FROM ${ITEMS} WHERE ttl < $1 ORDER BY ttl LIMIT $2`,
    [nowEpochSeconds, limit],
  )
  if (rows.length === 0) return 0
  const locks = rows.map(({ pk, sk }) => lockOf({ PK: pk, SK: sk }).toString())
  const ids = rows.map(({ id }) => id)
  // One statement is one transaction. The lock comes before the condition is evaluated again on the current row.
  const { rowCount } = await pool.query(
    `WITH locked AS MATERIALIZED (
       SELECT id FROM unnest($1::bigint[], $2::bigint[]) AS expired (id, lock)
       WHERE pg_try_advisory_xact_lock(lock)
     )
     DELETE FROM ${ITEMS} AS item USING locked WHERE item.id = locked.id AND item.ttl < $3`,
    [ids, locks, nowEpochSeconds],
  )
  return rowCount ?? 0
}
