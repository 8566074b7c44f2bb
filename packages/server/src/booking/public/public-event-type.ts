import type { Result } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { type LoadedEventType, loadEventType } from '../bookings/offer.ts'
import { eventTypeEntity, eventTypeSlugEntity } from '../event-types/event-type.ts'
import { eventTypeKey, eventTypeSlugKey, providerSlugKey } from '../keys.ts'
import { providerSlugEntity } from '../providers/provider.ts'

/** An event type with a public page, its provider and their schedules. */
export type PublicEventType = LoadedEventType

/** Finds an event type by its id. The caller then acts for its account. */
export async function findPublicEventTypeById(
  deps: Dependencies,
  eventTypeId: string,
): Promise<Result<PublicEventType, Refusal>> {
  const eventType = await eventTypeEntity.read(deps.store, eventTypeKey(eventTypeId))
  return eventType === undefined
    ? notFound('event_type', eventTypeId)
    : loadEventType(deps, eventType.accountId, eventTypeId, true)
}

/**
 * Finds an event type by the slugs of its public page. Provider slugs are unique over all accounts, so
 * the two slugs identify the account; the caller then acts for it.
 */
export async function findPublicEventType(
  deps: Dependencies,
  providerSlug: string,
  eventTypeSlug: string,
): Promise<Result<PublicEventType, Refusal>> {
  const nothing = notFound('event_type', `${providerSlug}/${eventTypeSlug}`)
  const consistent = true
  const provider = await providerSlugEntity.read(deps.store, providerSlugKey(providerSlug), {
    consistent,
  })
  if (provider === undefined) return nothing
  const key = eventTypeSlugKey(provider.providerId, eventTypeSlug)
  const eventType = await eventTypeSlugEntity.read(deps.store, key, { consistent })
  if (eventType === undefined) return nothing
  const { accountId } = provider
  const found = await loadEventType(deps, accountId, eventType.eventTypeId, consistent)
  return found.ok ? found : nothing
}
