import { isConferenceKind, type LocationKind } from '@holdfast/engine'
import type { DomainEvent } from '../../kernel/events/event.ts'

/** How an event changed where a booking takes place: elsewhere, by the first link of a meeting, or by another link. */
export type PlaceChange = 'elsewhere' | 'first-link' | 'other-link'

interface PlaceData {
  readonly kind: LocationKind
  readonly url: string | null
}

/** How a `booking.updated` event changed where its booking takes place; undefined if it did not. */
export function placeChangeOf(event: DomainEvent): PlaceChange | undefined {
  const { previousLocation } = event.data
  if (event.type !== 'booking.updated' || previousLocation === undefined) return undefined
  // The server itself writes the data of `booking.*` events, so it needs no check here.
  const before = previousLocation as unknown as PlaceData | null
  const { location: now } = event.data.booking as unknown as { readonly location: PlaceData | null }
  const isLink =
    event.actor?.kind === 'system' &&
    now != null &&
    now.kind === before?.kind &&
    isConferenceKind(now.kind)
  if (!isLink) return 'elsewhere'
  return before?.url == null ? 'first-link' : 'other-link'
}
