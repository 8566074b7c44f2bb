import type { BookingDetails, PublicBooking } from '@holdfast/contracts'
import { api, bearer, bookersView, unwrap } from '../../shared/api/api.ts'

/** A group with the names that its booker knows its bookings by. */
export interface LoadedGroup {
  readonly group: {
    readonly id: string
    readonly version: number
    readonly holdExpiresAt: string | null
    /** Whether its bookings are a visit, which is moved and cancelled as a whole. */
    readonly together: boolean
    /** Null if nothing is to pay. */
    readonly orderId: string | null
  }
  readonly bookings: readonly PublicBooking[]
  /** The provider and the event type of each booking, by its id. */
  readonly namesOf: ReadonlyMap<string, BookingDetails>
}

/** Which bookings a confirmation is about to cancel. */
export type Cancelling =
  | { readonly scope: 'all' }
  | { readonly scope: 'following'; readonly from: string }

/** Whether a booking is still to come about. */
export const isLive = ({ status }: PublicBooking): boolean =>
  status === 'pending' || status === 'confirmed'

/** Whether a booking can still be cancelled together with others. */
export const canCancel = (booking: PublicBooking): boolean =>
  isLive(booking) && Date.parse(booking.start) > Date.now()

/** Loads a group, and the names for each event type and provider in it; of a visit, for each booking. */
export async function loadGroup(
  id: string,
  token: string,
  signal: AbortSignal,
): Promise<LoadedGroup> {
  const options = { headers: bearer(token), signal }
  const group = await unwrap(
    api.GET('/v1/booking-groups/{id}', { params: { path: { id } }, ...options }),
  )
  const bookings = group.bookings
    .map(bookersView)
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
  const kinds = Map.groupBy(bookings, (booking) =>
    group.together ? booking.id : (booking.eventTypeId ?? booking.providerId),
  )
  const named = [...kinds.values()].map(async (alike) => {
    const details = await unwrap(
      api.GET('/v1/bookings/{id}/details', {
        params: { path: { id: alike[0]?.id ?? '' } },
        ...options,
      }),
    )
    return alike.map((booking) => [booking.id, details] as const)
  })
  return { group, bookings, namesOf: new Map((await Promise.all(named)).flat()) }
}

/** Confirms the bookings of a group that are held. */
export const confirmGroup = (id: string, token: string): Promise<unknown> =>
  unwrap(
    api.POST('/v1/booking-groups/{id}/confirm', {
      params: { path: { id } },
      headers: bearer(token),
      body: {},
    }),
  )

/** Cancels all bookings of a group that have not started, or those from a start on. */
export const cancelGroup = (id: string, token: string, from?: string): Promise<unknown> =>
  unwrap(
    api.POST('/v1/booking-groups/{id}/cancel', {
      params: { path: { id } },
      headers: bearer(token),
      body: from === undefined ? { scope: 'all' } : { scope: 'following', from },
    }),
  )

/** Moves all bookings of a group that have not started, the earliest of them to a start. */
export const moveGroup = (id: string, token: string, start: string): Promise<unknown> =>
  unwrap(
    api.POST('/v1/booking-groups/{id}/reschedule', {
      params: { path: { id } },
      headers: bearer(token),
      body: { start },
    }),
  )
