import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { checkWrites } from '../../kernel/items/check-writes.ts'
import type {
  Item,
  ItemKey,
  QueryAnswer,
  QueryRequest,
  Store,
  TransactOutcome,
  Write,
} from '../../kernel/ports/store.ts'
import { type BackupProgress, type BackupReport, backUp } from './backup.ts'
import { connect } from './connection.ts'
import { closedError, GroupCommit } from './group-commit.ts'
import { withLock } from './lock-wait.ts'
import { Reader } from './reader.ts'
import { CommittedTokens } from './tokens.ts'
import { prepareWrite, Writer } from './writer.ts'

/** Where and how an SQLite store is opened. */
export interface SqliteStoreOptions {
  /** The database file; it and its folder are created where they are missing. */
  readonly file: string
  /** The longest wait for a lock that another process holds, 5 seconds unless set. */
  readonly lockWaitMilliseconds?: number
  /** The most items kept decoded in memory, 20,000 unless set; 0 for none. */
  readonly cachedItems?: number
}

/** The store port on an SQLite file in this process, with what only this engine needs. */
export interface SqliteStore extends Store {
  /**
   * Removes up to `limit` items whose `ttl` passed before `nowEpochSeconds`, the longest expired
   * first, and answers how many it removed: fewer than `limit` means that none is left.
   */
  removeExpired(nowEpochSeconds: number, limit: number): Promise<number>
  /**
   * Copies the state of one moment to `toFile`, which must not exist, and checks the copy, without
   * holding up reads and writes. Rejects if the copy cannot be made or the check finds anything.
   */
  backup(toFile: string, onProgress?: (progress: BackupProgress) => void): Promise<BackupReport>
}

const LOCK_WAIT_MS = 5_000
const CACHED_ITEMS = 20_000

/**
 * Opens the store. Several processes may open one file. Rejects with `FileNotUsable` on a file of a
 * newer version or of another program, and with `StoreUnavailable` if it cannot be opened.
 */
export async function createSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { file, lockWaitMilliseconds = LOCK_WAIT_MS, cachedItems = CACHED_ITEMS } = options
  await mkdir(dirname(file), { recursive: true })
  const database = await withLock(() => connect(file), lockWaitMilliseconds)
  return new OpenSqliteStore(database, { file, lockWaitMilliseconds, cachedItems })
}

class OpenSqliteStore implements SqliteStore {
  readonly #database: DatabaseSync
  readonly #options: Required<SqliteStoreOptions>
  readonly #reader: Reader
  readonly #writer: Writer
  readonly #groupCommit: GroupCommit
  readonly #tokens = new CommittedTokens()
  /** Tokens of the transaction that is open, and the items that it changed. */
  readonly #groupTokens = new Set<string>()
  readonly #touched: ItemKey[] = []
  #closing: Promise<void> | undefined

  constructor(database: DatabaseSync, options: Required<SqliteStoreOptions>) {
    this.#database = database
    this.#options = options
    this.#reader = new Reader(database, options.cachedItems)
    this.#writer = new Writer(database, (key) => this.#touched.push(key))
    this.#groupCommit = new GroupCommit(database, {
      lockWaitMilliseconds: options.lockWaitMilliseconds,
      onLocked: () => this.#reader.noticeOthers(),
      onEnd: (committed) => this.#endGroup(committed),
    })
  }

  get(key: ItemKey): Promise<Item | undefined> {
    return this.#read(() => this.#reader.get(key))
  }

  getMany(keys: readonly ItemKey[]): Promise<readonly (Item | undefined)[]> {
    return this.#read(() => this.#reader.getMany(keys))
  }

  query(request: QueryRequest): Promise<QueryAnswer> {
    return this.#read(() => this.#reader.query(request))
  }

  async transact(writes: readonly Write[], token: string): Promise<TransactOutcome> {
    checkWrites(writes)
    const prepared = writes.map(prepareWrite)
    return await this.#groupCommit.run((): TransactOutcome => {
      if (this.#tokens.has(token) || this.#groupTokens.has(token)) return { committed: true }
      const outcome = this.#writer.transact(prepared)
      if (outcome.committed) this.#groupTokens.add(token)
      return outcome
    }, writes.length)
  }

  async *scan(): AsyncIterable<readonly Item[]> {
    let lastRowId = 0
    for (;;) {
      const after = lastRowId
      const page = await this.#read(() => this.#reader.scan(after))
      if (page.items.length === 0) return
      lastRowId = page.lastRowId
      yield page.items
    }
  }

  async ping(): Promise<void> {
    await this.#read(() => this.#reader.noticeOthers())
  }

  removeExpired(nowEpochSeconds: number, limit: number): Promise<number> {
    return this.#groupCommit.run(() => {
      const removed = this.#writer.removeExpired(nowEpochSeconds, limit)
      if (removed > 0) this.#reader.forgetAll()
      return removed
    }, limit)
  }

  async backup(
    toFile: string,
    onProgress?: (progress: BackupProgress) => void,
  ): Promise<BackupReport> {
    if (this.#closing !== undefined) throw closedError()
    return await backUp(this.#options.file, toFile, onProgress)
  }

  /** Waits for the transactions that were asked for, then closes the file; a second call does nothing. */
  close(): Promise<void> {
    this.#closing ??= this.#groupCommit.close().then(() => this.#database.close())
    return this.#closing
  }

  #read<Value>(work: () => Value): Promise<Value> {
    if (this.#closing !== undefined) return Promise.reject(closedError())
    return withLock(work, this.#options.lockWaitMilliseconds)
  }

  #endGroup(committed: boolean): void {
    for (const key of this.#touched.splice(0)) this.#reader.forget(key)
    if (committed) for (const token of this.#groupTokens) this.#tokens.add(token)
    this.#groupTokens.clear()
  }
}
