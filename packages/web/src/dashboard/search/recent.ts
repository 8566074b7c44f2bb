import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { api, isProblem, unwrap } from '../api.ts'
import { readBooking } from '../queries.ts'
import type { Hit } from './search-queries.ts'

/** How many are remembered. */
const MOST = 6

const keyOf = (accountId: string): string => `holdfast.recent.${accountId}`

/** The ids of what was opened last, the latest first. Ids only: the names stay on the server, where they can be erased. */
function read(accountId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Remembers in this browser that a person or a booking was opened. */
export function rememberOpened(accountId: string, id: string): void {
  const next = [id, ...read(accountId).filter((other) => other !== id)].slice(0, MOST)
  try {
    localStorage.setItem(keyOf(accountId), JSON.stringify(next))
  } catch {
    // The browser denies storage: nothing is remembered.
  }
}

/** Reads a person or a booking; null if there is none any more, or the caller may not see it. */
async function readOne(id: string): Promise<Hit | null> {
  try {
    if (id.startsWith('bkg_')) return { kind: 'booking', booking: await readBooking(id) }
    const contact = await unwrap(api.GET('/v1/contacts/{id}', { params: { path: { id } } }))
    return { kind: 'contact', contact }
  } catch (error) {
    if (isProblem(error, 'not_found') || isProblem(error, 'forbidden')) return null
    throw error
  }
}

/** What was opened last in this browser, as it is now. */
export function useRecent(accountId: string, isWanted: boolean): readonly Hit[] {
  const [ids] = useState(() => read(accountId))
  const queries = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['recent', id],
      queryFn: () => readOne(id),
      enabled: isWanted,
      // A booking that is read alone has the answers to private questions.
      gcTime: 0,
    })),
  })
  return queries.flatMap(({ data }) => data ?? [])
}
