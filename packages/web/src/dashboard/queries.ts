import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type Booking, isProblem, type LoadedList, readPages, unwrap } from './api.ts'

/**
 * The current session; null without one. The first part of each query key in this file is what the
 * event stream invalidates, so that changes made elsewhere appear here.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  // Having no session is a valid result.
  queryFn: () =>
    unwrap(api.GET('/v1/session')).catch((error: unknown) => {
      if (isProblem(error, 'unauthenticated')) return null
      throw error
    }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async () =>
    (await readPages((query) => unwrap(api.GET('/v1/providers', { params: { query } })))).data,
})

export const eventTypesQuery = queryOptions({
  queryKey: ['event-types'],
  queryFn: async () =>
    (await readPages((query) => unwrap(api.GET('/v1/event-types', { params: { query } })))).data,
})

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async () =>
    (await readPages((query) => unwrap(api.GET('/v1/webhook-endpoints', { params: { query } }))))
      .data,
})

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', id],
    queryFn: () =>
      unwrap(
        api.GET('/v1/webhook-endpoints/{id}/deliveries', {
          params: { path: { id }, query: { limit: 50 } },
        }),
      ),
    // No event announces the progress of a delivery.
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'pending') ? 1_000 : 5_000,
  })

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async () =>
    (await readPages((query) => unwrap(api.GET('/v1/api-keys', { params: { query } })))).data,
})

export const contactsQuery = (email: string | undefined) =>
  queryOptions({
    queryKey: ['contacts', email ?? ''],
    queryFn: () =>
      readPages(
        (query) =>
          unwrap(
            api.GET('/v1/contacts', { params: { query: { ...query, ...(email && { email }) } } }),
          ),
        5,
      ),
    // A contact is written shortly after the booking, and no event announces it.
    refetchInterval: 5_000,
  })

export const deadLettersQuery = queryOptions({
  queryKey: ['dead-letters'],
  queryFn: () =>
    readPages((query) => unwrap(api.GET('/v1/dead-letters', { params: { query } })), 2),
  // No event announces a dead letter.
  refetchInterval: 5_000,
})

/** Filters for bookings; `from` and `to` are dates or instants, half-open. */
export interface BookingFilter {
  readonly providerIds: readonly string[]
  readonly status?: Booking['status'] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly bookerEmail?: string | undefined
  /** Pages of 100 per provider. Default: 1. */
  readonly pageCount?: number
}

const byStart = (a: Booking, b: Booking): number =>
  Date.parse(a.start) - Date.parse(b.start) || (a.id < b.id ? -1 : 1)

/** Browsers open six connections to a server; two stay free for the rest of the page. */
const MAX_CONCURRENT_READS = 4

/** Reads every entry, a few at a time, and returns the results in order. */
export async function mapConcurrently<Entry, Result>(
  entries: readonly Entry[],
  read: (entry: Entry) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const remaining = entries.entries()
  const work = async () => {
    for (const [index, entry] of remaining) results[index] = await read(entry)
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_READS }, work))
  return results
}

/** The bookings of one provider, cached until an event about that provider. */
const providerBookingsQuery = (
  providerId: string,
  filter: Omit<BookingFilter, 'providerIds' | 'pageCount'>,
  pageCount: number,
) =>
  queryOptions({
    queryKey: ['provider-bookings', providerId, filter, pageCount],
    queryFn: (): Promise<LoadedList<Booking>> => {
      const filters = Object.fromEntries(Object.entries(filter).filter(([, value]) => value))
      return readPages(
        (page) =>
          unwrap(
            api.GET('/v1/bookings', { params: { query: { ...filters, ...page, providerId } } }),
          ),
        pageCount,
      )
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Reloads the bookings of one provider, or of all if none is given. */
export async function invalidateBookings(client: QueryClient, providerId?: string): Promise<void> {
  const parts = {
    queryKey: ['provider-bookings', ...(providerId === undefined ? [] : [providerId])],
  }
  const lists = { queryKey: ['bookings'] }
  // A read in progress may predate the change, but would count as fresh.
  await client.cancelQueries(lists)
  await client.cancelQueries(parts)
  await client.invalidateQueries(parts)
  await client.invalidateQueries(lists)
}

/** Merges the lists by start, up to the first point where one of them is not loaded further. */
export function mergeByStart(lists: readonly LoadedList<Booking>[]): LoadedList<Booking> {
  const ends = lists.flatMap(({ data, hasMore }) => (hasMore ? (data.at(-1)?.start ?? []) : []))
  const end = Math.min(...ends.map((start) => Date.parse(start)))
  const data = lists.flatMap((list) => list.data).filter(({ start }) => Date.parse(start) <= end)
  return { data: data.sort(byStart), hasMore: ends.length > 0 }
}

/** The bookings of several providers, sorted by start. */
export const bookingsQuery = ({ providerIds, pageCount = 1, ...filter }: BookingFilter) =>
  queryOptions({
    queryKey: ['bookings', providerIds, filter, pageCount],
    queryFn: async ({ client }): Promise<LoadedList<Booking>> =>
      mergeByStart(
        await mapConcurrently(providerIds, (id) =>
          client.fetchQuery(providerBookingsQuery(id, filter, pageCount)),
        ),
      ),
  })

/** The current state of a booking, starting with its state in a list. */
export const bookingQuery = (listed: Booking) =>
  queryOptions({
    queryKey: ['bookings', 'one', listed.id],
    queryFn: () =>
      unwrap(
        api.GET('/v1/bookings/{id}', { params: { path: { id: listed.id } } }),
      ) as Promise<Booking>,
    initialData: listed,
    // The list may predate the last change.
    initialDataUpdatedAt: 0,
  })

/** The pending bookings that wait for approval. */
export const approvalsQuery = (providerIds: readonly string[]) =>
  queryOptions({
    ...bookingsQuery({ providerIds, status: 'pending', from: undefined }),
    select: ({ data }: LoadedList<Booking>) =>
      data.filter(({ confirmation }) => confirmation === 'approval'),
  })
