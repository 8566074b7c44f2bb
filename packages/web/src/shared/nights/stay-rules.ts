import type { PublicStays } from '@holdfast/contracts'
import { addDays, daysBetween, weekdayOf } from '../time/dates.ts'
import { WEEKDAYS } from '../time/weekdays.ts'

/** Whether a night can be had. */
export type NightStatus = 'free' | 'taken' | 'closed'

/** What decides which stays are allowed. */
export interface StayLimits
  extends Pick<
    PublicStays['stayPolicy'],
    'minNights' | 'maxNights' | 'arrivalWeekdays' | 'departureWeekdays' | 'maxAdvanceDays'
  > {
  /** How many days before the arrival a stay must be booked. Default: 0. */
  readonly minAdvanceDays?: number
}

/** The nights of a calendar by date, and its stay policy. The server checks both again. */
export interface Nights {
  readonly byDate: ReadonlyMap<string, NightStatus>
  /** The last departure for an arrival on a date, where one of several units has to be free in all nights. */
  readonly lastDepartures?: ReadonlyMap<string, string>
  readonly policy: StayLimits
  readonly today: string
}

/** The selected dates; a departure only after an arrival. */
export interface DateSelection {
  readonly arrival?: string | undefined
  readonly departure?: string | undefined
}

const isAllowed = (weekdays: readonly string[], date: string): boolean =>
  weekdays.length === 0 || weekdays.includes(WEEKDAYS[weekdayOf(date)] ?? '')

/** The number of nights in a row from a date that one unit is free, at most `maxNights`. */
function freeNightsFrom({ byDate, lastDepartures, policy }: Nights, arrival: string): number {
  const last = lastDepartures?.get(arrival)
  const most =
    last === undefined ? policy.maxNights : Math.min(policy.maxNights, daysBetween(arrival, last))
  let nights = 0
  while (nights < most && byDate.get(addDays(arrival, nights)) === 'free') nights += 1
  return nights
}

/** Whether at least one allowed stay can start on a date. */
export function canArrive(nights: Nights, date: string): boolean {
  const { policy, today } = nights
  if (date < addDays(today, policy.minAdvanceDays ?? 0)) return false
  if (daysBetween(today, date) > policy.maxAdvanceDays) return false
  if (!isAllowed(policy.arrivalWeekdays, date)) return false
  const longest = freeNightsFrom(nights, date)
  for (let count = policy.minNights; count <= longest; count += 1) {
    if (isAllowed(policy.departureWeekdays, addDays(date, count))) return true
  }
  return false
}

/** The number of nights of a stay from `arrival` to `date`; 0 if that stay is not allowed. */
export function nightsUntil(nights: Nights, arrival: string, date: string): number {
  const count = daysBetween(arrival, date)
  const { policy } = nights
  return count >= policy.minNights &&
    count <= freeNightsFrom(nights, arrival) &&
    isAllowed(policy.departureWeekdays, date)
    ? count
    : 0
}
