import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { indexVersionKey } from '../../kernel/keys.ts'

/** The version of the index attributes. Add 1 when items that exist get others; each store is then migrated once. */
export const INDEX_VERSION = 1

/** How far the index attributes of a store are migrated. */
export interface IndexMigration {
  readonly indexVersion: number
  /** Where the migration to that version goes on. Absent: it is done. */
  readonly cursor?: string | undefined
  readonly version: number
}

/** The record of the migration. Without it, an earlier version wrote the store. */
export const indexMigrationEntity = defineEntity<IndexMigration>({
  name: 'index migration',
  key: () => indexVersionKey,
  inKey: {},
  schema: z.object({
    indexVersion: z.int(),
    cursor: z.exactOptional(z.string()),
    version: z.int(),
  }),
})
