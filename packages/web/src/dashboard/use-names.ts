import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import type { Booking, EventType, Provider } from './api.ts'
import { providerIdsOf } from './bookings/candidates.ts'
import { bookingMessages } from './bookings/messages.ts'
import { commonMessages } from './messages.ts'
import { allEventTypesQuery, providersQuery } from './queries.ts'

/** Lookups of the names around a booking. */
export interface Names {
  readonly provider: (id: string) => Provider | undefined
  /** The names of all providers that a booking takes, as a list. */
  readonly providers: (booking: Booking) => string
  readonly eventType: (id: string | null) => EventType | undefined
  /** The event type's title; for a provider slot without one, "Appointment". */
  readonly service: (booking: Booking) => string
  /** The booker's name; a hold may not have one yet. */
  readonly booker: (booking: Booking) => string
}

const byId = <Entry extends { readonly id: string }>(entries: readonly Entry[] = []) =>
  new Map(entries.map((entry) => [entry.id, entry]))

/** Looks up names among the account's providers and event types. */
export function useNames(): Names {
  const t = useMessages(bookingMessages)
  const common = useMessages(commonMessages)
  const { data: providers } = useQuery(providersQuery)
  const { data: eventTypes } = useQuery(allEventTypesQuery)
  const providerOf = useMemo(() => byId(providers), [providers])
  const eventTypeOf = useMemo(() => byId(eventTypes), [eventTypes])
  const eventType = useCallback(
    (id: string | null) => (id === null ? undefined : eventTypeOf.get(id)),
    [eventTypeOf],
  )
  const { format } = useI18n()
  return {
    providers: (booking) =>
      format.list(providerIdsOf(booking).flatMap((id) => providerOf.get(id)?.name ?? [])),
    provider: useCallback((id: string) => providerOf.get(id), [providerOf]),
    eventType,
    service: useCallback(
      (booking: Booking) => eventType(booking.eventTypeId)?.title ?? t.appointment,
      [eventType, t],
    ),
    booker: useCallback(
      ({ booker }: Booking) => (booker ? booker.name || common.unnamed : common.held),
      [common],
    ),
  }
}
