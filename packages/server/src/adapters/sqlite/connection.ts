import { DatabaseSync } from 'node:sqlite'
import { openError } from './failures.ts'
import { createPrivateFile } from './private-file.ts'
import { migrate } from './schema.ts'

/**
 * WAL with a sync per commit: acknowledged writes survive the death of the process and, if disk and
 * system really sync, a power loss. A checkpoint every 10,000 pages (40 MB) instead of 1,000 writes a
 * page that changes often once instead of many times. Deleted content is overwritten with zeros, so that erased
 * people are not in the file any more.
 */
const CONNECTION_PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -65536;
  PRAGMA wal_autocheckpoint = 10000;
  PRAGMA temp_store = MEMORY;
  PRAGMA secure_delete = ON;
`

/**
 * Opens a connection and migrates the file to the current schema. Throws `FileNotUsable`,
 * `StoreUnavailable` if the file cannot be opened for writing, or SQLite's own error if it is locked.
 */
export function connect(file: string): DatabaseSync {
  const database = openFile(file)
  try {
    // First, since the file of another program must be rejected before a pragma changes it.
    migrate(database, file)
    database.exec(CONNECTION_PRAGMAS)
    return database
  } catch (error) {
    database.close()
    throw openError(error, file)
  }
}

function openFile(file: string): DatabaseSync {
  try {
    createPrivateFile(file)
    // Callers wait for locks with `withLock`: SQLite's own wait would block the event loop.
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw openError(error, file)
  }
}
