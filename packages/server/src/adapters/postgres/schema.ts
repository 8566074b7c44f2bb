import type { Pool, PoolClient } from 'pg'
import { INDEX_NAMES } from '../rows/row-codec.ts'
import { DatabaseNotUsable } from './failures.ts'

/** The table of items. */
export const ITEMS = 'holdfast_item'

/** The columns of an index, for example `gsi1pk` and `gsi1sk`. */
export const indexColumns = (index: string): readonly [partition: string, sort: string] => [
  `${index.toLowerCase()}pk`,
  `${index.toLowerCase()}sk`,
]

/** The ten index columns in the order of `EncodedItem.indexKeys`. */
export const INDEX_COLUMNS: readonly string[] = INDEX_NAMES.flatMap(indexColumns)

/**
 * Keys are compared by their bytes (`COLLATE "C"`), as on the other engines. An update that leaves the indexed columns as
 * they are writes no index entry if its page has room (HOT), which the fill factor leaves.
 */
const CREATE = `
  CREATE TABLE ${ITEMS} (
    id bigint GENERATED ALWAYS AS IDENTITY,
    pk text COLLATE "C" NOT NULL,
    sk text COLLATE "C" NOT NULL,
    body text NOT NULL,
    version double precision,
    ttl double precision,
    ${INDEX_COLUMNS.map((column) => `${column} text COLLATE "C"`).join(',\n    ')},
    PRIMARY KEY (pk, sk)
  ) WITH (fillfactor = 85);
  CREATE UNIQUE INDEX ${ITEMS}_id ON ${ITEMS} (id);
  CREATE INDEX ${ITEMS}_ttl ON ${ITEMS} (ttl) WHERE ttl IS NOT NULL;
  ${INDEX_NAMES.map((name) => {
    const [partition, sort] = indexColumns(name)
    return `CREATE INDEX ${ITEMS}_${name.toLowerCase()} ON ${ITEMS} (${partition}, ${sort}, id) WHERE ${partition} IS NOT NULL;`
  }).join('\n  ')}
`

/** `MIGRATIONS[n]` migrates a database from schema version n to n + 1. Append only: old databases exist. */
const MIGRATIONS: readonly string[] = [CREATE]

/** Names the lock under which one server migrates while others wait. Any number that no key's hash is likely to be. */
const MIGRATION_LOCK = '4855464153540001'

/**
 * Migrates the database to the schema of this program, in one transaction. If several servers start together, one
 * migrates and the others find it done. Throws `DatabaseNotUsable` for a database of a newer version.
 */
export async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect()
  let isBroken = true
  try {
    await client.query('BEGIN')
    // Another server may be migrating a large table.
    await client.query("SET LOCAL lock_timeout = '60s'")
    await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await client.query('CREATE TABLE IF NOT EXISTS holdfast_schema (version integer NOT NULL)')
    await migrateFrom(client)
    await client.query('COMMIT')
    isBroken = false
  } finally {
    // A connection in a failed transaction is closed, which ends the transaction.
    client.release(isBroken)
  }
}

async function migrateFrom(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: number }>('SELECT version FROM holdfast_schema')
  const before = rows[0]?.version ?? 0
  if (before > MIGRATIONS.length) {
    throw new DatabaseNotUsable(
      `The database has schema version ${before}, but this version of Holdfast supports at most ${MIGRATIONS.length}. Start a newer version.`,
    )
  }
  for (const migration of MIGRATIONS.slice(before)) await client.query(migration)
  if (before === MIGRATIONS.length) return
  await client.query(
    rows.length === 0
      ? `INSERT INTO holdfast_schema VALUES (${MIGRATIONS.length})`
      : `UPDATE holdfast_schema SET version = ${MIGRATIONS.length}`,
  )
}
