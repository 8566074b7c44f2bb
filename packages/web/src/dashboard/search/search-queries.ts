import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, type Booking, type Contact, unwrap } from '../api.ts'

/** A person or a booking that a search found. */
export type Hit =
  | { readonly kind: 'contact'; readonly contact: Contact }
  | { readonly kind: 'booking'; readonly booking: Booking }

/** What a search found. */
export interface Found {
  readonly data: readonly Hit[]
  readonly more: boolean
}

/** How long a text rests before it is looked for. */
const REST_MILLISECONDS = 120
const LIMIT = 8

/** The id of the person or the booking. */
export const idOf = (hit: Hit): string => (hit.kind === 'contact' ? hit.contact.id : hit.booking.id)

/** The people that a text finds, and with `withBookings` their next bookings. */
const searchQuery = (text: string, withBookings: boolean) =>
  queryOptions({
    queryKey: ['search', text, withBookings],
    queryFn: async (): Promise<Found> => {
      const query = {
        q: text,
        limit: LIMIT,
        ...(withBookings && { bookings: 'upcoming' as const }),
      }
      return (await unwrap(api.GET('/v1/search', { params: { query } }))) as Found
    },
    // Names of people are not kept for longer than they are shown.
    gcTime: 10_000,
  })

/** Whether one text goes on where the other ends, as while somebody types or deletes. */
const goesOn = (text: string, earlier: unknown): boolean =>
  typeof earlier === 'string' &&
  earlier !== '' &&
  (text.startsWith(earlier) || earlier.startsWith(text))

/** Searches while somebody types. Results of a shorter or longer text stay until the next are there. */
export function useSearch(typed: string, { withBookings }: { readonly withBookings: boolean }) {
  const [text, setText] = useState(typed.trim())
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), REST_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [typed])
  const query = useQuery({
    ...searchQuery(text, withBookings),
    enabled: text !== '',
    placeholderData: (found, earlier) => (goesOn(text, earlier?.queryKey[1]) ? found : undefined),
  })
  const isCurrent = text === typed.trim() && !query.isPlaceholderData && !query.isFetching
  return { ...query, isCurrent, data: typed.trim() === '' ? undefined : query.data }
}
