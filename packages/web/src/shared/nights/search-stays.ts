import type { FoundStays } from '@holdfast/contracts'
import { api, unwrap } from '../api/api.ts'
import type { Occupants } from './stay-slot.ts'

/** A kind of room, with its prices or why it cannot be booked. */
export type Found = FoundStays['data'][number]

/** What is searched: the stays of a property by their dates and who stays. */
export interface StaySearch {
  readonly propertyId: string
  readonly dates: { readonly arrival: string; readonly departure: string }
  readonly occupants: Occupants
  readonly code?: string | undefined
}

/** The first pages of what a search finds. */
export interface FoundPages {
  readonly found: readonly Found[]
  /** Whether there are further pages. */
  readonly hasMore: boolean
}

/** Reads at most so many pages of what a property has for these dates and people, also of what cannot be booked. */
export async function searchPages(
  search: StaySearch,
  pagesMax: number,
  signal?: AbortSignal,
): Promise<FoundPages> {
  const found: Found[] = []
  let cursor: string | null = null
  for (let page = 0; page < pagesMax; page += 1) {
    const answer: FoundStays = await searchPage(search, cursor, signal)
    found.push(...answer.data)
    cursor = answer.nextCursor
    if (cursor === null) break
  }
  return { found, hasMore: cursor !== null }
}

function searchPage(
  { propertyId, dates, occupants, code }: StaySearch,
  cursor: string | null,
  signal: AbortSignal | undefined,
): Promise<FoundStays> {
  const { adults, childAges } = occupants
  const query = {
    propertyId,
    from: dates.arrival,
    to: dates.departure,
    adults,
    ...(childAges.length > 0 && { childAges: childAges.map(String) }),
    ...(code !== undefined && { code }),
    include: 'unavailable' as const,
    limit: 100,
    ...(cursor !== null && { cursor }),
  }
  return unwrap(api.GET('/v1/stays/search', { params: { query }, ...(signal && { signal }) }))
}
