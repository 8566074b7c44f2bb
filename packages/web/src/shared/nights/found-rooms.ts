import { type Found, type StaySearch, searchPages } from './search-stays.ts'
import type { Occupants, RoomChoice, RoomOfStay } from './stay-slot.ts'

/** A room among several, as the search finds it for the people in it. */
export interface FoundRoom {
  readonly room: RoomChoice
  /** Its kind. Undefined: the house has it no more. */
  readonly found: Found | undefined
  /** By its rate plan. Undefined if it has none. */
  readonly quote: Found['quotes'][number] | undefined
  /** Whether it can be booked for its people, by its rate plan. */
  readonly isBookable: boolean
}

/** More than any house has: 1,000 kinds of rooms. */
const PAGES_MAX = 10

/** Finds the kinds of rooms for a party. */
export type PartySearch = (occupants: Occupants) => Promise<readonly Found[]>

/** Returns a search for parties on some dates, which asks once for each party. */
export function partySearch(search: Omit<StaySearch, 'occupants'>): PartySearch {
  const answers = new Map<string, Promise<readonly Found[]>>()
  return (occupants) => {
    const key = JSON.stringify([occupants.adults, occupants.childAges])
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = searchPages({ ...search, occupants }, PAGES_MAX).then(({ found }) => found)
    answers.set(key, answer)
    answer.catch(() => answers.delete(key))
    return answer
  }
}

/** Finds each room for the people in it. */
export const findRooms = (
  search: PartySearch,
  rooms: readonly RoomChoice[],
): Promise<readonly FoundRoom[]> =>
  Promise.all(rooms.map(async (room) => foundRoom(room, await search(room.occupants))))

function foundRoom(room: RoomChoice, all: readonly Found[]): FoundRoom {
  const { eventTypeId, ratePlanId } = room
  const found = all.find((each) => each.eventTypeId === eventTypeId)
  const quote = found?.quotes.find((each) => each.ratePlanId === ratePlanId)
  const hasPlan = ratePlanId === undefined ? found?.quotes.length === 0 : quote !== undefined
  return { room, found, quote, isBookable: found?.bookable === true && hasPlan }
}

/** What a room costs. Null: it has no price. */
export function priceOfRoom({ found, quote }: FoundRoom): RoomOfStay['price'] {
  const amount = quote?.total ?? found?.total ?? null
  const currency = quote?.currency ?? found?.currency ?? null
  return amount === null || currency === null ? null : { amount, currency }
}

/** What rooms cost together. Undefined: nothing, or they have several currencies. */
export function totalOf(rooms: readonly Pick<RoomOfStay, 'price'>[]) {
  const prices = rooms.flatMap(({ price }) => price ?? [])
  const [first] = prices
  if (first === undefined || prices.some(({ currency }) => currency !== first.currency)) {
    return undefined
  }
  return {
    amount: prices.reduce((sum, { amount }) => sum + amount, 0),
    currency: first.currency,
  }
}

/** A room as it is booked: with the names and the price that were shown. */
export function roomOfStay(each: FoundRoom): RoomOfStay {
  const { room, found, quote } = each
  return {
    ...room,
    title: found?.title ?? '',
    price: priceOfRoom(each),
    ...(quote && { planName: quote.name }),
    ...(quote?.code != null && { code: quote.code }),
  }
}

/** Whether a part of the price is paid later, which is possible only for a room that is booked by itself. */
export const hasDeposit = ({ deposit, total, atHouse }: Found['quotes'][number]): boolean =>
  deposit !== null && deposit < total - atHouse
