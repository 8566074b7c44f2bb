import { DatabaseSync } from 'node:sqlite'
import type { WebhookEvent } from '@holdfast/client'

/** Opens the database of the receiver and creates its tables on the first start. */
export function openDiary(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS inbox (
      event_id TEXT PRIMARY KEY, body TEXT NOT NULL, handled INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE IF NOT EXISTS appointment (
      booking_id TEXT PRIMARY KEY, version INTEGER NOT NULL, status TEXT NOT NULL,
      start TEXT NOT NULL, booker TEXT NOT NULL, changes INTEGER NOT NULL DEFAULT 1
    ) STRICT;
  `)
  return database
}

/**
 * Writes the state of a booking. Events may arrive in any order, so a state that is older than the stored one
 * changes nothing. `changes` counts the events of the booking.
 */
export function recordEvent(database: DatabaseSync, event: WebhookEvent): void {
  const booking = 'booking' in event.data ? event.data.booking : undefined
  // Some events are about something else; an order of several bookings has none.
  if (booking === undefined) return
  database
    .prepare(
      `INSERT INTO appointment (booking_id, version, status, start, booker) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (booking_id) DO UPDATE SET
         changes = changes + 1,
         status = iif(excluded.version > version, excluded.status, status),
         start = iif(excluded.version > version, excluded.start, start),
         booker = iif(excluded.version > version, excluded.booker, booker),
         version = max(excluded.version, version)`,
    )
    .run(
      booking.id,
      event.resource.version,
      booking.status,
      booking.start,
      booking.booker?.name ?? '',
    )
}

/** All appointments by their start. */
export const readAppointments = (database: DatabaseSync) =>
  database
    .prepare('SELECT booking_id, status, start, booker, changes FROM appointment ORDER BY start')
    .all()
