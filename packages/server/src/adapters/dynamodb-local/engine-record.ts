import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** One use of the engine by a server process; a process may have several. */
export interface EngineUser {
  readonly pid: number
  readonly id: string
}

/** The content of `<dataDir>/dynamodb-engine.json`: the engine of a data folder and its users. */
export interface EngineRecord {
  readonly pid: number
  readonly port: number
  readonly users: readonly EngineUser[]
}

const LOCK_MS = 30_000
const POLL_MS = 10
const SQLITE_BUSY = 5

/** The path of the record in a data folder. */
export const recordFile = (dataDir: string): string => join(dataDir, 'dynamodb-engine.json')

/** Reads the record. Undefined if it is missing or malformed. */
export async function readRecord(dataDir: string): Promise<EngineRecord | undefined> {
  try {
    const record = JSON.parse(await readFile(recordFile(dataDir), 'utf8')) as EngineRecord
    const hasEngine = Number.isInteger(record.pid) && Number.isInteger(record.port)
    return hasEngine && Array.isArray(record.users) ? record : undefined
  } catch {
    return undefined
  }
}

/** Replaces the record atomically: a reader sees the old one or the new one. */
export async function writeRecord(dataDir: string, record: EngineRecord): Promise<void> {
  const file = recordFile(dataDir)
  await writeFile(`${file}.new`, `${JSON.stringify(record)}\n`)
  await rename(`${file}.new`, file)
}

/**
 * Runs `body` under a lock that excludes other processes on the same folder. The lock is SQLite's lock
 * on a file. The kernel releases it when the process dies. A file with a pid in it could be left
 * behind, or be taken over by two processes at once.
 */
export async function withEngineLock<Value>(
  dataDir: string,
  body: () => Promise<Value>,
): Promise<Value> {
  const lock = new DatabaseSync(join(dataDir, 'dynamodb-engine.lock'))
  try {
    const deadline = performance.now() + LOCK_MS
    while (!tryLock(lock)) {
      if (performance.now() >= deadline) {
        throw new Error(`Another process holds the engine lock of ${dataDir}.`)
      }
      await sleep(POLL_MS)
    }
    return await body()
  } finally {
    lock.close()
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if ((error as { readonly errcode?: number }).errcode === SQLITE_BUSY) return false
    throw error
  }
}

/** Whether a process with that pid exists, including processes of other users. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { readonly code?: string }).code === 'EPERM'
  }
}
