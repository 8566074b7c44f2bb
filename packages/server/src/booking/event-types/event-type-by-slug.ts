import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { bookingIndexKeys, eventTypeSlugKey } from '../keys.ts'
import { type EventType, eventTypeEntity, eventTypeSlugEntity } from './event-type.ts'
import { getEventType } from './event-types.ts'

/**
 * Finds an event type by its slug. If several providers use the slug, `providerId` is required. Without it, an index
 * finds the event type, which may lack one that was created a moment ago.
 */
export async function getEventTypeBySlug(
  deps: Dependencies,
  caller: Caller,
  slug: string,
  providerId: string | undefined,
): Promise<Result<EventType, Refusal>> {
  if (providerId !== undefined) {
    const missing = notFound('event_type', slug)
    const reserved = await eventTypeSlugEntity.read(deps.store, eventTypeSlugKey(providerId, slug))
    if (reserved === undefined) return missing
    const found = await getEventType(deps, caller, reserved.eventTypeId)
    // That of another account must not be told from none.
    return found.ok ? found : missing
  }
  const found = await deps.store.query({
    index: 'GSI2',
    partition: bookingIndexKeys.eventTypesBySlug(caller.accountId, slug),
    consistent: true,
    limit: 10,
  })
  const eventTypes = found.items.map(eventTypeEntity.decode)
  const [first, second] = eventTypes
  if (first === undefined) return notFound('event_type', slug)
  if (second === undefined) return ok(first)
  const providerIds = eventTypes.map((eventType) => eventType.providerId)
  return refuse({ code: 'slug_ambiguous', slug, providerIds })
}
