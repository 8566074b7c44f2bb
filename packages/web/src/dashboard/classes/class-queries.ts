import type { components } from '@holdfast/client'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, readPages, unwrap } from '../api.ts'
import { invalidateBookings } from '../queries.ts'

/** A start of an event type with seats, with its bookings. */
export type ClassSession = components['schemas']['ClassSession']

/** A change of a whole class. */
export type ClassChange =
  | { readonly kind: 'cancel'; readonly reason: string }
  | { readonly kind: 'reschedule'; readonly start: string }
  | {
      readonly kind: 'reassign'
      readonly from: string | undefined
      readonly to: string | undefined
    }

/**
 * The classes of an event type that start in `[from, to)`, by start. Instants, at most 62 days. `withOffered`: also the
 * starts that nobody has booked yet.
 */
export const classesQuery = (eventTypeId: string, from: string, to: string, withOffered: boolean) =>
  queryOptions({
    // Whatever changes a booking changes its class.
    queryKey: ['bookings', 'classes', eventTypeId, from, to, withOffered],
    queryFn: () =>
      readPages((page) =>
        unwrap(
          api.GET('/v1/event-types/{id}/sessions', {
            params: {
              path: { id: eventTypeId },
              query: { ...page, from, to, ...(withOffered && { include: 'offered' }) },
            },
          }),
        ),
      ),
  })

/** A class after a change of all of it. */
export type ClassState = components['schemas']['ClassSessionState']

/** Sends a change of a whole class; resolves to the class after it. Its bookings follow within seconds. */
export function sendClassChange(
  eventTypeId: string,
  start: string,
  change: ClassChange,
): Promise<ClassState> {
  const params = { path: { id: eventTypeId, start } }
  switch (change.kind) {
    case 'cancel': {
      const body = change.reason === '' ? {} : { reason: change.reason }
      return unwrap(api.POST('/v1/event-types/{id}/sessions/{start}/cancel', { params, body }))
    }
    case 'reschedule': {
      const body = { start: change.start }
      return unwrap(api.POST('/v1/event-types/{id}/sessions/{start}/reschedule', { params, body }))
    }
    case 'reassign': {
      const { from, to } = change
      const body = { ...(from && { from }), ...(to && { to }) }
      return unwrap(api.POST('/v1/event-types/{id}/sessions/{start}/reassign', { params, body }))
    }
  }
}

/** Returns a function that changes a whole class and reloads what shows it. Rejects with the server's error. */
export function useClassChange(): (
  eventTypeId: string,
  start: string,
  change: ClassChange,
) => Promise<void> {
  const client = useQueryClient()
  return async (eventTypeId, start, change) => {
    try {
      await sendClassChange(eventTypeId, start, change)
    } finally {
      await invalidateBookings(client)
    }
  }
}
