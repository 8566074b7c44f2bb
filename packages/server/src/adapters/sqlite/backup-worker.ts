import { backup, DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** What the thread is asked for. */
export interface BackupJob {
  readonly fromFile: string
  readonly toFile: string
}

/** What the thread tells: pages done, then how the check of the copy ended. */
export type BackupMessage =
  | { readonly kind: 'progress'; readonly copiedPages: number; readonly totalPages: number }
  | { readonly kind: 'checked'; readonly totalPages: number; readonly problems: readonly string[] }

const PAGES_PER_STEP = 1_000

const tell = (message: BackupMessage): void => parentPort?.postMessage(message)

/**
 * Copies inside one read transaction, so the copy is the state of one moment and the writes of other
 * connections do not make SQLite start over, as they would without it.
 */
async function copy({ fromFile, toFile }: BackupJob): Promise<number> {
  const source = new DatabaseSync(fromFile, { timeout: 5_000 })
  try {
    source.exec('BEGIN')
    source.prepare('SELECT count(*) FROM sqlite_schema').get()
    const totalPages = await backup(source, toFile, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages: total, remainingPages }) =>
        tell({ kind: 'progress', copiedPages: total - remainingPages, totalPages: total }),
    })
    source.exec('ROLLBACK')
    tell({ kind: 'progress', copiedPages: totalPages, totalPages })
    return totalPages
  } finally {
    source.close()
  }
}

/** Opens the copy and has SQLite check every page, index and constraint of it. */
function check(file: string): readonly string[] {
  const database = new DatabaseSync(file)
  try {
    // One file without a write-ahead log beside it, so that it can be copied and moved as it is.
    database.exec('PRAGMA journal_mode = DELETE')
    const rows = database.prepare('PRAGMA integrity_check').all()
    return rows.map((row) => String(row.integrity_check)).filter((line) => line !== 'ok')
  } finally {
    database.close()
  }
}

const job = workerData as BackupJob
const totalPages = await copy(job)
tell({ kind: 'checked', totalPages, problems: check(job.toFile) })
