import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { MigrationRecord } from '../../../packages/prove/src/upgrade/old-store.ts'
import type { GuestIndex } from '../../../packages/server/src/booking/guests/guest-index.ts'
import { guestIndexKey } from '../../../packages/server/src/booking/keys.ts'

const POLL_MILLISECONDS = 5

/** Resolves once the record in the file says that the migration has gone past a row. */
export async function untilMigratedTo(file: string, row: number): Promise<void> {
  const record = new MigrationRecord(file)
  try {
    while (record.read().afterRow < row) await sleep(POLL_MILLISECONDS)
  } finally {
    record.close()
  }
}

/** How far the migration is, as a share of the rows: 1 once it is done. */
export function migratedShare(file: string, lastRow: number): number {
  const record = new MigrationRecord(file)
  try {
    return Math.min(1, record.read().afterRow / lastRow)
  } finally {
    record.close()
  }
}

/** Resolves once the progress of the index of guests, as the file says it, is as asked for. */
export async function untilGuestIndex(
  file: string,
  isSo: (index: GuestIndex) => boolean,
): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    const read = database.prepare('SELECT body FROM item WHERE pk = ? AND sk = ?')
    for (;;) {
      const row = read.get(guestIndexKey.PK, guestIndexKey.SK)
      if (row !== undefined && isSo(JSON.parse(String(row.body)) as GuestIndex)) return
      await sleep(POLL_MILLISECONDS)
    }
  } finally {
    database.close()
  }
}
