import { api, unwrap } from '../../shared/api/api.ts'
import type { Occupants, PlanQuote, StayWishes } from '../../shared/nights/stay-slot.ts'
import { inAccount } from '../../shared/page-path.ts'
import { slugsOf } from '../../shared/slots/event-type-call.ts'

/** The stay that is priced. */
export interface QuotedStay {
  readonly arrival: string
  readonly departure: string
  readonly occupants: Occupants
}

/** Reads what a stay costs by each rate plan of an event type that takes the wishes. `path`: that of its booking page. */
export async function readQuotes(
  path: string,
  { arrival, departure, occupants }: QuotedStay,
  { extras, code }: StayWishes,
  signal: AbortSignal,
): Promise<readonly PlanQuote[]> {
  const [eventTypeSlug = '', providerSlug = '', accountSlug] = slugsOf(path)
  const { adults, childAges } = occupants
  const people = { adults, ...(childAges.length > 0 && { childAges: childAges.map(String) }) }
  const wishes = {
    ...(extras.length > 0 && { extras: [...extras] }),
    ...(code !== undefined && { code }),
  }
  const query = { arrival, departure, ...people, ...wishes, ...inAccount(accountSlug) }
  const params = { path: { providerSlug, eventTypeSlug }, query }
  const { data } = await unwrap(
    api.GET('/v1/public/{providerSlug}/{eventTypeSlug}/quotes', { params, signal }),
  )
  return data
}
