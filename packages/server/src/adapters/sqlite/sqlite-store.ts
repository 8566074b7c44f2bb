import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { decodeScanCursor, encodeScanCursor } from '../rows/position.ts'
import { CommittedTokens } from '../rows/tokens.ts'
import { type BackupProgress, type BackupReport, backUp } from './backup.ts'
import { Checkpointer, type CopyTimes } from './checkpointer.ts'
import { connect, setLongestLog } from './connection.ts'
import { closedError, GroupCommit } from './group-commit.ts'
import { withLock } from './lock-wait.ts'
import { ITEMS_PER_TURN, ReadTurns } from './read-turns.ts'
import { Reader, type ScannedPage } from './reader.ts'
import { Writable } from './writable.ts'
import { prepareWrite, Writer } from './writer.ts'

/** How an SQLite store is opened. */
export interface SqliteStoreOptions {
  /** The database file. The file and its folder are created if they are missing. */
  readonly file: string
  /** The longest wait for a lock that another process holds. Default: 5 s. */
  readonly lockWaitMilliseconds?: number
  /** The maximum number of decoded items in the read cache. Default: 20,000; 0 disables it. */
  readonly cachedItems?: number
  /** When a thread copies the log into the file. Tests let it copy more often. */
  readonly copyTimes?: CopyTimes
  /** Called once when the disk takes no writes, with SQLite's words, and with undefined once it takes them again. */
  readonly onWritable?: (problem: string | undefined) => void
}

/** The store port on an SQLite file, with the operations that only this engine needs. */
export interface SqliteStore extends Store {
  /**
   * Removes up to `limit` items whose `ttl` is before `nowEpochSeconds`, the oldest first. Resolves with
   * the number of removed items. Fewer than `limit` means that none is left.
   */
  removeExpired(nowEpochSeconds: number, limit: number): Promise<number>
  /**
   * Empties the log of the file, which still has items as they were before they were changed or deleted. The file
   * itself has none: deleted content is overwritten at once. Resolves with whether it could: while another process
   * reads, it cannot.
   */
  purgeDeleted(): Promise<boolean>
  /**
   * Writes a snapshot to `toFile`, which must not exist, and checks the copy. Reads and writes can
   * continue. Rejects if the copy fails or the check finds a problem.
   */
  backup(toFile: string, onProgress?: (progress: BackupProgress) => void): Promise<BackupReport>
}

const LOCK_WAIT_MS = 5_000
/** Each call learns its outcome from its commit, so few are repeated, and those at once: four groups. More tokens would leave the caches of the processor. */
const REMEMBERED_TOKENS = 256
const CACHED_ITEMS = 20_000

/**
 * Opens the store. Several processes may open one file. Rejects with `FileNotUsable` for a file of a
 * newer version or another program, and with `StoreUnavailable` if the file cannot be opened.
 */
export async function createSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const {
    file,
    lockWaitMilliseconds = LOCK_WAIT_MS,
    cachedItems = CACHED_ITEMS,
    copyTimes = {},
    onWritable = () => {},
  } = options
  await mkdir(dirname(file), { recursive: true })
  const database = await withLock(() => connect(file), lockWaitMilliseconds)
  return new OpenSqliteStore(database, {
    file,
    lockWaitMilliseconds,
    cachedItems,
    copyTimes,
    onWritable,
  })
}

const PURGE_ATTEMPTS = 20
const PURGE_PAUSE_MS = 100

/** Moves the log into the file and cuts it to nothing. Answers whether no other process prevented it. */
const truncateLog = (database: DatabaseSync): boolean =>
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0

class OpenSqliteStore implements SqliteStore {
  readonly #database: DatabaseSync
  readonly #options: Required<SqliteStoreOptions>
  readonly #reader: Reader
  readonly #turns = new ReadTurns()
  readonly #writer: Writer
  readonly #groupCommit: GroupCommit
  readonly #checkpointer: Checkpointer
  readonly #tokens = new CommittedTokens(REMEMBERED_TOKENS)
  /** Tokens of the open transaction, and the items it changed. */
  readonly #groupTokens = new Set<string>()
  readonly #touched: ItemKey[] = []
  readonly #writable: Writable
  #closing: Promise<void> | undefined

  constructor(database: DatabaseSync, options: Required<SqliteStoreOptions>) {
    this.#database = database
    this.#options = options
    this.#reader = new Reader(database, options.cachedItems)
    this.#writer = new Writer(database, (key) => this.#touched.push(key))
    this.#writable = new Writable(database, options.onWritable)
    this.#groupCommit = new GroupCommit(database, {
      lockWaitMilliseconds: options.lockWaitMilliseconds,
      onLocked: () => this.#reader.detectOtherWriters(),
      onEnd: (committed) => this.#endGroup(committed),
      onFailed: (error) => this.#writable.failed(error),
    })
    this.#checkpointer = new Checkpointer({
      ...options.copyTimes,
      file: options.file,
      onChange: (isCopying) => setLongestLog(database, isCopying, options.copyTimes.longestPages),
      holdWrites: (until) => this.#groupCommit.hold(until),
    })
  }

  get(key: ItemKey): Promise<Item | undefined> {
    return this.#readItems(
      () => this.#reader.get(key),
      () => 1,
    )
  }

  getMany(keys: readonly ItemKey[]): Promise<readonly (Item | undefined)[]> {
    return this.#readItems(
      () => this.#reader.getMany(keys),
      ({ length }) => length,
    )
  }

  async query(request: QueryRequest): Promise<QueryAnswer> {
    const first = await this.#readPage(request)
    if (request.limit !== undefined || first.cursor === undefined) return first
    const items = [...first.items]
    for (let cursor: string | undefined = first.cursor; cursor !== undefined; ) {
      const page = await this.#readPage({ ...request, limit: ITEMS_PER_TURN, cursor })
      items.push(...page.items)
      cursor = page.cursor
    }
    return { items }
  }

  #readPage(request: QueryRequest): Promise<QueryAnswer> {
    return this.#readItems(
      () => this.#reader.query(request),
      ({ items }) => items.length,
    )
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
      const page = await this.#scan(after)
      if (page.items.length === 0) return
      lastRowId = page.lastRowId
      yield page.items
    }
  }

  async scanPage(cursor?: string, forms?: readonly ItemKey[]): Promise<QueryAnswer> {
    const after = cursor === undefined ? 0 : decodeScanCursor(cursor)
    const { items, lastRowId } = await this.#scan(after, forms)
    return lastRowId === after ? { items } : { items, cursor: encodeScanCursor(lastRowId) }
  }

  /** Rows that are left out cost time, too. */
  #scan(afterRowId: number, forms?: readonly ItemKey[]): Promise<ScannedPage> {
    return this.#readItems(
      () => (forms ? this.#reader.scanForms(afterRowId, forms) : this.#reader.scan(afterRowId)),
      ({ items }) => (forms ? ITEMS_PER_TURN : items.length),
    )
  }

  async ping(): Promise<void> {
    await this.#read(() => this.#reader.detectOtherWriters())
    if (this.#writable.isFailing) {
      await this.#groupCommit.run(() => this.#writable.write(), 1)
      this.#writable.worked()
    }
  }

  removeExpired(nowEpochSeconds: number, limit: number): Promise<number> {
    return this.#groupCommit.run(() => {
      const removed = this.#writer.removeExpired(nowEpochSeconds, limit)
      if (removed > 0) this.#reader.invalidateAll()
      return removed
    }, limit)
  }

  async purgeDeleted(): Promise<boolean> {
    for (let attempt = 0; attempt < PURGE_ATTEMPTS; attempt += 1) {
      // Between two transactions: one is begun and committed within a turn of the event loop.
      const isDone = await this.#read(() => truncateLog(this.#database))
      if (isDone) return true
      await sleep(PURGE_PAUSE_MS)
    }
    return false
  }

  async backup(
    toFile: string,
    onProgress?: (progress: BackupProgress) => void,
  ): Promise<BackupReport> {
    if (this.#closing !== undefined) throw closedError()
    return await backUp(this.#options.file, toFile, onProgress)
  }

  /** Waits for pending transactions, then closes the file. A second call does nothing. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#groupCommit.close()
    await this.#checkpointer.close()
    this.#database.close()
  }

  /** Reads in this turn of the event loop, or in a later one if this one has read enough. */
  #readItems<Value>(work: () => Value, itemCount: (answer: Value) => number): Promise<Value> {
    const counted = () => {
      const answer = work()
      this.#turns.count(itemCount(answer))
      return answer
    }
    return this.#turns.run(() => this.#read(counted))
  }

  #read<Value>(work: () => Value): Promise<Value> {
    if (this.#closing !== undefined) return Promise.reject(closedError())
    return withLock(work, this.#options.lockWaitMilliseconds)
  }

  #endGroup(committed: boolean): void {
    // A transaction without a change writes nothing.
    if (committed && this.#touched.length > 0) this.#writable.worked()
    if (committed) this.#checkpointer.committed(this.#touched.length)
    for (const key of this.#touched) this.#reader.invalidate(key)
    this.#touched.length = 0
    if (committed) for (const token of this.#groupTokens) this.#tokens.add(token)
    this.#groupTokens.clear()
  }
}
