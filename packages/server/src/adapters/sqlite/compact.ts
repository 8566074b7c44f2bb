import { statSync } from 'node:fs'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { connect } from './connection.ts'
import { asStoreError, isBusy } from './failures.ts'

/** The sizes of a file before and after it was compacted. */
export interface Compacted {
  readonly bytesBefore: number
  readonly bytesAfter: number
}

/**
 * Rewrites a file without the space of deleted items. Files do not shrink by themselves: SQLite would have to keep the
 * place of every page, and then a hold writes 6 to 7 % more pages. Throws `FileNotUsable`, and `StoreUnavailable` if the
 * file is in use or the disk is full: then the file is as it was.
 */
export function compact(file: string): Compacted {
  const bytesBefore = statSync(file).size
  try {
    const database = connect(file, { isAlone: true })
    try {
      // The copy of the content that SQLite makes can be larger than the memory.
      database.exec('PRAGMA temp_store = FILE')
      database.exec('VACUUM')
    } finally {
      // Moves the log into the file, which shrinks, and removes the log.
      database.close()
    }
  } catch (error) {
    throw isBusy(error) ? inUse(file, error) : asStoreError(error, 'not-applied')
  }
  return { bytesBefore, bytesAfter: statSync(file).size }
}

const inUse = (file: string, cause: unknown): StoreUnavailable =>
  new StoreUnavailable(`${file} is in use. Stop all servers and commands first.`, 'not-applied', {
    cause,
  })
