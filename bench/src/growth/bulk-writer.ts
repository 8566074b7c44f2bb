import { connect } from '../../../packages/server/src/adapters/sqlite/connection.ts'
import { prepareWrite, Writer } from '../../../packages/server/src/adapters/sqlite/writer.ts'
import {
  STORE_LIMITS,
  type Store,
  type Write,
} from '../../../packages/server/src/kernel/ports/store.ts'

/** Writes many new items. No two writes may name one item. */
export interface BulkWriter {
  add(write: Write): void
  /** Resolves as soon as the store keeps up. Call it often. Rejects if an item was not written. */
  room(): Promise<void>
  /** Resolves when everything is stored. Call it once. */
  end(): Promise<void>
}

/** An item of a fill that the store has already. */
export class AlreadyStored extends Error {
  override readonly name = 'AlreadyStored'
  constructor() {
    super('the store has an item of this fill already')
  }
}

/** So many transactions wait at once. The store may put several of them into one commit. */
const TRANSACTIONS_AT_ONCE = 16

/**
 * Writes through the store port, in transactions of the largest size.
 *
 * @param token begins the tokens of the transactions; unique for each fill of a store.
 */
export function bulkWriterOf(store: Store, token: string): BulkWriter {
  let batch: Write[] = []
  let batches = 0
  const open = new Set<Promise<void>>()
  const send = (): void => {
    const writes = batch
    batch = []
    batches += 1
    const sent = store.transact(writes, `${token}-${batches}`).then((outcome) => {
      if (!outcome.committed) throw new AlreadyStored()
      open.delete(sent)
    })
    // A failure is reported by `room` or `end`.
    sent.catch(() => {})
    open.add(sent)
  }
  return {
    add(write) {
      batch.push(write)
      if (batch.length === STORE_LIMITS.writesPerTransaction) send()
    },
    async room() {
      while (open.size >= TRANSACTIONS_AT_ONCE) await Promise.race(open)
    },
    async end() {
      if (batch.length > 0) send()
      await Promise.all(open)
    },
  }
}

const WRITES_PER_COMMIT = 20_000

/**
 * Writes into an SQLite file beside its store: by the adapter's writer, but in large transactions and without waiting
 * for the disk, because a fill that breaks off is begun again.
 */
export function sqliteBulkWriter(file: string): BulkWriter {
  const database = connect(file)
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -524288;')
  const writer = new Writer(database, () => {})
  let written = 0
  const commit = (): void => {
    if (database.isTransaction) database.exec('COMMIT')
    written = 0
  }
  return {
    add(write) {
      if (written === 0) database.exec('BEGIN IMMEDIATE')
      if (!writer.transact([prepareWrite(write)]).committed) throw new AlreadyStored()
      written += 1
      if (written === WRITES_PER_COMMIT) commit()
    },
    async room() {},
    async end() {
      commit()
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
    },
  }
}
