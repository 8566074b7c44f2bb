import { accessSync, constants, existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { LONGEST_PAGES } from './checkpointer.ts'
import { openError } from './failures.ts'
import { createPrivateFile } from './private-file.ts'
import { migrate } from './schema.ts'

/**
 * WAL with a sync per commit: acknowledged writes survive the death of the process and, if disk and
 * system really sync, a power loss. Deleted content is overwritten with zeros, so that erased
 * people are not in the file any more.
 *
 * The page cache has 1,000 pages. Most commits make SQLite scan all cached pages, so a larger cache makes commits
 * slower. It makes reads hardly faster, because the system caches the file, too (ADR 68).
 */
const CONNECTION_PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -4096;
  PRAGMA temp_store = MEMORY;
  PRAGMA secure_delete = ON;
`

/**
 * Opens a connection and migrates the file to the current schema. With `isAlone`, no other connection may be open, or
 * opens before this one is closed. Throws `FileNotUsable`, `StoreUnavailable` if the file cannot be opened for writing,
 * or SQLite's own error if it is locked.
 */
export function connect(file: string, { isAlone = false } = {}): DatabaseSync {
  const database = openFile(file)
  try {
    if (isAlone) database.exec('PRAGMA locking_mode = EXCLUSIVE')
    // First, since the file of another program must be rejected before a pragma changes it.
    migrate(database, file)
    database.exec(CONNECTION_PRAGMAS)
    setLongestLog(database, false)
    return database
  } catch (error) {
    database.close()
    throw openError(error, file)
  }
}

/**
 * Without a thread that copies the log, each 10,000 pages (40 MB) are copied by the commit that reaches them; 1,000,
 * SQLite's default, would write pages that change often many times. Beside such a thread, only a log that it
 * cannot keep short is copied here.
 */
const PAGES_PER_COPY = 10_000

/**
 * Sets the length of the log from which commits copy it into the file. `besideThread`: the pages if a thread copies it,
 * too. Default: 100,000.
 */
export function setLongestLog(
  database: DatabaseSync,
  isCopiedByThread: boolean,
  besideThread = LONGEST_PAGES,
): void {
  const pages = isCopiedByThread ? besideThread : PAGES_PER_COPY
  database.exec(`PRAGMA wal_autocheckpoint = ${pages}`)
}

function openFile(file: string): DatabaseSync {
  try {
    createPrivateFile(file)
    // SQLite opens a file that it may not write for reading alone, and only the first write would fail.
    for (const each of [file, `${file}-wal`, `${file}-shm`])
      if (existsSync(each)) accessSync(each, constants.W_OK)
    // Callers wait for locks with `withLock`: SQLite's own wait would block the event loop.
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw openError(error, file)
  }
}
