import type { Actor } from '@holdfast/engine'
import { z } from 'zod'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { eventWrite } from '../../kernel/events/outbox.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { ownTaskWrite } from '../../kernel/queue/own-task.ts'
import { RECHECK_AFTER_MILLISECONDS, recheck } from '../absences/recheck.ts'
import {
  type Closure,
  closureEntity,
  closureRepresentation,
  readClosureState,
} from '../closures/closure.ts'
import { closedBookings } from './closed-bookings.ts'
import { markProviders } from './mark-providers.ts'

/** The write of the event that names bookings in a closure; undefined if there are none. */
export const affectedEvent = (
  deps: Pick<Dependencies, 'ids' | 'clock'>,
  actor: Actor,
  closure: Closure,
  bookingIds: readonly string[],
): Write | undefined =>
  bookingIds.length === 0
    ? undefined
    : eventWrite(deps, 'closure.affected', actor, closure, {
        closure: closureRepresentation(closure),
        bookingIds: [...bookingIds],
      })

/** The data of a task that looks for more bookings in a new or changed closure. */
const RECHECK = z.object({
  key: z.object({ PK: z.string(), SK: z.string() }),
  /** The bookings that were named before. */
  bookingIds: z.array(z.string()),
})

/**
 * The write of a task that looks for more bookings after 60 s: a request that read the rules before the closure was there
 * may commit its booking a moment later, and an index may lack a provider that was created a moment before.
 */
export function recheckWrite(
  deps: Pick<Dependencies, 'ids' | 'clock'>,
  closure: Closure,
  bookingIds: readonly string[],
): Write {
  const { PK, SK } = closureEntity.key(closure)
  const data = { key: { PK, SK }, bookingIds: [...bookingIds] } satisfies z.infer<typeof RECHECK>
  const cause = {
    type: 'closure.recheck',
    accountId: closure.accountId,
    resourceId: closure.id,
    resourceVersion: closure.version,
    data,
  } as const
  return ownTaskWrite(deps, 'schedule', cause, RECHECK_AFTER_MILLISECONDS)
}

/** Marks providers that were being created, and looks once more for bookings in a closure: see `recheck`. */
export async function recheckClosure(deps: Dependencies, event: DomainEvent): Promise<void> {
  const { key, bookingIds } = RECHECK.parse(event.data)
  const state = await readClosureState(deps, event.accountId)
  if (state !== undefined) await markProviders(deps, event.accountId, state.untilEpochSeconds)
  await recheck<Closure>(deps, event, bookingIds, {
    title: `closure ${event.resourceId}`,
    read: () => closureEntity.read(deps.store, key),
    find: (closure) => closedBookings(deps, closure),
    replace: closureEntity.replace,
    event: (closure, more) => affectedEvent(deps, { kind: 'system' }, closure, more),
  })
}
