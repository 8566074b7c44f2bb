import { DatabaseSync } from 'node:sqlite'
import { FileNotUsable, isNotDatabase } from './failures.ts'
import { createPrivateFile } from './private-file.ts'
import { migrate } from './schema.ts'

/**
 * WAL with a sync for every commit: what is acknowledged survives the death of the process and, as
 * far as disk and system keep their word about the sync, a loss of power. Checkpoints every 10,000
 * pages (40 MB) instead of 1,000 write a page that changes often once instead of many times.
 */
const CONNECTION_PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -65536;
  PRAGMA wal_autocheckpoint = 10000;
  PRAGMA temp_store = MEMORY;
`

/**
 * Opens a connection to a file that has the current schema. Throws `FileNotUsable`, or SQLite's own
 * error where the file is locked or cannot be opened.
 */
export function connect(file: string): DatabaseSync {
  createPrivateFile(file)
  // Waiting for a lock is done outside, with `withLock`: SQLite's own wait would stop the event loop.
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // First, since a file of another program must be refused before a pragma changes it.
    migrate(database, file)
    database.exec(CONNECTION_PRAGMAS)
    return database
  } catch (error) {
    database.close()
    if (isNotDatabase(error)) throw new FileNotUsable(`${file} is no SQLite file`, { cause: error })
    throw error
  }
}
