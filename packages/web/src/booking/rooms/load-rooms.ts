import { api, unwrap } from '../../shared/api/api.ts'
import { type FoundRoom, findRooms, partySearch } from '../../shared/nights/found-rooms.ts'
import type { PlanQuote } from '../../shared/nights/stay-slot.ts'
import { pageCall } from '../../shared/slots/event-type-call.ts'
import type { Offer } from '../../shared/slots/offer.ts'
import { readPlans } from './room-extras.ts'
import { type RoomsAsked, readRoomsAsked } from './rooms-asked.ts'
import { roomsOffer } from './rooms-offer.ts'

/** The rooms that a page asks for, as they are found now. */
export interface LoadedRooms {
  readonly asked: RoomsAsked
  readonly rooms: readonly FoundRoom[]
  /** The rate plan of each room, if it has extras. */
  readonly plans: readonly (PlanQuote | undefined)[]
  /** Of their house. */
  readonly houseRules: string | null
  /** Makes the offer of all rooms from that of the first. */
  readonly offerOf: (offer: Offer) => Offer
}

/** Finds the rooms that a query asks for, and reads what their kinds ask of guests. Undefined: it asks for less than two. */
export async function loadRooms(
  search: string,
  signal: AbortSignal,
): Promise<LoadedRooms | undefined> {
  const asked = readRoomsAsked(search)
  if (asked === undefined) return undefined
  const rooms = await findRooms(partySearch(asked), asked.rooms)
  const paths = [...new Set(rooms.flatMap(({ found }) => found?.path ?? []))]
  const [houseRules, kinds, plans] = await Promise.all([
    readHouseRules(paths[0], asked, signal),
    Promise.all(paths.map((path) => readKind(path, signal))),
    readPlans(rooms, asked.dates, signal),
  ])
  return {
    asked,
    rooms,
    plans,
    houseRules,
    offerOf: (offer) => roomsOffer(offer, asked.rooms, kinds),
  }
}

const readKind = (path: string, signal: AbortSignal) =>
  unwrap(api.GET('/v1/public/{providerSlug}/{eventTypeSlug}', { params: pageCall(path), signal }))

/** The rules of the house of a kind of room. */
async function readHouseRules(
  kindPath: string | undefined,
  { dates: { arrival, departure } }: RoomsAsked,
  signal: AbortSignal,
): Promise<string | null> {
  if (kindPath === undefined) return null
  const { path, query } = pageCall(kindPath)
  const params = { path, query: { ...query, from: arrival, to: departure } }
  const { property } = await unwrap(
    api.GET('/v1/public/{providerSlug}/{eventTypeSlug}/nights', { params, signal }),
  )
  return property.houseRules
}
