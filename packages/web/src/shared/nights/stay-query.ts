import { isDate } from '../input-formats.ts'
import type { Occupants, RoomChoice } from './stay-slot.ts'

/** The stay that the address of a page names. Invalid values are left out; the server decides about the others. */
export interface StayQuery {
  /** Both dates, the arrival first. */
  readonly dates?: { readonly arrival: string; readonly departure: string } | undefined
  readonly occupants?: Occupants | undefined
  readonly code?: string | undefined
  readonly ratePlanId?: string | undefined
  /** The ids of extras of the rate plan. Absent: none. */
  readonly extras?: readonly string[] | undefined
  /** The house that was searched. */
  readonly propertyId?: string | undefined
  /** The rooms that are booked together. Absent: one. */
  readonly rooms?: readonly RoomChoice[] | undefined
}

const ADULTS = /^[1-9]\d?$/
const AGE = /^(?:\d|1[0-7])$/
const CHILDREN_MAX = 20
const CODE_LENGTH = 40
const EXTRA = /^[a-z0-9_-]{1,100}$/
/** As many as the API takes for a booking. */
const EXTRAS_MAX = 20
/** An event type, a rate plan or nothing, the adults, the age of each child, and extras: `ety_1,rpl_1,2,7;breakfast`. */
const ROOM = /^(ety_[a-z0-9]+),(rpl_[a-z0-9]+)?,([1-9]\d?)((?:,(?:\d|1[0-7])){0,20})((?:;.*)?)$/
const PROPERTY_ID = /^ppt_[a-z0-9]+$/

/** The most rooms that are booked together, as the API allows. */
export const ROOMS_MAX = 10

/**
 * Reads `arrival`, `departure`, `adults`, `childAges` (several times), `code`, `ratePlanId`, `extras` (several times),
 * `propertyId` and `room` (several times) from the query of a page.
 */
export function readStayQuery(search: string): StayQuery {
  const given = new URLSearchParams(search)
  const [arrival, departure] = [given.get('arrival') ?? '', given.get('departure') ?? '']
  const adults = given.get('adults') ?? ''
  const ages = given.getAll('childAges').filter((age) => AGE.test(age))
  const code = given.get('code')?.trim() ?? ''
  const ratePlanId = given.get('ratePlanId') ?? ''
  const propertyId = given.get('propertyId') ?? ''
  const rooms = given.getAll('room').flatMap(readRoom).slice(0, ROOMS_MAX)
  return {
    ...(isDate(arrival) && isDate(departure) && arrival < departure
      ? { dates: { arrival, departure } }
      : {}),
    ...(ADULTS.test(adults) && {
      occupants: { adults: Number(adults), childAges: ages.slice(0, CHILDREN_MAX).map(Number) },
    }),
    ...(code !== '' && code.length <= CODE_LENGTH && { code }),
    ...(ratePlanId !== '' && { ratePlanId }),
    ...readExtras(given.getAll('extras')),
    ...(PROPERTY_ID.test(propertyId) && { propertyId }),
    ...(rooms.length > 0 && { rooms }),
  }
}

function readExtras(given: readonly string[]): Pick<RoomChoice, 'extras'> {
  const extras = given.filter((id) => EXTRA.test(id)).slice(0, EXTRAS_MAX)
  return extras.length > 0 ? { extras } : {}
}

function readRoom(text: string): readonly RoomChoice[] {
  const [, eventTypeId, ratePlanId, adults, ages = '', extras = ''] = ROOM.exec(text) ?? []
  if (eventTypeId === undefined) return []
  const childAges = ages.split(',').slice(1).map(Number)
  const plan = ratePlanId === undefined ? {} : { ratePlanId }
  const occupants = { adults: Number(adults), childAges }
  return [{ eventTypeId, ...plan, occupants, ...readExtras(extras.split(';')) }]
}

function roomText({ eventTypeId, ratePlanId = '', occupants, extras = [] }: RoomChoice): string {
  const stay = [eventTypeId, ratePlanId, occupants.adults, ...occupants.childAges].join(',')
  return [stay, ...extras].join(';')
}

/** Writes a stay as the query of a page. */
export function stayQueryText(stay: StayQuery): string {
  const { dates, occupants, code, ratePlanId, extras = [], propertyId, rooms = [] } = stay
  const query = new URLSearchParams(dates)
  if (occupants) query.set('adults', String(occupants.adults))
  for (const age of occupants?.childAges ?? []) query.append('childAges', String(age))
  if (code !== undefined) query.set('code', code)
  if (ratePlanId !== undefined) query.set('ratePlanId', ratePlanId)
  for (const extra of extras) query.append('extras', extra)
  if (propertyId !== undefined) query.set('propertyId', propertyId)
  for (const room of rooms) query.append('room', roomText(room))
  return `?${query}`
}
