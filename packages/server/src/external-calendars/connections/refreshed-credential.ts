import type { FreeBusyFailure } from '../../kernel/ports/free-busy.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { afterCredentialRefresh, afterRead } from './after-read.ts'
import { type Connection, connectionEntity } from './connection.ts'
import { connectionEvent } from './connection-writes.ts'
import { findConnection } from './connections.ts'
import { dueWrites, scheduleCredentialDeletion } from './due-connections.ts'

/** How the adoption of a refreshed credential ended. */
export type Adoption =
  | { readonly kind: 'adopted'; readonly connection: Connection }
  /** The connection has another credential by now: use that one. */
  | { readonly kind: 'superseded'; readonly connection: Connection }
  | { readonly kind: 'gone' }

/** How long a replaced credential stays in the vault, for concurrent refreshes that still read it. */
const DELETE_AFTER_MILLISECONDS = 10 * 60_000

/**
 * Replaces the credential of a connection by a refreshed one, if the connection still has the credential
 * that was refreshed. One of several concurrent refreshes is adopted; the others get its connection.
 */
export async function adoptCredential(
  deps: ExternalCalendarsDependencies,
  connection: Connection,
  credentialReference: string,
): Promise<Adoption> {
  let before = connection
  return retryOnConflict<Adoption>(`connection ${connection.id}`, async () => {
    const now = deps.clock.nowEpochMilliseconds()
    const after = afterCredentialRefresh(before, credentialReference, now)
    const outcome = await transact(deps, {
      connection: connectionEntity.replace(before, after),
      ...dueWrites(before, after),
      deletion: scheduleCredentialDeletion(deps, before, now + DELETE_AFTER_MILLISECONDS),
    })
    if (outcome.kind === 'done') return { kind: 'adopted', connection: after }
    const current = await findConnection(deps, connection.providerId, connection.kind)
    if (current === undefined || current.id !== connection.id) return { kind: 'gone' }
    if (current.credentialReference !== connection.credentialReference) {
      return { kind: 'superseded', connection: current }
    }
    before = current
    return CONFLICT
  })
}

/**
 * Marks a connection as broken: its grant was revoked, and only connecting again helps. Publishes one
 * event. Does nothing if the connection has another credential by now, is already broken, or is gone.
 */
export async function markBroken(
  deps: ExternalCalendarsDependencies,
  connection: Connection,
  failure: { readonly code: FreeBusyFailure; readonly detail: string },
): Promise<void> {
  return retryOnConflict(`connection ${connection.id}`, async () => {
    const before = await findConnection(deps, connection.providerId, connection.kind)
    if (
      before === undefined ||
      before.status === 'broken' ||
      before.credentialReference !== connection.credentialReference
    ) {
      return
    }
    const now = deps.clock.nowEpochMilliseconds()
    const read = {
      startedAtEpochMilliseconds: now,
      range: { startEpochMinutes: 0, endEpochMinutes: 0 },
      timeZone: 'UTC',
      outcome: { kind: 'failed', code: 'unauthorized', detail: failure.detail },
    } as const
    const after = afterRead(before, read, now)
    const outcome = await transact(deps, {
      connection: connectionEntity.replace(before, after),
      ...dueWrites(before, after),
      outbox: connectionEvent(deps, { kind: 'system' }, 'calendar.sync_failed', after),
    })
    return outcome.kind === 'done' ? undefined : CONFLICT
  })
}
