import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../caller.ts'
import type { Dependencies } from '../dependencies.ts'
import { connectionsRange } from '../items/connection-keys.ts'
import { deleteProvider } from '../providers/provider-deletion.ts'
import type { Refusal } from '../refusals.ts'
import { connectionFromItem } from './connection.ts'
import { removeCalendar } from './connections.ts'

/**
 * Deletes a provider, and disconnects its calendars. What a crash leaves in between goes when it is
 * due to be read.
 */
export async function deleteProviderAndCalendars(
  deps: Dependencies,
  caller: Caller<undefined>,
  providerId: string,
): Promise<Result<undefined, Refusal>> {
  const deleted = await deleteProvider(deps, caller, providerId)
  if (!deleted.ok) return deleted
  const { accountId, requestId, role } = caller
  const answer = await deps.store.query({ ...connectionsRange(providerId), consistent: true })
  for (const { kind } of answer.items.map(connectionFromItem)) {
    await removeCalendar(deps, { accountId, requestId, role }, providerId, kind)
  }
  return ok(undefined)
}
