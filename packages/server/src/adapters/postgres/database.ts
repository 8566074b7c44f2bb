import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Call, type Row, sendBatch } from './batch.ts'
import { hasTooManyConnections, unavailable } from './failures.ts'

/** How a database is reached. */
export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`, with the parameters of libpq, such as `sslmode`. */
  readonly url: string
  /** The maximum number of connections. */
  readonly connections: number
  /** The longest wait for a connection, and for a lock that another transaction holds. */
  readonly waitMilliseconds: number
  /**
   * Whether the URL leads to a pooler that may give each transaction another connection. Then no statement is kept
   * prepared and no setting is kept on a connection.
   */
  readonly isPooled: boolean
}

/** A connection that one transaction uses. */
export interface Session {
  /** Sends statements in one request; resolves with the rows of each. */
  send(calls: readonly Call[]): Promise<readonly (readonly Row[])[]>
  /** Gives the connection back. A broken one is closed, which ends its transaction. */
  release(isBroken: boolean): void
}

/** The connections to a database. */
export interface Database extends DatabaseOptions {
  readonly pool: pg.Pool
  /** The statement that sets what the server must know in each transaction. Absent: the connection has it. */
  readonly settings?: Call
  /** Takes a free connection. Rejects with `StoreUnavailable` if there is none in time. */
  connect(): Promise<Session>
}

/**
 * How often a transaction may wait for a lock within its time. After each wait, those that were sent with it go on without
 * it.
 */
const LOCK_WAITS = 5
const FULL_PAUSE_MS = 50
/** Another server may change what a standby has not heard of, so neither writes nor reads may go there. */
const STANDBY = Object.assign(new Error('the server is a standby'), { code: '25006' })

const localSettings = (lockMilliseconds: number, idleMilliseconds: number): Call => ({
  statement: {
    name: 'settings',
    text: `SELECT set_config('lock_timeout', $1, true),
      set_config('idle_in_transaction_session_timeout', $2, true)`,
  },
  values: [`${lockMilliseconds}`, `${idleMilliseconds}`],
})

/** Opens the connections to a database, each when it is needed. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, connections, waitMilliseconds, isPooled } = options
  const lockMilliseconds = Math.ceil(waitMilliseconds / LOCK_WAITS)
  // A server that stops in a transaction keeps its locks no longer than this.
  const idleMilliseconds = 2 * waitMilliseconds
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: waitMilliseconds,
    keepAlive: true,
    // A timer for each use of a connection would cost more than idle connections do.
    idleTimeoutMillis: 0,
    application_name: 'holdfast',
    // A pooler refuses these.
    ...(!isPooled && {
      lock_timeout: lockMilliseconds,
      idle_in_transaction_session_timeout: idleMilliseconds,
    }),
    // The pool waits for it, though its type does not say so.
    onConnect: (client) => prepareConnection(client, isPooled) as unknown as undefined,
  })
  // A connection that breaks is replaced when one is needed, and whatever uses it fails with the same error. Without
  // listeners, the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const sending = { timeoutMilliseconds: 2 * waitMilliseconds, isPooled }
  return {
    ...options,
    pool,
    ...(isPooled && { settings: localSettings(lockMilliseconds, idleMilliseconds) }),
    async connect() {
      const client = await connectInTime(pool, waitMilliseconds)
      return {
        send: (calls) => sendBatch(client, calls, sending),
        release: (isBroken) => client.release(isBroken),
      }
    },
  }
}

/** Takes a connection. While the server has none left, waits for one that this process has already. */
async function connectInTime(pool: pg.Pool, waitMilliseconds: number): Promise<pg.PoolClient> {
  const until = performance.now() + waitMilliseconds
  for (;;) {
    try {
      return await pool.connect()
    } catch (error) {
      if (!hasTooManyConnections(error) || performance.now() >= until) {
        throw unavailable(error, 'not-applied')
      }
      await sleep(FULL_PAUSE_MS)
    }
  }
}

/**
 * Prepared statements keep their plan while the table grows from nothing to millions of rows. Each reads by an index, so no
 * plan may be made for a small table that reads all of it.
 */
const PLANNING = `set_config('enable_seqscan', 'off', false), set_config('jit', 'off', false),
  set_config('plan_cache_mode', 'force_generic_plan', false)`

async function prepareConnection(client: pg.ClientBase, isPooled: boolean): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(
    `SELECT pg_is_in_recovery() AS standby${isPooled ? '' : `, ${PLANNING}`}`,
  )
  if (rows[0]?.standby !== false) throw STANDBY
}
