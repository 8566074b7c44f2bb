import {
  datesBetween,
  dayAfter,
  minuteOf,
  type WallTime,
  weekdayOf,
} from '../support/wall-times.ts'
import {
  type Penalty,
  type RateCard,
  TAXED_FROM_AGE,
  TAXED_NIGHTS,
  TOURIST_TAX,
} from './rate-cards.ts'

/** Who stays. */
export interface People {
  readonly adults: number
  readonly childAges: readonly number[]
}

/** The dates of a stay. */
export interface Dates {
  readonly arrival: string
  readonly departure: string
}

/** What is asked for, and what was agreed before. */
export interface Wish extends Dates, People {
  readonly hasBreakfast: boolean
}

/** What a night of a stay costs. */
interface NightPrice {
  readonly room: number
  readonly breakfast: number
  /** Paid at the house. */
  readonly tax: number
}

/** What a stay costs, worked out by hand. */
export interface StayPrice {
  readonly nights: ReadonlyMap<string, NightPrice>
  readonly cleaning: number
  readonly total: number
  /** The part of it that is paid at the house. */
  readonly atHouse: number
  /** What is paid when booking. */
  readonly deposit: number
  /** The taxes that the prices contain, by name. */
  readonly vat: Readonly<Record<string, number>>
}

/** A plan: a card, and how much its nights differ from those of the card, in percent. */
export interface Plan {
  readonly id: string
  readonly card: RateCard
  readonly adjustPercent: number
  readonly depositPercent: number
  readonly penalties: readonly Penalty[]
}

/** The nights of a stay, by the dates on which they begin. */
export const nightsOf = ({ arrival, departure }: Dates): readonly string[] =>
  datesBetween(arrival, dayAfter(departure, -1))

/** The days from a date to a later one. */
export const daysFrom = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000

/** So many percent of an amount, rounded half up. */
export const percentOf = (amount: number, percent: number): number =>
  Math.floor((amount * percent * 100 + 5000) / 10_000)

/** The tax that is in an amount: the amount less the rounded net. */
const taxIn = (gross: number, percent: number): number =>
  gross - Math.floor((gross * 200 + 100 + percent) / (2 * (100 + percent)))

const within = (
  date: string,
  { from, to, weekdays }: { from: string; to: string; weekdays?: readonly string[] },
) => from <= date && date < to && (weekdays?.includes(weekdayOf(date)) ?? true)

const bestOf = <Rule extends { readonly percent: number }>(
  rules: readonly Rule[] = [],
  fits: (rule: Rule) => boolean,
): number => Math.max(0, ...rules.filter(fits).map(({ percent }) => percent))

/** The price of a night on the card, before anybody is counted. */
export function listPrice({ card, adjustPercent }: Plan, date: string): number {
  const season = card.nightly.find((each) => within(date, each))
  if (season === undefined) throw new Error(`no price for ${date}`)
  return percentOf(season.amount, 100 + adjustPercent)
}

function roomPrice(plan: Plan, date: string, { adults, childAges, ...wish }: Wish, today: string) {
  const { occupancy, discounts = {} } = plan.card
  let price = listPrice(plan, date)
  const isAlone = occupancy.adults > 1 && adults === 1 && childAges.length === 0
  if (isAlone) price = percentOf(price, 100 + (occupancy.singleUse?.percent ?? 0))
  let grown = adults
  for (const age of childAges) {
    const band = occupancy.children?.find(({ untilAge }) => age < untilAge)
    if (band === undefined) grown += 1
    else price += band.amount
  }
  price += Math.max(0, grown - occupancy.adults) * (occupancy.extraAdultAmount ?? 0)
  const length = daysFrom(wish.arrival, wish.departure)
  const ahead = daysFrom(today, wish.arrival)
  price -= percentOf(
    price,
    bestOf(discounts.nights, ({ minNights }) => length >= minNights),
  )
  const early = bestOf(discounts.early, ({ minDays }) => ahead >= minDays)
  const late = bestOf(discounts.lastMinute, ({ maxDays }) => ahead <= maxDays)
  return price - percentOf(price, Math.max(early, late))
}

/** What a stay costs that is booked today. Nights that it had before keep their price, and so does its cleaning. */
export function priceOf(plan: Plan, wish: Wish, today: string, before?: StayPrice): StayPrice {
  const { adults, childAges, hasBreakfast } = wish
  const people = adults + childAges.length
  const taxed = adults + childAges.filter((age) => age >= TAXED_FROM_AGE).length
  const dates = nightsOf(wish)
  const nights = new Map<string, NightPrice>()
  for (const [place, date] of dates.entries()) {
    const perPerson = plan.card.extras[0]?.amount ?? 0
    const night = {
      room: roomPrice(plan, date, wish, today),
      breakfast: hasBreakfast ? people * perPerson : 0,
      tax: place < TAXED_NIGHTS ? taxed * TOURIST_TAX : 0,
    }
    nights.set(date, before?.nights.get(date) ?? night)
  }
  const cleaning = before?.cleaning ?? plan.card.fees[0]?.amount ?? 0
  let [rooms, breakfasts, atHouse] = [0, 0, 0]
  for (const { room, breakfast, tax } of nights.values()) {
    rooms += room
    breakfasts += breakfast
    atHouse += tax
  }
  const online = rooms + breakfasts + cleaning
  return {
    nights,
    cleaning,
    total: online + atHouse,
    atHouse,
    deposit: percentOf(online, plan.depositPercent),
    vat: { 'VAT 7 %': taxIn(rooms + cleaning, 7), 'VAT 19 %': taxIn(breakfasts, 19) },
  }
}

/** The moments until which a guest gets a share back, by wall time. None: nothing comes back at any time. */
function deadlines({ penalties }: Plan, arrival: string) {
  let percent = 100
  const until: { readonly at: WallTime; readonly percent: number }[] = []
  for (const { days, time = '15:00', penaltyPercent } of penalties) {
    if (days !== undefined) {
      until.push({ at: { date: dayAfter(arrival, -days), minute: minuteOf(time) }, percent })
    }
    percent = 100 - penaltyPercent
  }
  if (percent > 0) until.push({ at: { date: arrival, minute: minuteOf('15:00') }, percent })
  return until
}

const isUntil = (now: WallTime, at: WallTime): boolean =>
  now.date < at.date || (now.date === at.date && now.minute <= at.minute)

/** The deadlines that are still to come. */
export const deadlinesAhead = (plan: Plan, arrival: string, now: WallTime) =>
  deadlines(plan, arrival).filter(({ at }) => isUntil(now, at))

/** What a guest who cancels now gets back, in percent of what was paid. */
export const percentBack = (plan: Plan, arrival: string, now: WallTime): number =>
  deadlinesAhead(plan, arrival, now)[0]?.percent ?? 0

/** Whether a guest who moves now has lost a part already. */
export const isLate = (plan: Plan, arrival: string, now: WallTime): boolean => {
  const [first] = deadlines(plan, arrival)
  return first !== undefined && !isUntil(now, first.at)
}

/** The rules of a card that dates break, as the codes of their refusals. With `before`, only what changes counts. */
export function broken({ card }: Plan, to: Dates, before?: Dates): readonly string[] {
  const at = (date: string) => card.restrictions?.find((each) => within(date, each))
  const length = daysFrom(to.arrival, to.departure)
  const codes: string[] = []
  if (before === undefined || daysFrom(before.arrival, before.departure) !== length) {
    if (nightsOf(to).some((date) => (at(date)?.minNights ?? 1) > length))
      codes.push('too_few_nights')
  }
  if (before?.arrival !== to.arrival && at(to.arrival)?.closedToArrival)
    codes.push('closed_to_arrival')
  if (before?.departure !== to.departure && at(to.departure)?.closedToDeparture)
    codes.push('closed_to_departure')
  return codes
}
