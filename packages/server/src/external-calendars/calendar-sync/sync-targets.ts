import { type Booking, providersOf, timesOfProvider } from '@holdfast/engine'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { type Connection, connectionEntity } from '../connections/connection.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { connectionsRange, syncedEventsRange } from '../keys.ts'
import { type SyncedEvent, syncedEventEntity } from './synced-event.ts'

/** A connected calendar that shows a booking, should show it, or may no longer show it. */
export interface SyncTarget {
  readonly connection: Connection
  /** The provider in the key of the synced event. Absent: the booking had one provider when it was written. */
  readonly keyedBy?: string
  /** Which of the spans of the provider, from 0. */
  readonly part: number
}

/**
 * The calendars that a booking concerns: those of its providers, and of those who have left it. They are found
 * by the events that were written for them, and by the provider that a move replaced.
 */
export async function targetsOf(
  deps: ExternalCalendarsDependencies,
  booking: Booking,
  event: DomainEvent,
): Promise<readonly SyncTarget[]> {
  if (booking.assignments === undefined) {
    const connections = await connectionsOf(deps, booking.providerId)
    return connections.map((connection) => ({ connection, part: 0 }))
  }
  const { items } = await deps.store.query({ ...syncedEventsRange(booking.id), consistent: true })
  const events = items.map(syncedEventEntity.decode)
  const { previousProviderId } = event.data
  const providerIds = new Set([
    ...providersOf(booking),
    ...events.flatMap(({ providerId }) => providerId ?? []),
    ...(typeof previousProviderId === 'string' ? [previousProviderId] : []),
  ])
  const targets: SyncTarget[] = []
  for (const providerId of providerIds) {
    for (const connection of await connectionsOf(deps, providerId)) {
      const isFromBefore = events.some(
        (each) => each.providerId === undefined && each.connectionId === connection.id,
      )
      if (isFromBefore) targets.push({ connection, part: 0 })
      else {
        for (const part of partsOf(booking, events, providerId)) {
          targets.push({ connection, keyedBy: providerId, part })
        }
      }
    }
  }
  return targets
}

/** The spans of a provider that calendars show or should show: those of the booking, and of events of a longer list. */
function partsOf(
  booking: Booking,
  events: readonly SyncedEvent[],
  providerId: string,
): readonly number[] {
  const written = events.filter((each) => each.providerId === providerId)
  const count = Math.max(
    timesOfProvider(booking, providerId).length,
    ...written.map(({ part = 0 }) => part + 1),
  )
  return Array.from({ length: count }, (_, part) => part)
}

/** The connections of a provider. */
export async function connectionsOf(
  deps: Pick<ExternalCalendarsDependencies, 'store'>,
  providerId: string,
): Promise<readonly Connection[]> {
  const { items } = await deps.store.query({ ...connectionsRange(providerId), consistent: true })
  return items.map(connectionEntity.decode)
}
