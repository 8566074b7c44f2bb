import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  api,
  type Booking,
  isProblem,
  type LoadedList,
  type OneBooking,
  readPages,
  unwrap,
} from './api.ts'
import { awaitsApproval } from './bookings/awaits.ts'

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

/** The event types of hours and of nights. */
export const allEventTypesQuery = queryOptions({
  queryKey: ['event-types'],
  queryFn: async () =>
    (
      await readPages((page) => {
        const query = { ...page, grain: 'any' } as const
        return unwrap(api.GET('/v1/event-types', { params: { query } }))
      })
    ).data,
})

/** The event types of hours. */
export const eventTypesQuery = queryOptions({
  ...allEventTypesQuery,
  select: (eventTypes) => eventTypes.filter(({ grain }) => grain === 'time'),
})

export const schedulesQuery = queryOptions({
  // A single schedule has its id as the second part.
  queryKey: ['schedules', 'all'],
  queryFn: async () =>
    (await readPages((query) => unwrap(api.GET('/v1/schedules', { params: { query } })))).data,
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
  /** Default: all providers of the account. */
  readonly providerId?: string | undefined
  readonly status?: Booking['status'] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly bookerEmail?: string | undefined
  /** Pages of 100. Default: 1. */
  readonly pageCount?: number
}

/** Reloads everything that shows bookings. */
export async function invalidateBookings(client: QueryClient): Promise<void> {
  for (const key of ['bookings', 'agenda']) {
    // A read in progress may predate the change, but would count as fresh.
    await client.cancelQueries({ queryKey: [key] })
    await client.invalidateQueries({ queryKey: [key] })
  }
}

/** The bookings of the account that fit a filter, by start. */
export const bookingsQuery = ({ pageCount = 1, status, ...filter }: BookingFilter) =>
  queryOptions({
    queryKey: ['bookings', filter, status, pageCount],
    queryFn: (): Promise<LoadedList<Booking>> => {
      const filters = Object.fromEntries(Object.entries(filter).filter(([, value]) => value))
      const query = { ...filters, ...(status && { status: [status] }) }
      return readPages(
        (page) => unwrap(api.GET('/v1/bookings', { params: { query: { ...query, ...page } } })),
        pageCount,
      )
    },
  })

/** Reads a booking by its id. */
export const readBooking = (id: string) =>
  unwrap(api.GET('/v1/bookings/{id}', { params: { path: { id } } })) as Promise<OneBooking>

// A booking that is read alone has the answers to private questions, so it is dropped once it is not shown.
const shownAlone = { gcTime: 0 } as const

/** A booking by its id. */
export const linkedBookingQuery = (id: string) =>
  queryOptions({
    queryKey: ['bookings', 'linked', id],
    queryFn: () => readBooking(id),
    ...shownAlone,
  })

/** The current state of a booking, starting with its state in a list. */
export const bookingQuery = (listed: OneBooking) =>
  queryOptions({
    queryKey: ['bookings', 'one', listed.id],
    queryFn: () => readBooking(listed.id),
    initialData: listed,
    // The list may predate the last change.
    initialDataUpdatedAt: 0,
    ...shownAlone,
  })

/** A group of bookings as it is now. */
export const groupQuery = (id: string) =>
  queryOptions({
    queryKey: ['bookings', 'group', id],
    queryFn: () => unwrap(api.GET('/v1/booking-groups/{id}', { params: { path: { id } } })),
  })

const DAY_MILLISECONDS = 86_400_000

/** A request cannot be approved after its start. Without this bound, all earlier bookings would be searched for pending ones. */
const yesterday = (): string => new Date(Date.now() - DAY_MILLISECONDS).toISOString()

/** The pending bookings of the account that wait for approval, by start. */
export const approvalsQuery = queryOptions({
  queryKey: ['bookings', 'approvals'],
  queryFn: () =>
    readPages((page) =>
      unwrap(
        api.GET('/v1/bookings', {
          params: { query: { ...page, status: ['pending'], from: yesterday() } },
        }),
      ),
    ),
  select: ({ data }: LoadedList<Booking>) => data.filter(awaitsApproval),
})
