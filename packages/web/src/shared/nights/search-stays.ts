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
  /** Continues an earlier search. */
  readonly cursor?: string | null
}

/** Reads a page of what a property has for these dates and people, also of what cannot be booked. */
export function searchStays(search: StaySearch, signal?: AbortSignal): Promise<FoundStays> {
  const { propertyId, dates, occupants, code, cursor = null } = search
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
