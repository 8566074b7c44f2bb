import { closeSync, openSync } from 'node:fs'

/**
 * Creates an empty file that only this user can read, since a store contains personal data. SQLite gives
 * its log the same mode. An existing file is never opened: closing it would release the locks that a
 * connection of this process holds on it (sqlite.org/howtocorrupt.html, 2.2).
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
