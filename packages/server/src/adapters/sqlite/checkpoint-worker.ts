import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** The input of the thread. */
export interface CheckpointJob {
  readonly file: string
}

/** A request to the thread: copy what can be copied, or close the file and end. */
export type CheckpointRequest = 'copy' | 'close'

/** How far a copy came, in pages of the log: its length when the copy began, and what is in the file now. */
export interface CheckpointResult {
  readonly logPages: number
  readonly copiedPages: number
}

const { file } = workerData as CheckpointJob
const database = new DatabaseSync(file, { timeout: 0 })
// The order of syncs that `connect` chooses. Only requests copy here.
database.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0')
// Passive: it neither waits for readers and writers nor stops them.
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')

parentPort?.on('message', (request: CheckpointRequest) => {
  if (request === 'close') {
    database.close()
    parentPort?.close()
    return
  }
  const row = checkpoint.get()
  const result: CheckpointResult = {
    logPages: Number(row?.log),
    copiedPages: Number(row?.checkpointed),
  }
  parentPort?.postMessage(result)
})
