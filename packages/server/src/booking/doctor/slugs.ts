import { slugRule } from '../../identity/reserved-slug.ts'
import { eventTypeEntity, eventTypeSlugEntity, slugOfEventType } from '../event-types/event-type.ts'
import { eventTypeKey, providerKey } from '../keys.ts'
import { providerEntity, providerSlugEntity, slugOfProvider } from '../providers/provider.ts'

/** A deleted provider has no slug. */
export const providerSlugRule = slugRule({
  kind: 'provider_slug',
  entity: providerSlugEntity,
  owner: { kind: 'provider', entity: providerEntity },
  slugOf: (provider) =>
    provider.deletedAtEpochSeconds === undefined ? slugOfProvider(provider) : undefined,
  ownerKey: ({ providerId }) => providerKey(providerId),
})

/** A deleted event type has no slug. */
export const eventTypeSlugRule = slugRule({
  kind: 'event_type_slug',
  entity: eventTypeSlugEntity,
  owner: { kind: 'event_type', entity: eventTypeEntity },
  slugOf: (eventType) =>
    eventType.deletedAtEpochSeconds === undefined ? slugOfEventType(eventType) : undefined,
  ownerKey: ({ eventTypeId }) => eventTypeKey(eventTypeId),
})
