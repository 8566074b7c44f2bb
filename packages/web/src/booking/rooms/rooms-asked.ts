import { readStayQuery } from '../../shared/nights/stay-query.ts'
import type { RoomChoice } from '../../shared/nights/stay-slot.ts'

/** The rooms that the address of a page asks for, in a house and on some dates. */
export interface RoomsAsked {
  readonly propertyId: string
  readonly dates: { readonly arrival: string; readonly departure: string }
  readonly code: string | undefined
  readonly rooms: readonly RoomChoice[]
}

/** Reads several rooms from the query of a page. Undefined: it asks for none, or for one. */
export function readRoomsAsked(search: string): RoomsAsked | undefined {
  const { propertyId, dates, code, rooms = [] } = readStayQuery(search)
  if (propertyId === undefined || dates === undefined || rooms.length < 2) return undefined
  return { propertyId, dates, code, rooms }
}
