import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BackupJob, BackupMessage } from './backup-worker.ts'
import { createPrivateFile } from './private-file.ts'

/** Progress of a backup, in pages of the file. */
export interface BackupProgress {
  readonly copiedPages: number
  readonly totalPages: number
}

/** A finished and checked backup. */
export interface BackupReport {
  readonly totalPages: number
  readonly bytes: number
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

/** Syncs a file's content, or a folder's file names, so that they survive a power loss. */
async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes an unfinished copy, and the journal that SQLite leaves beside it, for example on a full disk. */
async function removePart(partFile: string): Promise<void> {
  for (const file of [partFile, `${partFile}-journal`]) await rm(file, { force: true })
}

/**
 * Copies the database to `toFile` in a separate thread and checks the copy. Reads and writes can
 * continue. The file gets its name only once it is complete, checked and synced. Rejects if `toFile`
 * exists or the check finds a problem.
 */
export async function backUp(
  fromFile: string,
  toFile: string,
  onProgress: (progress: BackupProgress) => void = () => {},
): Promise<BackupReport> {
  const partFile = `${toFile}.part`
  try {
    if (await exists(toFile)) throw new Error(`${toFile} already exists. Use a new file name.`)
    await removePart(partFile)
    createPrivateFile(partFile)
    const totalPages = await runWorker({ fromFile, toFile: partFile }, onProgress)
    await syncToDisk(partFile)
    const { size } = await stat(partFile)
    await rename(partFile, toFile)
    await syncToDisk(dirname(toFile))
    return { totalPages, bytes: size }
  } catch (cause) {
    await removePart(partFile)
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`Cannot back up ${fromFile}: ${reason}`, { cause })
  }
}

/** Resolves with the number of pages once the copy passed its check. */
function runWorker(
  job: BackupJob,
  onProgress: (progress: BackupProgress) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), { workerData: job })
    worker.on('message', (message: BackupMessage) => {
      if (message.kind === 'progress') {
        onProgress({ copiedPages: message.copiedPages, totalPages: message.totalPages })
      } else if (message.problems.length > 0) {
        reject(new Error(`The copy is damaged: ${message.problems.slice(0, 5).join('; ')}`))
      } else {
        resolve(message.totalPages)
      }
    })
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('The copying thread exited early.')))
  })
}
