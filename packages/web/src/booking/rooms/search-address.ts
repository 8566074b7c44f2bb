import { type StayQuery, stayQueryText } from '../../shared/nights/stay-query.ts'
import type { RoomsAsked } from './rooms-asked.ts'

/** The search of the house for everybody who stays in these rooms. */
export function searchAddress(
  { propertyId, dates, code, rooms: all }: RoomsAsked,
  rooms: StayQuery['rooms'],
): string {
  const occupants = {
    adults: all.reduce((sum, room) => sum + room.occupants.adults, 0),
    childAges: all.flatMap((room) => room.occupants.childAges),
  }
  return `/stays/${propertyId}${stayQueryText({ dates, occupants, code, rooms })}`
}
