import type { EventType } from '../../../application/event-types/event-type.ts'
import type { Provider } from '../../../application/providers/provider.ts'
import type { PublicProvider } from '../../../application/public/directory.ts'
import type { PublicEventType } from '../../../application/public/public-event-type.ts'

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
export const publicEventTypeView = ({ eventType, provider }: PublicEventType) => ({
  id: eventType.id,
  ...eventTypeSummary(eventType),
  provider: providerSummary(provider),
})

/** A provider as its page and the directory show it. */
export const publicProviderView = ({ provider, eventTypes }: PublicProvider) => ({
  ...providerSummary(provider),
  eventTypes: eventTypes.map(eventTypeSummary),
})
