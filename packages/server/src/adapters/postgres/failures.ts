import { StoreUnavailable } from '../../kernel/ports/store.ts'

/** The database belongs to a newer version of Holdfast or to another program, or lacks a privilege. */
export class DatabaseNotUsable extends Error {
  override readonly name = 'DatabaseNotUsable'
  readonly code = 'store_database_not_usable'
}

/**
 * Classes and codes of SQLSTATE (PostgreSQL, appendix A) after which a later try may succeed: connections (08), no
 * resources (53), an operator's intervention (57), a failed system call (58), a conflict of transactions (40), a lock that was
 * waited for in vain (55P03), a transaction that idled too long (25P03), and a server that accepts reads only, as after a
 * failover (25006, or 55000 for a function).
 */
const PASSING = /^(08|53|57|58|40)|^(25006|25P03|55000|55P03)$/

/** Codes of Node's errors of sockets and names. */
const SOCKET = /^(E[A-Z]+|ENOTFOUND|EAI_AGAIN)$/

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

/** Whether a statement waited for a lock in vain. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

/** Whether the server has as many connections as it allows. */
export const hasTooManyConnections = (error: unknown): boolean => codeOf(error) === '53300'

/** Node's codes for a certificate that it does not trust, and for a handshake that failed. */
const TLS = /CERT|SIGNATURE|^ERR_(TLS|SSL|OSSL)/

/** The form of the server's own codes. */
const SQLSTATE = /^[0-9A-Z]{5}$/

/** The error of a start that failed: `DatabaseNotUsable` if only other settings can help, otherwise `StoreUnavailable`. */
export function startFailure(error: unknown): unknown {
  const code = codeOf(error) ?? ''
  if (!(error instanceof Error)) return error
  if (error.message.includes('unsupported startup parameter')) {
    const pooler = 'A pooler refuses the settings of a connection. Set HOLDFAST_POSTGRES_POOLER=1.'
    return new DatabaseNotUsable(pooler, { cause: error })
  }
  const isRefused = !isPassing(error) && (SQLSTATE.test(code) || TLS.test(code))
  if (!isRefused) return notApplied(error)
  const message = TLS.test(code)
    ? `The certificate of PostgreSQL is not trusted: ${error.message}. Check the host and sslrootcert in HOLDFAST_POSTGRES_URL.`
    : `PostgreSQL refuses this server: ${error.message}. Check HOLDFAST_POSTGRES_URL and the rights of its user.`
  return new DatabaseNotUsable(message, { cause: error })
}

/** Whether a statement failed because the server cannot be reached or is overloaded. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined) return PASSING.test(code) || SOCKET.test(code)
  // The driver's own errors have no code: a connection that ended, and a pool that gave none in time.
  return error instanceof Error && /connection|timeout|terminated/i.test(error.message)
}

/** Whether the server itself refused a statement, so that the transaction is over. */
export const isRejection = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && error.severity === 'ERROR'

/** The error of a statement that certainly changed nothing. */
export const notApplied = (error: unknown): unknown =>
  isPassing(error) ? unavailable(error, 'not-applied') : error

/** The error for a server that did not answer. */
export const unavailable = (
  error: unknown,
  outcome: StoreUnavailable['outcome'],
): StoreUnavailable => {
  if (error instanceof StoreUnavailable && error.outcome === outcome) return error
  return new StoreUnavailable(`PostgreSQL cannot answer: ${reasonOf(error)}`, outcome, {
    cause: error,
  })
}

/** The server's reason, with its hint for the operator, such as the setting that has too small a value. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const hint = 'hint' in error && typeof error.hint === 'string' ? ` ${error.hint}` : ''
  return `${error.message}${hint}`
}
