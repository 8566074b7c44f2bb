import { queryOptions } from '@tanstack/react-query'
import { api, type Booking, readPages, unwrap } from '../api.ts'
import { readBooking } from '../queries.ts'
import { addDays } from '../zoned.ts'
import type { TimeOffTime } from './time-off-time.ts'

/** The time off of a provider that overlaps a range of instants or dates; without `to`, all from `from` on. */
export const timeOffQuery = (providerId: string, range: { from: string; to?: string }) =>
  queryOptions({
    queryKey: ['time-off', providerId, range.from, range.to ?? ''],
    queryFn: async () => {
      const path = { id: providerId }
      const { data } = await readPages((page) =>
        unwrap(
          api.GET('/v1/providers/{id}/time-off', {
            params: { path, query: { ...range, ...page } },
          }),
        ),
      )
      return data
    },
  })

const LIVE: Booking['status'][] = ['pending', 'confirmed']

/** Whether a booking takes time from now on: not over, and no hold that has lapsed. */
const isLive = ({ end, holdExpiresAt }: Booking, nowMs: number): boolean =>
  Date.parse(end) > nowMs && (holdExpiresAt === null || Date.parse(holdExpiresAt) > nowMs)

/** How many bookings are read at the same time. */
const AT_ONCE = 6

/** The live bookings of a provider, or of all, in a time `[start, end)` of instants, by start. */
async function listIn(
  providerId: string | undefined,
  { start, end }: TimeOffTime,
): Promise<Booking[]> {
  // A booking lasts a day at most. The range of the list is about starts.
  const from = `${addDays(start.slice(0, 10), -2)}T00:00:00Z`
  const query = { ...(providerId && { providerId }), from, to: end, status: LIVE }
  const { data } = await readPages((page) =>
    unwrap(api.GET('/v1/bookings', { params: { query: { ...query, ...page } } })),
  )
  return data.filter(
    (booking) => booking.start < end && booking.end > start && isLive(booking, Date.now()),
  )
}

/** Reads bookings by their ids, a few at a time. */
async function readEach(ids: readonly string[]): Promise<Booking[]> {
  const found: Booking[] = []
  for (let index = 0; index < ids.length; index += AT_ONCE) {
    const part = ids.slice(index, index + AT_ONCE)
    found.push(...(await Promise.all(part.map(readBooking))))
  }
  return found
}

/** Which bookings to load: those that the server named, or those that are in the time now. */
export interface AffectedBy {
  /** Undefined for a closure: its bookings can be those of any provider. */
  readonly providerId?: string
  /** Who is away. Nobody of them can take a booking over. */
  readonly awayIds: ReadonlySet<string>
  /** Instants. */
  readonly time: TimeOffTime
  /** The ids that the server named. */
  readonly bookingIds?: readonly string[]
}

/** The bookings of one provider who is away. */
export const awayOf = (
  providerId: string,
  time: TimeOffTime,
  bookingIds?: readonly string[],
): AffectedBy => ({
  providerId,
  awayIds: new Set([providerId]),
  time,
  ...(bookingIds && { bookingIds }),
})

/** The bookings that time off or a closure affects, by start. */
export const affectedQuery = ({ providerId, time, bookingIds }: AffectedBy) =>
  queryOptions({
    // Not a list that events reload: the choices are about the bookings that are shown.
    queryKey: ['affected', providerId, time, bookingIds],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async (): Promise<readonly Booking[]> => {
      const listed = await listIn(providerId, time)
      if (bookingIds === undefined) return listed
      const known = new Map(listed.map((booking) => [booking.id, booking]))
      const others = await readEach(bookingIds.filter((id) => !known.has(id)))
      for (const booking of others) known.set(booking.id, booking)
      return bookingIds.flatMap((id) => known.get(id) ?? [])
    },
  })
