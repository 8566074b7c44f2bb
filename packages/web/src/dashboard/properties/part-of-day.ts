import type { Booking } from '../api.ts'

/** What a stay is to a house on a day. */
export type Part = 'arrivals' | 'inHouse' | 'departures'

/** Whose nights the house has to care for. */
const EXPECTED: ReadonlySet<Booking['status']> = new Set(['pending', 'confirmed', 'completed'])

/** What a stay is to the house on a day; undefined if it is over, cancelled or has not begun. */
export function partOf(
  { status, arrival, departure }: Pick<Booking, 'status' | 'arrival' | 'departure'>,
  day: string,
): Part | undefined {
  if (!EXPECTED.has(status) || arrival === null || departure === null) return undefined
  if (arrival === day) return 'arrivals'
  if (departure === day) return 'departures'
  return arrival < day && day < departure ? 'inHouse' : undefined
}
