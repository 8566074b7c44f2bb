import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { type Connection, connectionEntity } from './connection.ts'
import { findConnection } from './connections.ts'
import { dueWrites } from './due-connections.ts'

/**
 * Makes a read in the background due at once, or when the vendor's pause ends. Does nothing if a read is
 * due by then, or if none is scheduled, because only a new grant helps.
 */
export async function requestRefresh(
  deps: ExternalCalendarsDependencies,
  connection: Connection,
): Promise<void> {
  let before: Connection | undefined = connection
  return retryOnConflict(`connection ${connection.id}`, async (round) => {
    if (round > 0) before = await findConnection(deps, connection.providerId, connection.kind)
    const due = before?.id === connection.id ? before.refreshAtEpochMilliseconds : undefined
    if (before === undefined || due === undefined) return
    const dueAt = Math.max(
      deps.clock.nowEpochMilliseconds(),
      before.failure?.notBeforeEpochMilliseconds ?? 0,
    )
    if (due <= dueAt) return
    const after = { ...before, version: before.version + 1, refreshAtEpochMilliseconds: dueAt }
    const outcome = await transact(deps, {
      connection: connectionEntity.replace(before, after),
      ...dueWrites(before, after),
    })
    return outcome.kind === 'done' ? undefined : CONFLICT
  })
}
