import type { Result } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { loadEventType } from '../bookings/offer.ts'
import type { EventType } from '../event-types/event-type.ts'
import { eventTypeKey, eventTypeSlugKey, providerSlugKey } from '../keys.ts'
import type { Provider } from '../providers/provider.ts'

/** An event type that has a public page, and its provider. */
export interface PublicEventType {
  readonly eventType: EventType
  readonly provider: Provider
}

/** Finds an event type by its id, whose account the caller acts for from here on. */
export async function findPublicEventTypeById(
  deps: Dependencies,
  eventTypeId: string,
): Promise<Result<PublicEventType, Refusal>> {
  const item = await deps.store.get(eventTypeKey(eventTypeId))
  return item === undefined
    ? notFound('event_type', eventTypeId)
    : loadEventType(deps, item.accountId as string, eventTypeId, true)
}

/**
 * Finds an event type by the slugs of its public page. Provider slugs are unique over all accounts,
 * so the two slugs say whose it is; the caller acts for that account from here on.
 */
export async function findPublicEventType(
  deps: Dependencies,
  providerSlug: string,
  eventTypeSlug: string,
): Promise<Result<PublicEventType, Refusal>> {
  const nothing = notFound('event_type', `${providerSlug}/${eventTypeSlug}`)
  const provider = await deps.store.get(providerSlugKey(providerSlug), { consistent: true })
  if (provider === undefined) return nothing
  const key = eventTypeSlugKey(provider.providerId as string, eventTypeSlug)
  const eventType = await deps.store.get(key, { consistent: true })
  if (eventType === undefined) return nothing
  const found = await loadEventType(
    deps,
    provider.accountId as string,
    eventType.eventTypeId as string,
    true,
  )
  return found.ok ? found : nothing
}
