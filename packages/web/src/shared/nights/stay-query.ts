import { isDate } from '../input-formats.ts'
import type { Occupants } from './stay-slot.ts'

/** The stay that the address of a page names. Invalid values are left out; the server decides about the others. */
export interface StayQuery {
  /** Both dates, the arrival first. */
  readonly dates?: { readonly arrival: string; readonly departure: string } | undefined
  readonly occupants?: Occupants | undefined
  readonly code?: string | undefined
  readonly ratePlanId?: string | undefined
}

const ADULTS = /^[1-9]\d?$/
const AGE = /^(?:\d|1[0-7])$/
const CHILDREN_MAX = 20
const CODE_LENGTH = 40

/** Reads `arrival`, `departure`, `adults`, `childAges` (several times), `code` and `ratePlanId` from the query of a page. */
export function readStayQuery(search: string): StayQuery {
  const given = new URLSearchParams(search)
  const [arrival, departure] = [given.get('arrival') ?? '', given.get('departure') ?? '']
  const adults = given.get('adults') ?? ''
  const ages = given.getAll('childAges').filter((age) => AGE.test(age))
  const code = given.get('code')?.trim() ?? ''
  const ratePlanId = given.get('ratePlanId') ?? ''
  return {
    ...(isDate(arrival) && isDate(departure) && arrival < departure
      ? { dates: { arrival, departure } }
      : {}),
    ...(ADULTS.test(adults) && {
      occupants: { adults: Number(adults), childAges: ages.slice(0, CHILDREN_MAX).map(Number) },
    }),
    ...(code !== '' && code.length <= CODE_LENGTH && { code }),
    ...(ratePlanId !== '' && { ratePlanId }),
  }
}

/** Writes a stay as the query of a page. */
export function stayQueryText({ dates, occupants, code, ratePlanId }: StayQuery): string {
  const query = new URLSearchParams(dates)
  if (occupants) query.set('adults', String(occupants.adults))
  for (const age of occupants?.childAges ?? []) query.append('childAges', String(age))
  if (code !== undefined) query.set('code', code)
  if (ratePlanId !== undefined) query.set('ratePlanId', ratePlanId)
  return `?${query}`
}
