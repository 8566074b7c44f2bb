import { backup, DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** The input of the thread. */
export interface BackupJob {
  readonly fromFile: string
  readonly toFile: string
}

/** A message of the thread: progress in pages, and at the end the result of the check. */
export type BackupMessage =
  | { readonly kind: 'progress'; readonly copiedPages: number; readonly totalPages: number }
  | { readonly kind: 'checked'; readonly totalPages: number; readonly problems: readonly string[] }

const PAGES_PER_STEP = 1_000

const post = (message: BackupMessage): void => parentPort?.postMessage(message)

/**
 * Copies inside one read transaction. The copy is then a snapshot, and writes of other connections do
 * not make SQLite start over.
 */
async function copy({ fromFile, toFile }: BackupJob): Promise<number> {
  const source = new DatabaseSync(fromFile, { timeout: 5_000 })
  try {
    source.exec('BEGIN')
    source.prepare('SELECT count(*) FROM sqlite_schema').get()
    const totalPages = await backup(source, toFile, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages: total, remainingPages }) =>
        post({ kind: 'progress', copiedPages: total - remainingPages, totalPages: total }),
    })
    source.exec('ROLLBACK')
    post({ kind: 'progress', copiedPages: totalPages, totalPages })
    return totalPages
  } finally {
    source.close()
  }
}

/** Opens the copy and lets SQLite check its pages, indexes and constraints. Returns the problems. */
function check(file: string): readonly string[] {
  const database = new DatabaseSync(file)
  try {
    // Without a write-ahead log, the copy is a single file that can be moved.
    database.exec('PRAGMA journal_mode = DELETE')
    const rows = database.prepare('PRAGMA integrity_check').all()
    return rows.map((row) => String(row.integrity_check)).filter((line) => line !== 'ok')
  } finally {
    database.close()
  }
}

const job = workerData as BackupJob
const totalPages = await copy(job)
post({ kind: 'checked', totalPages, problems: check(job.toFile) })
