import type { InvariantViolated } from '@holdfast/engine'
import type { TransactOutcome, Write } from '../../kernel/ports/store.ts'
import type { EncodedItem } from '../rows/row-codec.ts'
import { arrayText, type Call, jsonArrayText, type Row, type Statement } from './batch.ts'
import type { Database, Session } from './database.ts'
import { decideGroup, type GroupDecision, nameOf } from './decide-group.ts'
import { keyOf } from './decide-writes.ts'
import { isRejection, unavailable } from './failures.ts'
import { itemOf } from './item-row.ts'
import { locksOf } from './locks.ts'
import { getMany, keyColumns } from './reads.ts'
import { INDEX_COLUMNS, ITEMS } from './schema.ts'

/** A transaction of the server, by which its outcome can be asked for later. */
export interface ServerTransaction {
  readonly xid: string
  /** The history that the server writes. It is another one after a failover to a standby. */
  readonly timeline: string
  /** The locks that it held. */
  readonly locks: string
}

/** What one transaction of a group is answered. An error: its writes cannot be stored. */
export type GroupOutcome = TransactOutcome | InvariantViolated

/** Thrown if nobody knows whether a transaction of the server was committed. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome'
  readonly transaction: ServerTransaction
  /** What each transaction of the group is answered if it was committed. */
  readonly outcomes: readonly GroupOutcome[]
  constructor(
    transaction: ServerTransaction,
    outcomes: readonly GroupOutcome[],
    options: ErrorOptions,
  ) {
    super('the server did not answer a commit', options)
    this.transaction = transaction
    this.outcomes = outcomes
  }
}

const BEGIN: Call = {
  statement: { name: 'BEGIN', text: 'BEGIN ISOLATION LEVEL READ COMMITTED' },
  values: [],
}
const COMMIT: Call = { statement: { name: 'COMMIT', text: 'COMMIT' }, values: [] }
const ROLLBACK: Call = { statement: { name: 'ROLLBACK', text: 'ROLLBACK' }, values: [] }

/** The locks are taken in the order of the array. A standby refuses the first column. */
const LOCK: Statement = {
  name: 'lock',
  text: `SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), pg_current_xact_id()::text,
    count(pg_advisory_xact_lock(lock)::text) FROM unnest($1::bigint[]) AS lock`,
}

const STATUS: Statement = { name: 'status', text: 'SELECT pg_xact_status($1::xid8)' }

const PUT_COLUMNS = ['pk', 'sk', 'body', 'version', 'ttl', ...INDEX_COLUMNS]
const PUT_TYPES = PUT_COLUMNS.map((column) =>
  column === 'version' || column === 'ttl' ? 'double precision[]' : 'text[]',
)

const PUT: Statement = {
  name: 'put',
  text: `INSERT INTO ${ITEMS} (${PUT_COLUMNS.join(', ')})
    SELECT * FROM unnest(${PUT_TYPES.map((type, index) => `$${index + 1}::${type}`).join(', ')})
    ON CONFLICT (pk, sk) DO UPDATE SET ${PUT_COLUMNS.slice(2)
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')}`,
}

const DELETE: Statement = {
  name: 'delete',
  text: `DELETE FROM ${ITEMS} AS item USING unnest($1::text[], $2::text[]) AS gone (pk, sk)
    WHERE item.pk = gone.pk COLLATE "C" AND item.sk = gone.sk COLLATE "C"`,
}

/**
 * Commits a group of transactions in one transaction of the server, with two requests. Each is decided by itself, and
 * sees what those before it changed. Locks the keys of all items that they name, also of those that do not exist yet, in
 * the order of their hashes, so that no two groups can wait for each other. Under these locks nobody else changes the
 * items between the read that decides and the write. Throws `UnknownOutcome` if the commit has no answer. After any other
 * error, nothing was changed.
 */
export async function transactGroup(
  database: Database,
  group: readonly (readonly Write[])[],
): Promise<readonly GroupOutcome[]> {
  const keys = [
    ...new Map(group.flat().map((write) => [nameOf(keyOf(write)), keyOf(write)])).values(),
  ]
  const locks = arrayText(locksOf(keys))
  const session = await database.connect()
  let isBroken = true
  try {
    const { transaction, rows } = await begin(database, session, locks, getMany(keys))
    const stored = new Map(rows.map((row) => [nameOfRow(row), itemOf(row)]))
    const decision = decideGroup(group, stored)
    await end(session, decision, transaction)
    isBroken = false
    return decision.outcomes
  } finally {
    session.release(isBroken)
  }
}

const nameOfRow = ([, PK, SK]: Row): string => nameOf({ PK: PK ?? '', SK: SK ?? '' })

/** Begins a transaction, takes its locks, and runs a statement under them, all in one request. */
async function begin(
  { settings }: Database,
  session: Session,
  locks: string,
  call: Call,
): Promise<{ readonly transaction: ServerTransaction; readonly rows: readonly Row[] }> {
  const lock = { statement: LOCK, values: [locks] }
  const answers = await session.send([BEGIN, ...(settings ? [settings] : []), lock, call])
  const [timeline, xid] = answers.at(-2)?.[0] ?? []
  const rows = answers.at(-1)
  if (!timeline || !xid || !rows) throw new Error('PostgreSQL did not name its transaction')
  return { transaction: { timeline, xid, locks }, rows }
}

/** Writes and commits, in one request. */
async function end(
  session: Session,
  { put, deleted, outcomes }: GroupDecision,
  transaction: ServerTransaction,
): Promise<void> {
  const writes: Call[] = []
  if (put.length > 0) writes.push({ statement: PUT, values: columnsOf(put) })
  if (deleted.length > 0) writes.push({ statement: DELETE, values: keyColumns(deleted) })
  if (writes.length === 0) {
    await session.send([ROLLBACK])
    return
  }
  try {
    await session.send([...writes, COMMIT])
  } catch (error) {
    throw isRejection(error) ? error : new UnknownOutcome(transaction, outcomes, { cause: error })
  }
}

/** The values of items, column by column. */
function columnsOf(items: readonly EncodedItem[]): readonly string[] {
  const columns: (string | number | null)[][] = PUT_COLUMNS.map(() => [])
  for (const { pk, sk, body, version, ttl, indexKeys } of items) {
    for (const [place, value] of [pk, sk, body, version, ttl, ...indexKeys].entries()) {
      columns[place]?.push(value)
    }
  }
  const bodies = jsonArrayText(items.map(({ body }) => body))
  return columns.map((column, place) =>
    PUT_COLUMNS[place] === 'body' ? bodies : arrayText(column),
  )
}

/**
 * Asks what became of a transaction whose commit had no answer. The locks of the transaction are taken first, so that it
 * has ended. Throws `StoreUnavailable` with an unknown outcome if the server cannot say: it does not answer, or another
 * one has taken over and may not have everything.
 */
export async function outcomeOf(
  database: Database,
  { xid, timeline, locks }: ServerTransaction,
): Promise<'committed' | 'aborted'> {
  let session: Session | undefined
  let isBroken = true
  try {
    session = await database.connect()
    const asking = { statement: STATUS, values: [xid] }
    const { transaction, rows } = await begin(database, session, locks, asking)
    await session.send([ROLLBACK])
    isBroken = false
    const status = transaction.timeline === timeline ? rows[0]?.[0] : null
    if (status === 'committed' || status === 'aborted') return status
    throw new Error(`transaction ${xid} is unknown to the server`)
  } catch (error) {
    throw unavailable(error, 'unknown')
  } finally {
    session?.release(isBroken)
  }
}
