import type { PublicStays } from '@holdfast/contracts'
import { addDays, daysBetween, weekdayOf } from '../shared/time/dates.ts'

const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/** The nights of a calendar by date, and its rules; the server has the last word on both. */
export interface Nights {
  readonly byDate: ReadonlyMap<string, 'free' | 'taken' | 'closed'>
  readonly policy: PublicStays['stayPolicy']
  readonly today: string
}

/** Chosen days: the arrival, and the departure once it is. */
export interface Choice {
  readonly arrival?: string | undefined
  readonly departure?: string | undefined
}

const isAllowed = (weekdays: readonly string[], date: string): boolean =>
  weekdays.length === 0 || weekdays.includes(WEEKDAYS[weekdayOf(date)] ?? '')

/** How many nights from a date on are free, up to the most that a stay may have. */
function freeRun({ byDate, policy }: Nights, arrival: string): number {
  let nights = 0
  while (nights < policy.maxNights && byDate.get(addDays(arrival, nights)) === 'free') nights += 1
  return nights
}

/** Whether a stay can begin at a date: some stay of an allowed length fits there. */
export function canArrive(nights: Nights, date: string): boolean {
  const { policy, today } = nights
  if (date < today || daysBetween(today, date) > policy.maxAdvanceDays) return false
  if (!isAllowed(policy.arrivalWeekdays, date)) return false
  const longest = freeRun(nights, date)
  for (let count = policy.minNights; count <= longest; count += 1) {
    if (isAllowed(policy.departureWeekdays, addDays(date, count))) return true
  }
  return false
}

/** How many nights a stay from `arrival` to `date` has; 0 where there can be none. */
export function nightsUntil(nights: Nights, arrival: string, date: string): number {
  const count = daysBetween(arrival, date)
  const { policy } = nights
  return count >= policy.minNights &&
    count <= freeRun(nights, arrival) &&
    isAllowed(policy.departureWeekdays, date)
    ? count
    : 0
}
