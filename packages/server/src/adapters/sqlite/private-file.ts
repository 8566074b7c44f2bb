import { closeSync, openSync } from 'node:fs'

/**
 * Creates an empty file that only this user can read, since a store holds personal data; SQLite gives
 * the log beside it the same mode. A file that is there is left alone, and above all not opened:
 * closing it would drop the locks that a connection of this process holds on it
 * (sqlite.org/howtocorrupt.html, 2.2).
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
