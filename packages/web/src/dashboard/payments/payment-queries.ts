import { queryOptions } from '@tanstack/react-query'
import { api, isProblem, readPages, unwrap } from '../api.ts'
import { addDays, localZone, startOfDate } from '../zoned.ts'

/** Dates (`YYYY-MM-DD`), both included; empty ones leave that end open. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** A period as the API takes it: instants in the reader's time zone, half-open. */
export function rangeOf({ from, to }: Period) {
  const zone = localZone()
  return {
    ...(from && { from: startOfDate(from, zone) }),
    ...(to && { to: startOfDate(addDays(to, 1), zone) }),
  }
}

/** The payments of a period, all of them up to 2,000. */
export const paymentsQuery = (period: Period) =>
  queryOptions({
    queryKey: ['payments', 'list', period],
    queryFn: () =>
      readPages((page) =>
        unwrap(api.GET('/v1/payments', { params: { query: { ...page, ...rangeOf(period) } } })),
      ),
  })

/** The payments of a booking, the newest first. */
export const bookingPaymentsQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['payments', 'of', bookingId],
    queryFn: async () =>
      (await unwrap(api.GET('/v1/payments', { params: { query: { bookingId } } }))).data,
  })

/** The payment connection of the account; null if there is none. */
export const paymentConnectionQuery = queryOptions({
  queryKey: ['payment-connection'],
  queryFn: () =>
    unwrap(api.GET('/v1/payment-connection')).catch((error: unknown) => {
      // Having no connection is a valid result.
      if (isProblem(error, 'not_found')) return null
      throw error
    }),
  staleTime: 60_000,
})
