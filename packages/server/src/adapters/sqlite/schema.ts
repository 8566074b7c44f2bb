import type { DatabaseSync } from 'node:sqlite'
import type { IndexName } from '../../kernel/ports/store.ts'
import { INDEX_NAMES } from '../rows/row-codec.ts'
import { FileNotUsable } from './failures.ts'

/** "HFST": identifies the file as Holdfast's, for `file(1)` and to reject files of other programs. */
export const APPLICATION_ID = 0x48465354

/** The columns of an index, for example `gsi1pk` and `gsi1sk`. */
export const indexColumns = (index: string): readonly [partition: string, sort: string] => [
  `${index.toLowerCase()}pk`,
  `${index.toLowerCase()}sk`,
]

/** The ten index columns in the order of `EncodedItem.indexKeys`. */
export const INDEX_COLUMNS: readonly string[] = INDEX_NAMES.flatMap(indexColumns)

const createIndex = (name: IndexName): string => {
  const [partition, sort] = indexColumns(name)
  return `CREATE INDEX item_${name.toLowerCase()} ON item (${partition}, ${sort}) WHERE ${partition} IS NOT NULL;`
}

/** The indexes of schema version 1. */
const FIRST_INDEXES = ['GSI1', 'GSI2', 'GSI3', 'GSI4'] as const satisfies readonly IndexName[]

/**
 * A table with row numbers, not WITHOUT ROWID: bookings and events are rows of 1 KB and more, which a
 * clustered key would move to overflow pages (measured: writes 1.5 times slower, and up to four times
 * the space).
 */
const CREATE_ITEM = `
  CREATE TABLE item (
    id INTEGER PRIMARY KEY,
    pk TEXT NOT NULL,
    sk TEXT NOT NULL,
    body TEXT NOT NULL,
    version REAL,
    ttl REAL,
    ${FIRST_INDEXES.flatMap(indexColumns)
      .map((column) => `${column} TEXT`)
      .join(',\n    ')}
  ) STRICT;
  CREATE UNIQUE INDEX item_key ON item (pk, sk);
  CREATE INDEX item_ttl ON item (ttl) WHERE ttl IS NOT NULL;
  ${FIRST_INDEXES.map(createIndex).join('\n  ')}
`

const ADD_GSI5 = `
  ${indexColumns('GSI5')
    .map((column) => `ALTER TABLE item ADD COLUMN ${column} TEXT;`)
    .join('\n  ')}
  ${createIndex('GSI5')}
`

/** `MIGRATIONS[n]` migrates a file from schema version n to n + 1. Append only: old files exist. */
const MIGRATIONS: readonly string[] = [CREATE_ITEM, ADD_GSI5]

/** The schema version of this program, stored in `PRAGMA user_version`. */
export const SCHEMA_VERSION = MIGRATIONS.length

const pragma = (database: DatabaseSync, name: string): number =>
  Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0])

const isEmpty = (database: DatabaseSync): boolean =>
  database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined

const ITEM_COLUMNS = ['id', 'pk', 'sk', 'body', 'version', 'ttl', ...INDEX_COLUMNS]

function hasItemTable(database: DatabaseSync): boolean {
  const found = database.prepare('SELECT name FROM pragma_table_info(?)').all('item')
  const names = new Set(found.map(({ name }) => name))
  return ITEM_COLUMNS.every((column) => names.has(column))
}

/**
 * Migrates the file to `SCHEMA_VERSION`. Each step is a separate transaction, so if several processes
 * start together, one migrates and the others find it done. Throws `FileNotUsable` for a file of a newer
 * version or another program, or without the table, and SQLite's own error if the file is locked.
 */
export function migrate(database: DatabaseSync, file: string): void {
  // In this order: another process may create tables and application_id in one transaction meanwhile.
  const wasEmpty = isEmpty(database)
  if (!wasEmpty && pragma(database, 'application_id') !== APPLICATION_ID) {
    throw new FileNotUsable(
      `${file} is an SQLite file of another program. Set HOLDFAST_DATA_DIR to another folder.`,
    )
  }
  const versionBefore = pragma(database, 'user_version')
  if (versionBefore > SCHEMA_VERSION) {
    throw new FileNotUsable(
      `${file} has schema version ${versionBefore}, but this version of Holdfast supports at most ${SCHEMA_VERSION}. Start a newer version.`,
    )
  }
  for (let version = versionBefore; version < SCHEMA_VERSION; version += 1) {
    database.exec('BEGIN IMMEDIATE')
    try {
      if (pragma(database, 'user_version') === version) {
        database.exec(MIGRATIONS[version] ?? '')
        database.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
        database.exec(`PRAGMA user_version = ${version + 1}`)
      }
      database.exec('COMMIT')
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
  if (!hasItemTable(database)) {
    throw new FileNotUsable(
      `${file} lacks the table "item" or one of its columns. Stop all servers and restore a backup.`,
    )
  }
}
