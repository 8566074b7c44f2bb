import type { EventType } from '../event-types/event-type.ts'
import type { Provider } from '../providers/provider.ts'
import { fitTogether } from '../visits/in-common.ts'
import type { PublicProvider } from './directory.ts'

/** Whether bookers may add other services of its page to an event type, as one visit. */
export const canAddServices = (
  eventType: EventType,
  { visits }: Pick<Provider, 'visits'>,
): boolean => visits !== undefined && fitTogether([eventType]).ok

/** The page of a provider with only the event types that bookers may add to one of them; none if there is no such one. */
export function withAddableTo(page: PublicProvider, slug: string): PublicProvider {
  const { provider, eventTypes } = page
  const first = eventTypes.find((each) => each.slug === slug)
  const addable =
    first && canAddServices(first, provider)
      ? eventTypes.filter((each) => each !== first && fitTogether([first, each]).ok)
      : []
  return { ...page, eventTypes: addable }
}
