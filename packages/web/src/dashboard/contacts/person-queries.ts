import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type Contact, isProblem, readPages, unwrap } from '../api.ts'

/** A contact by its id or email address; null if there is none. */
export const personQuery = (reference: string) =>
  queryOptions({
    queryKey: ['contacts', 'one', reference],
    queryFn: async (): Promise<Contact | null> => {
      if (reference.includes('@')) {
        const query = { email: reference }
        const { data } = await unwrap(api.GET('/v1/contacts', { params: { query } }))
        return data[0] ?? null
      }
      const params = { path: { id: reference } }
      return await unwrap(api.GET('/v1/contacts/{id}', { params })).catch((error: unknown) => {
        if (isProblem(error, 'not_found')) return null
        throw error
      })
    },
  })

type Range = { readonly from: string } | { readonly to: string; readonly order: 'desc' }

/** A page of the bookings of a person that start in a range. */
const startingIn = async (contactId: string, range: Range) =>
  (
    await readPages(
      (page) =>
        unwrap(api.GET('/v1/bookings', { params: { query: { contactId, ...range, ...page } } })),
      1,
    )
  ).data

/**
 * The bookings of a person that have not ended, or those that have, each the nearest first. One that has begun is among the next: a stay
 * may have begun weeks ago. `nowDay` keeps the key stable for a day.
 */
export const personBookingsQuery = (contactId: string, side: 'next' | 'past', nowDay: string) =>
  queryOptions({
    queryKey: ['bookings', 'of', contactId, side, nowDay],
    queryFn: async () => {
      const now = Date.now()
      const at = new Date(now).toISOString()
      const begun = await startingIn(contactId, { to: at, order: 'desc' })
      const hasEnded = ({ end }: { readonly end: string }) => Date.parse(end) <= now
      if (side === 'past') return { data: begun.filter(hasEnded) }
      const running = begun.filter((booking) => !hasEnded(booking)).toReversed()
      return { data: [...running, ...(await startingIn(contactId, { from: at }))] }
    },
  })

/** An order by its id. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['payments', 'order', id],
    queryFn: () => unwrap(api.GET('/v1/orders/{id}', { params: { path: { id } } })),
  })

/** The latest emails and SMS to a person, the newest first. */
export const messagesQuery = (contactId: string) =>
  queryOptions({
    queryKey: ['contacts', 'messages', contactId],
    queryFn: () =>
      unwrap(api.GET('/v1/contacts/{id}/messages', { params: { path: { id: contactId } } })),
  })

/** By which channels a person gets no messages. */
export const suppressionsQuery = (contactId: string) =>
  queryOptions({
    queryKey: ['contacts', 'suppressions', contactId],
    queryFn: () =>
      unwrap(api.GET('/v1/contacts/{id}/suppressions', { params: { path: { id: contactId } } })),
  })

/** The notes about a person, the newest first. */
export const notesQuery = (contactId: string) =>
  queryOptions({
    queryKey: ['contacts', 'notes', contactId],
    queryFn: () =>
      readPages(
        (query) =>
          unwrap(
            api.GET('/v1/contacts/{id}/notes', { params: { path: { id: contactId }, query } }),
          ),
        2,
      ),
  })

/** Reads again what is shown of contacts and their bookings. */
export async function invalidatePeople(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['contacts'] })
  await client.invalidateQueries({ queryKey: ['bookings'] })
}
