import type { Claim } from '../checker/operation.ts'
import { instantOf } from './cell.ts'
import type { Random } from './random.ts'

export const DAY_MINUTES = 24 * 60
/** A few nights, so that many want the same. */
export const NIGHTS = 10
const LONGEST_STAY_NIGHTS = 4

/** Nights in a row, from the midnight of the arrival to that of the departure, in epoch minutes. */
export interface Nights {
  readonly from: number
  readonly to: number
}

/** Some nights of those that begin on a day, not beyond the last. */
export function someNights(random: Random, dayEpochMinutes: number): Nights {
  const first = random.below(NIGHTS)
  const count = Math.min(1 + random.below(LONGEST_STAY_NIGHTS), NIGHTS - first)
  const from = dayEpochMinutes + first * DAY_MINUTES
  return { from, to: from + count * DAY_MINUTES }
}

/** What a stay claims of a calendar. */
export const claimsOf = (calendarId: string, { from, to }: Nights): readonly Claim[] => [
  { resource: calendarId, from, to, amount: 1 },
]

export const dateOf = (epochMinutes: number): string => instantOf(epochMinutes).slice(0, 10)

export const datesOf = ({ from, to }: Nights) => ({ arrival: dateOf(from), departure: dateOf(to) })

/** A stay of a calendar, as the account writes it. */
export const eventOf = (title: string | undefined, { from, to }: Nights) => ({
  title,
  start: dateOf(from),
  end: dateOf(to),
})

/** The nights between two dates of an answer. */
export const nightsOf = (
  arrival: string | null | undefined,
  departure: string | null | undefined,
): Nights => ({ from: minuteOf(arrival), to: minuteOf(departure) })

const minuteOf = (date: string | null | undefined): number => {
  if (date == null) throw new Error('A stay without dates.')
  return Date.parse(date) / 60_000
}
