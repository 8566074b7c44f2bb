import { type Weekday, weekdayOf } from '../time/dates.ts'

/** Which stays a calendar takes. Days are day numbers (days since 1970-01-01) in the calendar's zone. */
export interface StayRules {
  readonly minNights: number
  readonly maxNights: number
  /** Weekdays on which a stay may begin; none named: all. */
  readonly arrivalWeekdays: readonly Weekday[]
  /** Weekdays on which a stay may end; none named: all. */
  readonly departureWeekdays: readonly Weekday[]
  /** Nights that nobody gets: `[from, to)`, each by the day it begins on. */
  readonly closedNights: readonly { readonly fromDay: number; readonly toDay: number }[]
  /** How many days ahead a stay may begin at most. */
  readonly maxAdvanceDays: number
}

/** Why a stay is not taken; `code` is stable. */
export type StayRefusal =
  | { readonly code: 'too_few_nights'; readonly minNights: number }
  | { readonly code: 'too_many_nights'; readonly maxNights: number }
  | { readonly code: 'arrival_weekday'; readonly allowed: readonly Weekday[] }
  | { readonly code: 'departure_weekday'; readonly allowed: readonly Weekday[] }
  | { readonly code: 'closed_night'; readonly day: number }
  | { readonly code: 'in_the_past'; readonly today: number }
  | { readonly code: 'too_far'; readonly lastArrivalDay: number }

/** A stay: the nights `[arrival, departure)`, each by the day it begins on. */
export interface StayDays {
  readonly arrivalDay: number
  readonly departureDay: number
}

/** Every rule that a stay breaks; none: it may be taken if its nights are free. */
export function explainStay(
  rules: StayRules,
  { arrivalDay, departureDay }: StayDays,
  today: number,
): readonly StayRefusal[] {
  const refusals: StayRefusal[] = []
  const nights = departureDay - arrivalDay
  if (nights < rules.minNights) {
    refusals.push({ code: 'too_few_nights', minNights: rules.minNights })
  }
  if (nights > rules.maxNights) {
    refusals.push({ code: 'too_many_nights', maxNights: rules.maxNights })
  }
  if (!allows(rules.arrivalWeekdays, arrivalDay)) {
    refusals.push({ code: 'arrival_weekday', allowed: rules.arrivalWeekdays })
  }
  if (!allows(rules.departureWeekdays, departureDay)) {
    refusals.push({ code: 'departure_weekday', allowed: rules.departureWeekdays })
  }
  const closed = rules.closedNights.find(
    ({ fromDay, toDay }) => fromDay < departureDay && arrivalDay < toDay,
  )
  if (closed) {
    refusals.push({ code: 'closed_night', day: Math.max(closed.fromDay, arrivalDay) })
  }
  if (arrivalDay < today) refusals.push({ code: 'in_the_past', today })
  if (arrivalDay > today + rules.maxAdvanceDays) {
    refusals.push({ code: 'too_far', lastArrivalDay: today + rules.maxAdvanceDays })
  }
  return refusals
}

const allows = (weekdays: readonly Weekday[], day: number): boolean =>
  weekdays.length === 0 || weekdays.includes(weekdayOf(day))
