import type { Pool, PoolClient } from 'pg'
import { StoreUnavailable, type TransactOutcome, type Write } from '../../kernel/ports/store.ts'
import type { EncodedItem } from '../rows/row-codec.ts'
import { type Changes, decideWrites, keyOf } from './decide-writes.ts'
import { notApplied, unavailable } from './failures.ts'
import { locksOf } from './locks.ts'
import { getItems } from './reads.ts'
import { INDEX_COLUMNS, ITEMS } from './schema.ts'

/** A transaction of the server, by which its outcome can be asked for later. */
export interface ServerTransaction {
  readonly xid: string
  /** The history that the server writes. It is another one after a failover to a standby. */
  readonly timeline: string
  /** The locks that it held. */
  readonly locks: string
}

/** Thrown if nobody knows whether a transaction was committed. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome'
  readonly transaction: ServerTransaction
  constructor(transaction: ServerTransaction, options: ErrorOptions) {
    super('the server did not answer a commit', options)
    this.transaction = transaction
  }
}

/**
 * Commits all writes or none. Every transaction locks the keys of all items that it names, also of those that do not exist
 * yet, in the order of their hashes, so that no two can wait for each other. Under these locks nobody else changes the
 * items between the read that decides and the write. Throws `UnknownOutcome` if the commit has no answer.
 */
export async function transactOn(pool: Pool, writes: readonly Write[]): Promise<TransactOutcome> {
  const keys = writes.map(keyOf)
  const locks = locksOf(keys).join(',')
  const client = await connect(pool)
  let isBroken = true
  let begun: ServerTransaction | undefined
  try {
    const transaction = await begin(client, locks)
    const stored = await getItems(client, keys)
    const decided = decideWrites(writes, stored)
    if ('committed' in decided) {
      await client.query('ROLLBACK')
      isBroken = false
      return decided
    }
    await apply(client, decided)
    begun = transaction
    await client.query('COMMIT')
    isBroken = false
    return { committed: true }
  } catch (error) {
    throw begun !== undefined && !isRejection(error)
      ? new UnknownOutcome(begun, { cause: error })
      : notApplied(error)
  } finally {
    // A broken connection is closed, which ends its transaction.
    client.release(isBroken)
  }
}

/** Whether the server itself refused a statement, so that the transaction is over. */
const isRejection = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && error.severity === 'ERROR'

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw notApplied(error)
  }
}

interface Begun {
  readonly xid: string
  readonly timeline: string
}

/** Begins a transaction and takes its locks, in one request. */
async function begin(client: PoolClient, locks: string): Promise<ServerTransaction> {
  const answers = (await client.query(
    `BEGIN ISOLATION LEVEL READ COMMITTED;
     SELECT pg_advisory_xact_lock(lock) FROM unnest('{${locks}}'::bigint[]) AS lock;
     SELECT pg_current_xact_id()::text AS xid,
       substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline`,
  )) as unknown as readonly { readonly rows: readonly Begun[] }[]
  const begun = answers[2]?.rows[0]
  if (begun === undefined) throw new Error('PostgreSQL did not name its transaction')
  return { xid: begun.xid, timeline: begun.timeline, locks }
}

const PUT_COLUMNS = ['pk', 'sk', 'body', 'version', 'ttl', ...INDEX_COLUMNS]
const PUT_TYPES = PUT_COLUMNS.map((column) =>
  column === 'version' || column === 'ttl' ? 'double precision[]' : 'text[]',
)

const PUT = {
  name: 'put',
  text: `INSERT INTO ${ITEMS} (${PUT_COLUMNS.join(', ')})
    SELECT * FROM unnest(${PUT_TYPES.map((type, index) => `$${index + 1}::${type}`).join(', ')})
    ON CONFLICT (pk, sk) DO UPDATE SET ${PUT_COLUMNS.slice(2)
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')}`,
}

const DELETE = {
  name: 'delete',
  text: `DELETE FROM ${ITEMS} AS item USING unnest($1::text[], $2::text[]) AS gone (pk, sk)
    WHERE item.pk = gone.pk COLLATE "C" AND item.sk = gone.sk COLLATE "C"`,
}

async function apply(client: PoolClient, { put, deleted }: Changes): Promise<void> {
  if (put.length > 0) await client.query({ ...PUT, values: columnsOf(put) })
  if (deleted.length > 0) {
    const values = [deleted.map(({ PK }) => PK), deleted.map(({ SK }) => SK)]
    await client.query({ ...DELETE, values })
  }
}

/** The values of items, column by column. */
function columnsOf(items: readonly EncodedItem[]): unknown[][] {
  const rows = items.map(({ pk, sk, body, version, ttl, indexKeys }) => [
    pk,
    sk,
    body,
    version,
    ttl,
    ...indexKeys,
  ])
  return PUT_COLUMNS.map((_, column) => rows.map((row) => row[column] ?? null))
}

/**
 * Asks what became of a transaction whose commit had no answer. The locks of the transaction are taken first, so that it
 * has ended. Throws `StoreUnavailable` with an unknown outcome if the server cannot say: it does not answer, or another
 * one has taken over and may not have everything.
 */
export async function outcomeOf(
  pool: Pool,
  { xid, timeline, locks }: ServerTransaction,
): Promise<'committed' | 'aborted'> {
  const client = await pool.connect().catch((error: unknown) => {
    throw unavailable(error, 'unknown')
  })
  let isBroken = true
  try {
    const { timeline: current } = await begin(client, locks)
    const { rows } = await client.query<{ status: string | null }>(
      'SELECT pg_xact_status($1::xid8) AS status',
      [xid],
    )
    await client.query('ROLLBACK')
    isBroken = false
    const status = current === timeline ? rows[0]?.status : null
    if (status === 'committed' || status === 'aborted') return status
    throw new Error(`transaction ${xid} is unknown to the server`)
  } catch (error) {
    throw error instanceof StoreUnavailable ? error : unavailable(error, 'unknown')
  } finally {
    client.release(isBroken)
  }
}
