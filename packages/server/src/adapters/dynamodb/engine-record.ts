import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server process that uses the engine; one process may do so several times. */
export interface EngineUser {
  readonly pid: number
  readonly id: string
}

/** What `<dataDir>/dynamodb-engine.json` says about the engine of a data folder. */
export interface EngineRecord {
  readonly pid: number
  readonly port: number
  readonly users: readonly EngineUser[]
}

const LOCK_MS = 30_000
const POLL_MS = 10
const SQLITE_BUSY = 5

export const recordFile = (dataDir: string): string => join(dataDir, 'dynamodb-engine.json')

/** Reads the record; undefined if there is none, or none that can be read. */
export async function readRecord(dataDir: string): Promise<EngineRecord | undefined> {
  try {
    const record = JSON.parse(await readFile(recordFile(dataDir), 'utf8')) as EngineRecord
    const isWhole = Number.isInteger(record.pid) && Number.isInteger(record.port)
    return isWhole && Array.isArray(record.users) ? record : undefined
  } catch {
    return undefined
  }
}

/** Writes the record as a whole: a reader sees the old one or the new one. */
export async function writeRecord(dataDir: string, record: EngineRecord): Promise<void> {
  const file = recordFile(dataDir)
  await writeFile(`${file}.new`, `${JSON.stringify(record)}\n`)
  await rename(`${file}.new`, file)
}

/**
 * Runs `body` while no other process is in one for the same folder. The lock is SQLite's on a file:
 * the kernel drops it when its process dies, so that, unlike a file with a pid in it, it can neither
 * be left behind nor be taken over by two at once.
 */
export async function withEngineLock<Value>(
  dataDir: string,
  body: () => Promise<Value>,
): Promise<Value> {
  const lock = new DatabaseSync(join(dataDir, 'dynamodb-engine.lock'))
  try {
    const giveUpAt = performance.now() + LOCK_MS
    while (!tryLock(lock)) {
      if (performance.now() >= giveUpAt) throw new Error(`the lock of ${dataDir} is not let go`)
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

/** Whether a process with that pid is there, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { readonly code?: string }).code === 'EPERM'
  }
}
