import type { PostgresStore } from '../adapters/postgres/store.ts'
import type { SqliteStore } from '../adapters/sqlite/sqlite-store.ts'
import type { Store } from '../kernel/ports/store.ts'
import type { StoreEngine } from './config.ts'

/** An open store and its engine. */
export interface OpenedStore {
  readonly store: Store
  /** The name of the engine in `/healthz`. */
  readonly engine: StoreEngine
  /** Where the data is: a file, or a table and its endpoint or region. */
  readonly location: string
  /** Removes expired items. Absent if the engine does so itself. */
  readonly removeExpired?: SqliteStore['removeExpired']
  /** Removes what was deleted from the files of the engine. Absent if no file of ours has it. */
  readonly purgeDeleted?: SqliteStore['purgeDeleted']
  /** Opens messages between the servers that share the store, where the engine carries them. */
  readonly openNotifications?: PostgresStore['openNotifications']
  /** Closes the store, and stops a local engine that no other process uses. */
  close(): Promise<void>
}

/** Called with notices: restarts of a local engine, waiting for a database to answer, and a disk that takes no writes. */
export type EngineNotice = (message: string) => void
