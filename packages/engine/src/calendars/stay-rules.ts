import { type Weekday, weekdayOf } from '../time/dates.ts'
import { nightsWithout, type StayDays } from './nights.ts'

/** The rules for stays of a calendar. Days are local dates as days since 1970-01-01. */
export interface StayRules {
  readonly minNights: number
  readonly maxNights: number
  /** The weekdays on which a stay may start. Empty if all are allowed. */
  readonly arrivalWeekdays: readonly Weekday[]
  /** The weekdays on which a stay may end. Empty if all are allowed. */
  readonly departureWeekdays: readonly Weekday[]
  /** Closed nights, as half-open ranges `[from, to)` of the days they start on. */
  readonly closedNights: readonly { readonly fromDay: number; readonly toDay: number }[]
  /** How many days ahead a stay may start. */
  readonly maxAdvanceDays: number
  /** How many days before the arrival it must be booked. Absent: none. */
  readonly minAdvanceDays?: number
}

/** Why a stay is refused; `code` is stable. */
export type StayRefusal =
  | { readonly code: 'too_few_nights'; readonly minNights: number }
  | { readonly code: 'too_many_nights'; readonly maxNights: number }
  | { readonly code: 'arrival_weekday'; readonly allowed: readonly Weekday[] }
  | { readonly code: 'departure_weekday'; readonly allowed: readonly Weekday[] }
  | { readonly code: 'closed_night'; readonly day: number }
  | { readonly code: 'in_the_past'; readonly today: number }
  | { readonly code: 'too_far'; readonly lastArrivalDay: number }
  | { readonly code: 'arrival_too_soon'; readonly firstArrivalDay: number }
  /** More people than the rooms are for. */
  | { readonly code: 'too_many_occupants'; readonly max: number }
  /** Restrictions of a rate plan. */
  | { readonly code: 'closed_to_arrival'; readonly day: number }
  | { readonly code: 'closed_to_departure'; readonly day: number }
  | { readonly code: 'stop_sell'; readonly day: number }
  /** The rate plan has no price for a night. */
  | { readonly code: 'no_price'; readonly day: number }
  /** The price would have too many lines. */
  | { readonly code: 'too_many_prices'; readonly max: number }
  /** Nothing says what more or fewer nights of a stay cost: its event type has no price in its currency any more. */
  | { readonly code: 'nights_are_priced'; readonly nights: number }

/**
 * Lists every rule that a stay breaks; empty if it may be booked. With `before`, the stay is a change
 * of an existing one, and only what it changes must follow the rules. So a guest who has arrived can
 * extend the stay, and a stay made under older rules can still be shortened.
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
  const firstArrivalDay = today + (rules.minAdvanceDays ?? 0)
  if (isOtherArrival && arrivalDay >= today && arrivalDay < firstArrivalDay) {
    refusals.push({ code: 'arrival_too_soon', firstArrivalDay })
  }
  return refusals
}

const nightCount = ({ arrivalDay, departureDay }: StayDays): number => departureDay - arrivalDay

/** The first closed night of a stay; empty if it has none. */
function firstClosed({ closedNights }: StayRules, stay: StayDays): readonly number[] {
  const days = closedNights
    .filter(({ fromDay, toDay }) => fromDay < stay.departureDay && stay.arrivalDay < toDay)
    .map(({ fromDay }) => Math.max(fromDay, stay.arrivalDay))
  return days.length > 0 ? [Math.min(...days)] : []
}

const allows = (weekdays: readonly Weekday[], day: number): boolean =>
  weekdays.length === 0 || weekdays.includes(weekdayOf(day))
