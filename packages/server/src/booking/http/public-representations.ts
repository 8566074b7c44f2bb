import type { EventType } from '../event-types/event-type.ts'
import type { Provider } from '../providers/provider.ts'
import type { PublicProvider } from '../public/directory.ts'
import type { PublicEventType } from '../public/public-event-type.ts'

/** What anybody may know: each member is named, so nothing private slips in with the next one. */

const eventTypeSummary = (eventType: EventType) => ({
  slug: eventType.slug,
  title: eventType.title,
  description: eventType.description ?? null,
  durationMinutes: eventType.durationMinutes,
  confirmation: eventType.confirmation,
})

const providerSummary = (provider: Provider) => ({
  slug: provider.slug,
  name: provider.name,
  specialty: provider.specialty ?? null,
  timeZone: provider.timeZone,
})

/** An event type as its booking page shows it. */
export const publicEventTypeRepresentation = ({ eventType, provider }: PublicEventType) => ({
  id: eventType.id,
  ...eventTypeSummary(eventType),
  provider: providerSummary(provider),
})

/** A provider as its page and the directory show it. */
export const publicProviderRepresentation = ({ provider, eventTypes }: PublicProvider) => ({
  ...providerSummary(provider),
  eventTypes: eventTypes.map(eventTypeSummary),
})
