import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { importedUidKey } from '../keys.ts'

/** The event that was imported for a UID of a calendar file. */
export interface ImportedUid {
  readonly calendarId: string
  /** Hashed, because a UID can have any length. */
  readonly uidHash: string
  readonly eventId: string
  /** The channel whose file the event came from. Absent: imported before channels were stored. */
  readonly source?: string
  readonly version: number
}

/** The item of an imported UID. */
export const importedUidEntity = defineEntity<ImportedUid, 'calendarId' | 'uidHash'>({
  name: 'imported UID',
  key: ({ calendarId, uidHash }) => importedUidKey(calendarId, uidHash),
  inKey: { calendarId: ({ PK }) => keyTail(PK), uidHash: ({ SK }) => keyTail(SK) },
  schema: z.object({
    eventId: z.string(),
    source: z.exactOptional(z.string()),
    version: z.int(),
  }),
})
