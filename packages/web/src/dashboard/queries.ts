import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type Booking, isProblem, type Loaded, pages, unwrap } from './api.ts'

/**
 * What the pages read, by key. The first part of a key is what the event stream marks as stale, so
 * that another window's change shows here.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  // Nobody signed in is an answer like any other.
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
    (await pages((query) => unwrap(api.GET('/v1/providers', { params: { query } })))).data,
})

export const eventTypesQuery = queryOptions({
  queryKey: ['event-types'],
  queryFn: async () =>
    (await pages((query) => unwrap(api.GET('/v1/event-types', { params: { query } })))).data,
})

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async () =>
    (await pages((query) => unwrap(api.GET('/v1/webhook-endpoints', { params: { query } })))).data,
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
    // A delivery begins and settles by itself, after the event that it carries.
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'pending') ? 1_000 : 5_000,
  })

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async () =>
    (await pages((query) => unwrap(api.GET('/v1/api-keys', { params: { query } })))).data,
})

export const contactsQuery = (email: string | undefined) =>
  queryOptions({
    queryKey: ['contacts', email ?? ''],
    queryFn: () =>
      pages(
        (query) =>
          unwrap(
            api.GET('/v1/contacts', { params: { query: { ...query, ...(email && { email }) } } }),
          ),
        5,
      ),
    // A contact is written soon after the booking, and no event tells of it.
    refetchInterval: 5_000,
  })

export const deadLettersQuery = queryOptions({
  queryKey: ['dead-letters'],
  queryFn: () => pages((query) => unwrap(api.GET('/v1/dead-letters', { params: { query } })), 2),
  // What is given up is told by no event.
  refetchInterval: 5_000,
})

/** Which bookings are wanted: `from` and `to` are dates or instants, half-open. */
export interface BookingFilter {
  readonly providerIds: readonly string[]
  readonly status?: Booking['status'] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly bookerEmail?: string | undefined
  /** Pages of 100 for each provider; 1 unless set. */
  readonly pageCount?: number
}

const byStart = (a: Booking, b: Booking): number =>
  Date.parse(a.start) - Date.parse(b.start) || (a.id < b.id ? -1 : 1)

/** Reads of providers under way at once: of the six connections to a server some are for the rest of the page. */
const READS_AT_ONCE = 4

/** Answers for each entry in order, a few at a time. */
export async function eachOf<Entry, Answer>(
  entries: readonly Entry[],
  answer: (entry: Entry) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  const waiting = entries.entries()
  const work = async () => {
    for (const [index, entry] of waiting) answers[index] = await answer(entry)
  }
  await Promise.all(Array.from({ length: READS_AT_ONCE }, work))
  return answers
}

/** One provider's part of a list of bookings: kept until an event of this provider makes it stale. */
const ownBookingsQuery = (
  providerId: string,
  filter: Omit<BookingFilter, 'providerIds' | 'pageCount'>,
  pageCount: number,
) =>
  queryOptions({
    queryKey: ['own-bookings', providerId, filter, pageCount],
    queryFn: (): Promise<Loaded<Booking>> => {
      const wanted = Object.fromEntries(Object.entries(filter).filter(([, value]) => value))
      return pages(
        (page) =>
          unwrap(
            api.GET('/v1/bookings', { params: { query: { ...wanted, ...page, providerId } } }),
          ),
        pageCount,
      )
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Marks the bookings of one provider, or of all, as changed: only these are read again. */
export async function bookingsChanged(client: QueryClient, providerId?: string): Promise<void> {
  const parts = { queryKey: ['own-bookings', ...(providerId === undefined ? [] : [providerId])] }
  const lists = { queryKey: ['bookings'] }
  // A first read that is under way may have begun before the change; it would count as fresh.
  await client.cancelQueries(lists)
  await client.cancelQueries(parts)
  await client.invalidateQueries(parts)
  await client.invalidateQueries(lists)
}

/** The lists as one, up to where none of them has more that was not loaded: it has no holes. */
export function mergedByStart(lists: readonly Loaded<Booking>[]): Loaded<Booking> {
  const ends = lists.flatMap(({ data, hasMore }) => (hasMore ? (data.at(-1)?.start ?? []) : []))
  const end = Math.min(...ends.map((start) => Date.parse(start)))
  const data = lists.flatMap((list) => list.data).filter(({ start }) => Date.parse(start) <= end)
  return { data: data.sort(byStart), hasMore: ends.length > 0 }
}

/** The bookings of several providers, in the order of their start. */
export const bookingsQuery = ({ providerIds, pageCount = 1, ...filter }: BookingFilter) =>
  queryOptions({
    queryKey: ['bookings', providerIds, filter, pageCount],
    queryFn: async ({ client }): Promise<Loaded<Booking>> =>
      mergedByStart(
        await eachOf(providerIds, (id) =>
          client.fetchQuery(ownBookingsQuery(id, filter, pageCount)),
        ),
      ),
  })

/** One booking as it is now, beginning with what a list said of it. */
export const bookingQuery = (listed: Booking) =>
  queryOptions({
    queryKey: ['bookings', 'one', listed.id],
    queryFn: () =>
      unwrap(
        api.GET('/v1/bookings/{id}', { params: { path: { id: listed.id } } }),
      ) as Promise<Booking>,
    initialData: listed,
    // A list may have been read before the last change.
    initialDataUpdatedAt: 0,
  })

/** What waits for the provider's word: pending bookings that only the provider can confirm. */
export const approvalsQuery = (providerIds: readonly string[]) =>
  queryOptions({
    ...bookingsQuery({ providerIds, status: 'pending', from: undefined }),
    select: ({ data }: Loaded<Booking>) =>
      data.filter(({ confirmation }) => confirmation === 'approval'),
  })
