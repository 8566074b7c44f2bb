import type { FoundRoom } from '../../shared/nights/found-rooms.ts'
import type { PlanQuote } from '../../shared/nights/stay-slot.ts'
import { priceWishes } from '../nights/price-wishes.ts'
import { readQuotes } from '../nights/read-quotes.ts'
import type { RoomsAsked } from './rooms-asked.ts'

type Dates = RoomsAsked['dates']

/** Reads the extras of the rate plan of a room. Undefined: it has none to choose. */
export async function readPlan(
  { room, found, quote, isBookable }: FoundRoom,
  dates: Dates,
  signal: AbortSignal,
): Promise<PlanQuote | undefined> {
  if (found === undefined || quote === undefined || !isBookable) return undefined
  const stay = { ...dates, occupants: room.occupants }
  const plans = await readQuotes(found.path, stay, { extras: [] }, signal)
  const plan = plans.find(({ ratePlanId }) => ratePlanId === quote.ratePlanId)
  // The code was given in the search, for all rooms.
  return plan && plan.extras.length > 0 ? { ...plan, hasCodes: false } : undefined
}

/** A room with the extras that are chosen for it, in its price. */
export async function withExtras(
  each: FoundRoom,
  plan: PlanQuote | undefined,
  extras: readonly string[],
  dates: Dates,
  signal: AbortSignal,
): Promise<FoundRoom> {
  const { room, found, quote } = each
  if (extras.length === 0 || !found || !quote || !plan) return each
  const wishes = { extras, ...(quote.code !== null && { code: quote.code }) }
  const stay = { ...dates, occupants: room.occupants }
  const priced = await priceWishes(plan, wishes, (asked) =>
    readQuotes(found.path, stay, asked, signal),
  )
  return { ...each, room: { ...room, extras }, quote: { ...quote, ...priced.quote } }
}
