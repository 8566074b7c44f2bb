import { InvariantViolated } from '@holdfast/engine'
import { InvalidCursor, StoreUnavailable } from '../../kernel/ports/store.ts'

/** Result codes of SQLite (sqlite.org/rescode.html); the low byte of an extended code is the primary one. */
const BUSY = 5
const LOCKED = 6
const FULL = 13
const NOT_A_DATABASE = 26
const IOERR_WRITE = 778
const PRIMARY = 0xff

/** The file was written by a newer version of Holdfast, or by another program. */
export class FileNotUsable extends Error {
  override readonly name = 'FileNotUsable'
  readonly code = 'store_file_not_usable'
}

/** The SQLite result code of an error; undefined for an error that SQLite did not report. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode : undefined
}

/** Says whether another connection holds a lock that this one asked for: nothing was changed. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error)
  return code !== undefined && ((code & PRIMARY) === BUSY || (code & PRIMARY) === LOCKED)
}

/**
 * Says whether a COMMIT that failed this way left nothing behind. A full disk or a failed write cut
 * the transaction off before the frame that would have made it whole. After a failed sync SQLite
 * rolls back, but the frames may have reached the disk and would count after a crash.
 */
export function isSurelyRolledBack(error: unknown): boolean {
  const code = resultCode(error)
  if (code === undefined) return false
  return isBusy(error) || (code & PRIMARY) === FULL || code === IOERR_WRITE
}

/** Says whether the file is none of SQLite's. */
export function isNotDatabase(error: unknown): boolean {
  return resultCode(error) === NOT_A_DATABASE
}

/** The error that a caller sees: its own mistakes as they are, everything else as an outage. */
export function asStoreError(error: unknown, outcome: 'not-applied' | 'unknown'): Error {
  if (error instanceof InvariantViolated || error instanceof InvalidCursor) return error
  if (error instanceof StoreUnavailable || error instanceof FileNotUsable) return error
  const message = error instanceof Error ? error.message : String(error)
  return new StoreUnavailable(`SQLite: ${message}`, outcome, { cause: error })
}
