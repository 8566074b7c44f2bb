import type { FoundRoom } from '../../shared/nights/found-rooms.ts'
import type { Occupants, PlanQuote } from '../../shared/nights/stay-slot.ts'
import { priceWishes } from '../nights/price-wishes.ts'
import { readQuotes } from '../nights/read-quotes.ts'
import type { RoomsAsked } from './rooms-asked.ts'

type Dates = RoomsAsked['dates']

/** Reads the rate plan of each room, if it has extras. Rooms of one kind with a party of the same people are asked for once. */
export function readPlans(
  rooms: readonly FoundRoom[],
  dates: Dates,
  signal: AbortSignal,
): Promise<readonly (PlanQuote | undefined)[]> {
  const answers = new Map<string, Promise<readonly PlanQuote[]>>()
  const read = (path: string, occupants: Occupants) => {
    const key = `${path} ${JSON.stringify(occupants)}`
    const answer =
      answers.get(key) ?? readQuotes(path, { ...dates, occupants }, { extras: [] }, signal)
    answers.set(key, answer)
    return answer
  }
  return Promise.all(
    rooms.map(async ({ room, found, quote, isBookable }) => {
      if (found === undefined || quote === undefined || !isBookable) return undefined
      const plans = await read(found.path, room.occupants)
      const plan = plans.find(({ ratePlanId }) => ratePlanId === quote.ratePlanId)
      // The code was given in the search, for all rooms.
      return plan && plan.extras.length > 0 ? { ...plan, hasCodes: false } : undefined
    }),
  )
}

/** The extras that a rate plan has. It can have lost some since they were chosen. */
export const extrasOf = (
  plan: PlanQuote | undefined,
  extras: readonly string[],
): readonly string[] => extras.filter((id) => plan?.extras.some((extra) => extra.id === id))

/** A room with the extras of its rate plan that are chosen for it, in its price. */
export async function withExtras(
  each: FoundRoom,
  plan: PlanQuote | undefined,
  extras: readonly string[],
  dates: Dates,
  signal: AbortSignal,
): Promise<FoundRoom> {
  const { room, found, quote } = each
  const chosen = { ...room, extras }
  if (extras.length === 0 || !found || !quote || !plan) return { ...each, room: chosen }
  const wishes = { extras, ...(quote.code !== null && { code: quote.code }) }
  const stay = { ...dates, occupants: room.occupants }
  const priced = await priceWishes(plan, wishes, (asked) =>
    readQuotes(found.path, stay, asked, signal),
  )
  return { ...each, room: chosen, quote: { ...quote, ...priced.quote } }
}
