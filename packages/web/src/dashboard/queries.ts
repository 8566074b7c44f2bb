import { queryOptions } from '@tanstack/react-query'
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

/** The bookings of several providers, in the order of their start. */
export const bookingsQuery = ({ providerIds, pageCount = 1, ...filter }: BookingFilter) =>
  queryOptions({
    queryKey: ['bookings', providerIds, filter, pageCount],
    queryFn: async (): Promise<Loaded<Booking>> => {
      const wanted = Object.fromEntries(Object.entries(filter).filter(([, value]) => value))
      const lists = await Promise.all(
        providerIds.map((providerId) =>
          pages(
            (page) =>
              unwrap(
                api.GET('/v1/bookings', {
                  params: { query: { ...wanted, ...page, providerId } },
                }),
              ),
            pageCount,
          ),
        ),
      )
      return {
        data: lists.flatMap(({ data }) => data).sort(byStart),
        hasMore: lists.some(({ hasMore }) => hasMore),
      }
    },
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
