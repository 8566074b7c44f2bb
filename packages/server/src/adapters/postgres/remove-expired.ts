import type { Pool } from 'pg'
import { lockOf } from './locks.ts'
import { ITEMS } from './schema.ts'

/**
 * Removes up to `limit` items whose `ttl` is before the given second, the oldest first. Each is removed under the lock of
 * its key, as all changes are; one that a transaction has locked is left for later. Returns their number.
 */
export async function removeExpired(
  pool: Pool,
  nowEpochSeconds: number,
  limit: number,
): Promise<number> {
  const { rows } = await pool.query<{ id: string; pk: string; sk: string }>(
    `SELECT id, pk, sk FROM ${ITEMS} WHERE ttl < $1 ORDER BY ttl LIMIT $2`,
    [nowEpochSeconds, limit],
  )
  if (rows.length === 0) return 0
  const locks = rows.map(({ pk, sk }) => lockOf({ PK: pk, SK: sk }).toString())
  const ids = rows.map(({ id }) => id)
  // One statement is one transaction. The lock comes before the condition is evaluated again on the current row.
  const { rowCount } = await pool.query(
    `WITH locked AS MATERIALIZED (
       SELECT id FROM unnest($1::bigint[], $2::bigint[]) AS expired (id, lock)
       WHERE pg_try_advisory_xact_lock(lock)
     )
     DELETE FROM ${ITEMS} AS item USING locked WHERE item.id = locked.id AND item.ttl < $3`,
    [ids, locks, nowEpochSeconds],
  )
  return rowCount ?? 0
}
