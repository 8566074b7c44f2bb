import { nightsWithout, type StayDays } from '../calendars/nights.ts'
import type { StayRefusal } from '../calendars/stay-rules.ts'
import { type DatedRules, datedRules, ruleAt } from './dated-rules.ts'
import type { RateRules, Restriction } from './rate-plan.ts'

/**
 * Every restriction of a plan that a stay breaks; empty if it may be booked. `today` is the local day of the property. Of rules for
 * stays through a date, the strictest night counts. With `before`, only what a change of that stay changes must follow the rules.
 */
export function explainRates(
  rules: RateRules,
  stay: StayDays,
  today: number,
  before?: StayDays,
): readonly StayRefusal[] {
  const { restrictions } = datedRules(rules)
  if (restrictions.length === 0) return []
  const { arrivalDay, departureDay } = stay
  const nights = departureDay - arrivalDay
  const refusals: StayRefusal[] = []
  const arrival = ruleAt(restrictions, arrivalDay)
  if (before === undefined || before.departureDay - before.arrivalDay !== nights) {
    const { least, most } = boundsOf(restrictions, stay, arrival)
    if (nights < least) refusals.push({ code: 'too_few_nights', minNights: least })
    if (nights > most) refusals.push({ code: 'too_many_nights', maxNights: most })
  }
  if (before?.arrivalDay !== arrivalDay) {
    if (arrival?.closedToArrival) refusals.push({ code: 'closed_to_arrival', day: arrivalDay })
    const first = today + (arrival?.minAdvanceDays ?? 0)
    if (arrivalDay >= today && arrivalDay < first) {
      refusals.push({ code: 'arrival_too_soon', firstArrivalDay: first })
    }
    const last = today + (arrival?.maxAdvanceDays ?? Number.POSITIVE_INFINITY)
    if (arrivalDay > last) refusals.push({ code: 'too_far', lastArrivalDay: last })
  }
  const isOtherDeparture = before?.departureDay !== departureDay
  if (isOtherDeparture && ruleAt(restrictions, departureDay)?.closedToDeparture) {
    refusals.push({ code: 'closed_to_departure', day: departureDay })
  }
  const gained = before ? nightsWithout(stay, before) : [stay]
  const stopped = firstNight(gained, (day) => ruleAt(restrictions, day)?.stopSell === true)
  if (stopped !== undefined) refusals.push({ code: 'stop_sell', day: stopped })
  return refusals
}

/** The fewest and the most nights of a stay. */
function boundsOf(
  restrictions: DatedRules['restrictions'],
  { arrivalDay, departureDay }: StayDays,
  arrival: Restriction | undefined,
) {
  let least = 1
  let most = Number.POSITIVE_INFINITY
  const apply = ({ minNights = 1, maxNights = most }: Restriction) => {
    least = Math.max(least, minNights)
    most = Math.min(most, maxNights)
  }
  if (arrival?.on === 'arrival') apply(arrival)
  for (let day = arrivalDay; day < departureDay; day += 1) {
    const rule = ruleAt(restrictions, day)
    if (rule && rule.on !== 'arrival') apply(rule)
  }
  return { least, most }
}

/** The first night of some stays for which something holds. */
function firstNight(
  stays: readonly StayDays[],
  holds: (day: number) => boolean,
): number | undefined {
  for (const { arrivalDay, departureDay } of stays) {
    for (let day = arrivalDay; day < departureDay; day += 1) if (holds(day)) return day
  }
  return undefined
}

/** The restriction of a plan for one date; undefined if it has none. */
export const restrictionAt = (rules: RateRules, day: number): Restriction | undefined =>
  ruleAt(datedRules(rules).restrictions, day)

/** The price of a night for as many adults as the plan says, before discounts; undefined if it has none. */
export const nightAmountAt = (rules: RateRules, day: number): number | undefined =>
  ruleAt(datedRules(rules).nightly, day)?.amount ?? rules.amount
