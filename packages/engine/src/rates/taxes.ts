import type { Occupants } from '../bookings/booking.ts'
import type { StayDays } from '../calendars/nights.ts'
import { dayOf } from './dated-rules.ts'
import type { NightParts } from './lines.ts'
import { ACCOMMODATION, type LineUnit, type RateRules, type TaxRule } from './rate-plan.ts'
import { includedTax, percentOf } from './rounding.ts'

/** Whether a tax is for a night: by its date, and by its position in the stay, from 0. */
export const isTaxedNight = (
  { validFrom, validTo, capNights = Number.POSITIVE_INFINITY }: TaxRule,
  day: number,
  position: number,
): boolean =>
  (validFrom === undefined || dayOf(validFrom) <= day) &&
  (validTo === undefined || day < dayOf(validTo)) &&
  position < capNights

/** A tax of an amount for each person and night; undefined if all who stay are exempt. */
export function amountOfTax(
  { name, amount = 0, exemptUntilAge = 0, collect = 'now' }: TaxRule,
  { adults, childAges }: Occupants,
): LineUnit | undefined {
  const quantity = adults + childAges.filter((age) => age >= exemptUntilAge).length
  if (quantity === 0 || amount === 0) return undefined
  return { kind: 'tax', label: name, quantity, unitAmount: amount, collect }
}

/** What taxes name a part by. Taxes are not taxed. */
const nameOf = ({ kind, itemId }: LineUnit): string | undefined =>
  kind === 'tax' ? undefined : (itemId ?? ACCOMMODATION)

/** What is taxed: the nights and the parts of the whole stay. */
interface Taxed {
  readonly nights: readonly NightParts[]
  readonly once: readonly LineUnit[]
  readonly stay: StayDays
}

/** The sum of what all taxes of a list name and are valid for. */
function baseOf(taxes: readonly TaxRule[], { nights, once, stay }: Taxed): number {
  const names = taxes.map(({ on }) => on ?? [ACCOMMODATION])
  const isNamed = (unit: LineUnit): boolean => {
    const name = nameOf(unit)
    return name !== undefined && names.every((each) => each.includes(name))
  }
  const sum = (parts: readonly LineUnit[]) =>
    parts.reduce((all, unit) => (isNamed(unit) ? all + unit.unitAmount * unit.quantity : all), 0)
  const isValid = (day: number) =>
    taxes.every((tax) => isTaxedNight(tax, day, day - stay.arrivalDay))
  const sums = new Map<readonly LineUnit[], number>()
  let ofNights = 0
  for (const { day, parts } of nights) {
    if (!isValid(day)) continue
    const known = sums.get(parts) ?? sum(parts)
    sums.set(parts, known)
    ofNights += known
  }
  return ofNights + (isValid(stay.arrivalDay) ? sum(once) : 0)
}

/** The taxes of a plan that are percentages, each as one amount. */
export function percentTaxes(
  { taxes = [], currency }: RateRules,
  nights: readonly NightParts[],
  once: readonly LineUnit[],
  stay: StayDays,
): readonly LineUnit[] {
  const taxed = { nights, once, stay }
  return taxes.flatMap((tax): readonly LineUnit[] => {
    const { name, percent, included = false, onNet = false, collect = 'now' } = tax
    if (percent === undefined) return []
    const gross = baseOf([tax], taxed)
    const inGross = taxes
      .filter((other) => onNet && other !== tax && other.included && other.percent !== undefined)
      .reduce((all, other) => all + includedTax(baseOf([tax, other], taxed), other.percent ?? 0), 0)
    const unitAmount = included
      ? includedTax(gross, percent)
      : percentOf(gross - inGross, percent, currency)
    if (unitAmount === 0) return []
    const unit = { kind: 'tax', label: name, quantity: 1, unitAmount, collect } as const
    return [included ? { ...unit, collect: 'now', included: true } : unit]
  })
}
