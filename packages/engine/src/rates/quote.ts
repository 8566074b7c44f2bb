import type { Occupants } from '../bookings/booking.ts'
import type { StayDays } from '../calendars/nights.ts'
import { ok, type Result, refuse } from '../kernel/result.ts'
import { datedRules, dayOf, ruleAt } from './dated-rules.ts'
import { daysOfLine, linesOfNights, type NightParts, unitOf } from './lines.ts'
import {
  type Charge,
  type DiscountCode,
  type LineUnit,
  type NightlyRule,
  QUOTE_LINE_KINDS,
  type Quote,
  type QuoteLine,
  type QuoteLineKind,
  type RateRules,
} from './rate-plan.ts'
import { changed, percentOf } from './rounding.ts'
import { amountOfTax, isTaxedNight, percentTaxes } from './taxes.ts'

/** An extra that a guest chose. */
export interface ChosenExtra {
  readonly id: string
  readonly quantity: number
}

/** What is priced. */
export interface QuoteInput extends StayDays {
  readonly occupants: Occupants
  readonly extras?: readonly ChosenExtra[] | undefined
  readonly code?: string | undefined
  /** The local day of the property on which it is booked. */
  readonly bookedDay: number
  /** True for a stay that exists: a code or an extra that ended since counts as none. */
  readonly isChange?: boolean | undefined
}

/** Why a plan has no price for a stay. */
export type QuoteRefusal =
  | { readonly code: 'no_price'; readonly day: number }
  | { readonly code: 'unknown_code' }
  | { readonly code: 'unknown_extra'; readonly id: string }
  | { readonly code: 'too_many_prices'; readonly count: number; readonly max: number }

/** The most lines of a quote. */
export const QUOTE_LINES_MAX = 24

/**
 * What a stay costs, in a fixed order: the price of each night, who stays, the length of the stay, the better of early and last
 * minute, the code; then fees, extras and taxes. Each amount of a line is rounded half up. With `kept`, the nights that
 * the stay has already keep their prices, and so do its fees and extras for the whole stay.
 */
export function quote(
  rules: RateRules,
  input: QuoteInput,
  kept?: { readonly lines: readonly QuoteLine[] },
): Result<Quote, QuoteRefusal> {
  const known = codeOf(rules, input)
  if (known === 'unknown' && !input.isChange) return refuse({ code: 'unknown_code' })
  const code = known === 'unknown' ? 0 : known
  const unknown = input.extras?.find(({ id }) => !rules.extras?.some((extra) => extra.id === id))
  if (unknown && !input.isChange) return refuse({ code: 'unknown_extra', id: unknown.id })
  const had = kept && keptParts(kept.lines)
  const percents = { ...discountsOf(rules, input), code }
  const partsOf = partsOfNights(rules, input, percents)
  const nights: NightParts[] = []
  for (let day = input.arrivalDay; day < input.departureDay; day += 1) {
    const parts = had?.nights.get(day) ?? partsOf(day)
    if (parts === undefined) return refuse({ code: 'no_price', day })
    nights.push({ day, parts })
  }
  const once = had?.once ?? chargesOf(rules, input, false)
  const taxes = percentTaxes(rules, nights, once, input)
  const lines = [...linesOfNights(nights), ...[...once, ...taxes].map(wholeStay)].toSorted(byOrder)
  if (lines.length > QUOTE_LINES_MAX) {
    return refuse({ code: 'too_many_prices', count: lines.length, max: QUOTE_LINES_MAX })
  }
  return ok({ currency: rules.currency, ...sumsOf(lines), lines })
}

const wholeStay = (unit: LineUnit): QuoteLine => ({
  ...unit,
  amount: unit.unitAmount * unit.quantity,
})

/** The total of lines, and the part of it that is paid at the house. */
function sumsOf(lines: readonly QuoteLine[]): Pick<Quote, 'total' | 'atHouse'> {
  let total = 0
  let atHouse = 0
  for (const { amount, included, collect } of lines) {
    if (included) continue
    total += amount
    if (collect === 'atHouse') atHouse += amount
  }
  return { total, atHouse }
}

const placeOf = ({ kind }: QuoteLine): number => QUOTE_LINE_KINDS.indexOf(kind)

const byOrder = (a: QuoteLine, b: QuoteLine): number =>
  placeOf(a) - placeOf(b) || (a.fromDay ?? 0) - (b.fromDay ?? 0)

/** The percentage of the code of a guest; 0 without one. */
function codeOf(rules: RateRules, { code, bookedDay }: QuoteInput): number | 'unknown' {
  if (code === undefined) return 0
  return usableCode(rules, bookedDay, code)?.percent ?? 'unknown'
}

function usableCode({ codes = [] }: RateRules, bookedDay: number, code: string) {
  const wanted = code.toUpperCase()
  return codes.find((each) => each.code.toUpperCase() === wanted && isUsableOn(each, bookedDay))
}

const isUsableOn = ({ from, to }: DiscountCode, bookedDay: number): boolean =>
  (from === undefined || dayOf(from) <= bookedDay) && (to === undefined || bookedDay < dayOf(to))

/** Whether a plan has a code, or that code, that can be used on a local day of the property. */
export const hasCodeOn = (rules: RateRules, bookedDay: number, code?: string): boolean =>
  code === undefined
    ? (rules.codes ?? []).some((each) => isUsableOn(each, bookedDay))
    : usableCode(rules, bookedDay, code) !== undefined

/** The discounts of a stay, each in percent. */
interface Discounts {
  readonly nights: number
  readonly booked: { readonly kind: 'early' | 'last_minute'; readonly percent: number }
  readonly code: number
}

/** The largest percentage of the rules that hold: their order does not matter. */
const best = (percents: readonly number[]): number => Math.max(0, ...percents)

function discountsOf({ discounts }: RateRules, stay: QuoteInput): Omit<Discounts, 'code'> {
  if (discounts === undefined) return { nights: 0, booked: { kind: 'early', percent: 0 } }
  const length = stay.departureDay - stay.arrivalDay
  const ahead = stay.arrivalDay - stay.bookedDay
  const { nights = [], early = [], lastMinute = [] } = discounts
  const earlyPercent = best(early.filter((of) => ahead >= of.minDays).map((of) => of.percent))
  const latePercent = best(lastMinute.filter((of) => ahead <= of.maxDays).map((of) => of.percent))
  return {
    nights: best(nights.filter((of) => length >= of.minNights).map((of) => of.percent)),
    booked:
      latePercent > earlyPercent
        ? { kind: 'last_minute', percent: latePercent }
        : { kind: 'early', percent: earlyPercent },
  }
}

const part = (
  kind: QuoteLineKind,
  unitAmount: number,
  quantity = 1,
  label = '',
  more: Pick<LineUnit, 'itemId'> = {},
): LineUnit => ({ kind, label, ...more, quantity, unitAmount, collect: 'now' })

/** Makes the parts of the price of a night; undefined if it has none. Nights of one season and with the same taxes share them. */
function partsOfNights(rules: RateRules, input: QuoteInput, percents: Discounts) {
  const { nightly } = datedRules(rules)
  const taxes = (rules.taxes ?? []).flatMap((tax) => {
    const unit = tax.amount === undefined ? undefined : amountOfTax(tax, input.occupants)
    return unit ? [{ tax, unit }] : []
  })
  const charges = chargesOf(rules, input, true)
  const known = new Map<NightlyRule | undefined, Map<number, readonly LineUnit[]>>()
  return (day: number): readonly LineUnit[] | undefined => {
    const rule = ruleAt(nightly, day)
    const amount = rule?.amount ?? rules.amount
    if (amount === undefined) return undefined
    let taxed = 0
    for (const [index, { tax }] of taxes.entries()) {
      if (isTaxedNight(tax, day, day - input.arrivalDay)) taxed |= 1 << index
    }
    const ofRule = known.get(rule) ?? new Map<number, readonly LineUnit[]>()
    known.set(rule, ofRule)
    const before = ofRule.get(taxed)
    if (before) return before
    const units = taxes.flatMap(({ unit }, index) => ((taxed & (1 << index)) === 0 ? [] : [unit]))
    const night = part('night', amount, 1, rule?.name)
    const parts = [...accommodationOf(rules, input, percents, night), ...charges, ...units]
    ofRule.set(taxed, parts)
    return parts
  }
}

/** The price of a night with what people add and discounts take off. */
function accommodationOf(
  rules: RateRules,
  { occupants }: QuoteInput,
  percents: Discounts,
  night: LineUnit,
): readonly LineUnit[] {
  const parts = [night, ...peopleOf(rules, occupants, night.unitAmount)]
  let sum = parts.reduce((all, each) => all + each.unitAmount * each.quantity, 0)
  const reduce = (kind: QuoteLineKind, percent: number) => {
    const less = percentOf(sum, percent, rules.currency)
    if (less === 0) return
    parts.push(part(kind, -less))
    sum -= less
  }
  reduce('length_of_stay', percents.nights)
  reduce(percents.booked.kind, percents.booked.percent)
  reduce('code', percents.code)
  return parts
}

/** What the people who stay add to the price of a night. */
function peopleOf(
  { occupancy, currency }: RateRules,
  { adults: grownUp, childAges }: Occupants,
  nightAmount: number,
): readonly LineUnit[] {
  if (occupancy === undefined) return []
  const { adults: included, singleUse, extraAdultAmount = 0, children = [] } = occupancy
  const byBand = new Map<number, number>()
  let adults = grownUp
  for (const age of childAges) {
    const band = children
      .filter(({ untilAge }) => age < untilAge)
      .toSorted((a, b) => a.untilAge - b.untilAge)[0]
    if (band === undefined) adults += 1
    else byBand.set(band.amount, (byBand.get(band.amount) ?? 0) + 1)
  }
  const parts: LineUnit[] = []
  if (singleUse && included > 1 && adults === 1 && childAges.length === 0) {
    const less = changed(nightAmount, singleUse, currency) - nightAmount
    if (less !== 0) parts.push(part('single_use', less))
  }
  const extra = adults - included
  if (extra > 0 && extraAdultAmount > 0) parts.push(part('extra_adult', extraAdultAmount, extra))
  for (const [amount, count] of [...byBand].toSorted(([a], [b]) => a - b)) {
    if (amount > 0) parts.push(part('child', amount, count))
  }
  return parts
}

/** The fees and the chosen extras of a night, or of the whole stay. */
function chargesOf(
  { fees = [], extras = [] }: RateRules,
  { occupants, extras: chosen = [] }: QuoteInput,
  isOfNight: boolean,
): readonly LineUnit[] {
  const people = occupants.adults + occupants.childAges.length
  const unit = (kind: 'fee' | 'extra', { id, name, amount, per }: Charge, count: number) => {
    const isByNight = per === 'night' || per === 'person_night'
    if (isByNight !== isOfNight || amount === 0 || count === 0) return []
    const quantity = per === 'person' || per === 'person_night' ? people * count : count
    return [part(kind, amount, quantity, name, { itemId: id })]
  }
  const countOf = (id: string) =>
    chosen.reduce((sum, each) => (each.id === id ? sum + each.quantity : sum), 0)
  return [
    ...fees.flatMap((fee) => unit('fee', fee, 1)),
    ...extras.flatMap((extra) => unit('extra', extra, countOf(extra.id))),
  ]
}

/** The parts that a stay has already, by night and for the whole stay. Percentages of taxes are computed anew. */
function keptParts(lines: readonly QuoteLine[]) {
  const nights = new Map<number, LineUnit[]>()
  const once: LineUnit[] = []
  for (const line of lines) {
    const unit = unitOf(line)
    if (line.fromDay === undefined) {
      if (line.kind !== 'tax') once.push(unit)
      continue
    }
    for (const day of daysOfLine(line)) {
      const parts = nights.get(day)
      if (parts) parts.push(unit)
      else nights.set(day, [unit])
    }
  }
  return { nights, once }
}
