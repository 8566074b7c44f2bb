import { InvariantViolated } from '@holdfast/engine'
import { InvalidCursor, StoreUnavailable } from '../../kernel/ports/store.ts'

/** SQLite's result codes (sqlite.org/rescode.html). The low byte of an extended code is the primary code. */
const BUSY = 5
const LOCKED = 6
const FULL = 13
const NOT_A_DATABASE = 26
const IOERR_WRITE = 778
const PRIMARY = 0xff

/** The file belongs to a newer version of Holdfast or to another program. */
export class FileNotUsable extends Error {
  override readonly name = 'FileNotUsable'
  readonly code = 'store_file_not_usable'
}

/** The SQLite result code of an error. Undefined if the error is not from SQLite. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode : undefined
}

/** Whether another connection holds the requested lock. Nothing was changed. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error)
  return code !== undefined && ((code & PRIMARY) === BUSY || (code & PRIMARY) === LOCKED)
}

/**
 * Whether a COMMIT that failed with this error certainly applied nothing. A full disk or a failed write
 * stops the transaction before its commit frame. After a failed sync, SQLite rolls back, but the frames
 * may be on disk and would count after a crash.
 */
export function isSurelyRolledBack(error: unknown): boolean {
  const code = resultCode(error)
  if (code === undefined) return false
  return isBusy(error) || (code & PRIMARY) === FULL || code === IOERR_WRITE
}

/** Whether SQLite reports that the file is not a database. */
export function isNotDatabase(error: unknown): boolean {
  return resultCode(error) === NOT_A_DATABASE
}

/** The error for callers: their own mistakes unchanged, everything else as `StoreUnavailable`. */
export function asStoreError(error: unknown, outcome: 'not-applied' | 'unknown'): Error {
  if (error instanceof InvariantViolated || error instanceof InvalidCursor) return error
  if (error instanceof StoreUnavailable || error instanceof FileNotUsable) return error
  const message = error instanceof Error ? error.message : String(error)
  return new StoreUnavailable(`SQLite: ${message}`, outcome, { cause: error })
}
