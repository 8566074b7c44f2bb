import { InvariantViolated } from '@holdfast/engine'
import { InvalidCursor, StoreUnavailable } from '../../kernel/ports/store.ts'

/** SQLite's result codes (sqlite.org/rescode.html). The low byte of an extended code is the primary code. */
const BUSY = 5
const LOCKED = 6
const READONLY = 8
const CORRUPT = 11
const IOERR = 10
const FULL = 13
const CANNOT_OPEN = 14
const NOT_A_DATABASE = 26
const IOERR_WRITE = 778
const PRIMARY = 0xff

/** The file is damaged, or belongs to a newer version of Holdfast or to another program. */
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
 * Whether the disk takes no writes: it is full, broken, or read-only. A transaction that follows fails as well, until
 * that has changed.
 */
export function isDiskFailure(error: unknown): boolean {
  const code = resultCode(error)
  return code !== undefined && DISK_FAILURES.has(code & PRIMARY)
}

const DISK_FAILURES: ReadonlySet<number> = new Set([READONLY, IOERR, FULL, CANNOT_OPEN])

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

/** The error for a file that cannot be opened: a sentence if the cause is known, else the error itself. */
export function openError(error: unknown, file: string): unknown {
  const code = resultCode(error)
  switch (code === undefined ? undefined : code & PRIMARY) {
    case NOT_A_DATABASE:
      return new FileNotUsable(
        `${file} is not an SQLite file. Set HOLDFAST_DATA_DIR to another folder, or restore a backup.`,
        { cause: error },
      )
    case CORRUPT:
      return new FileNotUsable(`${file} is damaged. Stop all servers and restore a backup.`, {
        cause: error,
      })
    case READONLY:
    case CANNOT_OPEN:
      return cannotWrite(error, file)
    default:
      return isForbidden(error) ? cannotWrite(error, file) : error
  }
}

const cannotWrite = (cause: unknown, file: string): StoreUnavailable =>
  new StoreUnavailable(
    `Cannot open ${file} for writing. Give this user permission to write the file and its folder.`,
    'not-applied',
    { cause },
  )

const FORBIDDEN: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS'])

const isForbidden = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && FORBIDDEN.has(error.code)

/** The error for callers: their own mistakes unchanged, everything else as `StoreUnavailable`. */
export function asStoreError(error: unknown, outcome: 'not-applied' | 'unknown'): Error {
  if (error instanceof InvariantViolated || error instanceof InvalidCursor) return error
  if (error instanceof StoreUnavailable || error instanceof FileNotUsable) return error
  const message = error instanceof Error ? error.message : String(error)
  return new StoreUnavailable(`SQLite: ${message}`, outcome, { cause: error })
}
