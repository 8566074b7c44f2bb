import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, readPages, unwrap } from '../api.ts'
import type { AffectedBy } from '../time-off/time-off-queries.ts'
import type { TimeOffTime } from '../time-off/time-off-time.ts'
import { type Closure, type ClosureScope, timeAround } from './closures.ts'

/** The closures that overlap a range of dates or instants, by start; without `to`, all from `from` on. */
export const closuresQuery = (range: { from: string; to?: string }) =>
  queryOptions({
    queryKey: ['closures', range.from, range.to ?? ''],
    queryFn: async (): Promise<readonly Closure[]> => {
      const { data } = await readPages((page) =>
        unwrap(api.GET('/v1/closures', { params: { query: { ...range, ...page } } })),
      )
      return data.toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
    },
  })

/** The bookings that a closure would hit. */
export const previewQuery = (time: TimeOffTime | undefined, scope: ClosureScope | undefined) =>
  queryOptions({
    queryKey: ['bookings', 'closing', time, scope],
    enabled: time !== undefined && scope !== undefined,
    queryFn: async () => {
      if (time === undefined || scope === undefined) return []
      const body = { ...time, ...scope }
      return (await unwrap(api.POST('/v1/closures/preview', { body }))).affectedBookings
    },
    placeholderData: keepPreviousData,
  })

/** The ids of the bookings that are in a closure now. */
export const closedBookingsQuery = (id: string) =>
  queryOptions({
    // As with the bookings of time off: choices are about those that are shown.
    queryKey: ['affected', 'closure', id],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async () => {
      const params = { path: { id } }
      return (await unwrap(api.GET('/v1/closures/{id}/bookings', { params }))).affectedBookings
    },
  })

/** The bookings that a closure hits, to decide about. */
export const affectedOf = (
  time: Pick<Closure, 'start' | 'end'>,
  awayIds: ReadonlySet<string>,
  bookingIds: readonly string[],
): AffectedBy => ({ awayIds, time: timeAround(time), bookingIds })
