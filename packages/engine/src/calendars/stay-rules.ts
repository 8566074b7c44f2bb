import { type Weekday, weekdayOf } from '../time/dates.ts'
import { nightsWithout, type StayDays } from './nights.ts'

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

/**
 * Every rule that a stay breaks; none: it may be taken if its nights are free. Of a change of a stay
 * (`before`) only what it changes is held against the rules: a guest who is there stays a night longer,
 * and a stay that was taken under other rules can still be made shorter.
 */
export function explainStay(
  rules: StayRules,
  stay: StayDays,
  today: number,
  before?: StayDays,
): readonly StayRefusal[] {
  const { arrivalDay, departureDay } = stay
  const refusals: StayRefusal[] = []
  const nights = nightCount(stay)
  if (before === undefined || nightCount(before) !== nights) {
    if (nights < rules.minNights) {
      refusals.push({ code: 'too_few_nights', minNights: rules.minNights })
    }
    if (nights > rules.maxNights) {
      refusals.push({ code: 'too_many_nights', maxNights: rules.maxNights })
    }
  }
  const isOtherArrival = before?.arrivalDay !== arrivalDay
  if (isOtherArrival && !allows(rules.arrivalWeekdays, arrivalDay)) {
    refusals.push({ code: 'arrival_weekday', allowed: rules.arrivalWeekdays })
  }
  if (before?.departureDay !== departureDay && !allows(rules.departureWeekdays, departureDay)) {
    refusals.push({ code: 'departure_weekday', allowed: rules.departureWeekdays })
  }
  const gained = before ? nightsWithout(stay, before) : [stay]
  const closed = gained.flatMap((nights) => firstClosed(rules, nights))
  if (closed[0] !== undefined) refusals.push({ code: 'closed_night', day: closed[0] })
  if (gained.some((nights) => nights.arrivalDay < today)) {
    refusals.push({ code: 'in_the_past', today })
  }
  if (isOtherArrival && arrivalDay > today + rules.maxAdvanceDays) {
    refusals.push({ code: 'too_far', lastArrivalDay: today + rules.maxAdvanceDays })
  }
  return refusals
}

const nightCount = ({ arrivalDay, departureDay }: StayDays): number => departureDay - arrivalDay

/** The first closed night of a stretch, if it has one. */
function firstClosed({ closedNights }: StayRules, stretch: StayDays): readonly number[] {
  const days = closedNights
    .filter(({ fromDay, toDay }) => fromDay < stretch.departureDay && stretch.arrivalDay < toDay)
    .map(({ fromDay }) => Math.max(fromDay, stretch.arrivalDay))
  return days.length > 0 ? [Math.min(...days)] : []
}

const allows = (weekdays: readonly Weekday[], day: number): boolean =>
  weekdays.length === 0 || weekdays.includes(weekdayOf(day))
