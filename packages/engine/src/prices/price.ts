import type { TimeWindow } from '../availability/policy.ts'
import { stepOf } from '../payments/currencies.ts'
import type { PaymentRules } from '../payments/payment.ts'
import { MINUTES_PER_DAY, type Weekday, weekdayOf } from '../time/dates.ts'
import { zoneOffsetMinutes } from '../time/zones.ts'

/** What one candidate of an event type needs and costs, where that differs from the event type. */
export interface CandidateRule {
  readonly providerId: string
  readonly durationMinutes?: number
  /** The price instead of that of the event type, in minor units. */
  readonly amount?: number
}

/** Another price at some times of the week. Exactly one of the last three members is there. */
export interface PriceRule {
  /** Absent: every day. */
  readonly weekdays?: readonly Weekday[]
  /** Wall times in which a booking starts. Absent: all day. */
  readonly windows?: readonly TimeWindow[]
  /** The price instead of the price so far, in minor units. */
  readonly amount?: number
  /** Is added to the price so far, in minor units. May be negative. */
  readonly addAmount?: number
  /** Whole percent of the price so far that are added. May be negative. */
  readonly addPercent?: number
}

/** Where a part of a price comes from. */
export const PRICE_LINE_KINDS = ['base', 'candidate', 'time', 'options'] as const

/** A part of a price, in minor units. Negative if it lowers the price. */
export interface PriceLine {
  readonly kind: (typeof PRICE_LINE_KINDS)[number]
  readonly amount: number
}

/** The price of a booking. `amount` is the sum of its lines, and never below 0. */
export interface Price {
  /** Minor units of `currency`. */
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
  /** Absent: the price is that of the event type alone. */
  readonly lines?: readonly PriceLine[]
}

/** The rules that prices of an event type are made of. */
export interface PriceFacts {
  readonly payment: Pick<
    PaymentRules,
    'amount' | 'amountByDurationMinutes' | 'currency' | 'isPerSeat'
  >
  readonly priceRules?: readonly PriceRule[]
  /** What the booker's answers add, in minor units. Absent: nothing. */
  readonly optionsAmount?: number
}

/** What is priced. */
export interface Priced {
  readonly startEpochMinutes: number
  readonly durationMinutes: number
  /** The zone of the price rules. */
  readonly timeZone: string
  /** The rule of the candidate who takes part. Absent: none. */
  readonly candidate?: CandidateRule | undefined
  /** Default: 1. */
  readonly seats?: number | undefined
}

/**
 * The price of a booking, in a fixed order: the price of the event type for the duration, or that of the candidate
 * instead; then the first price rule that holds at the start; then what the booker's answers add. No step lowers the
 * price below 0. Prices for each seat are multiplied last.
 */
export function priceOf(
  { payment, priceRules, optionsAmount = 0 }: PriceFacts,
  priced: Priced,
): Price {
  const { durationMinutes, candidate, seats = 1 } = priced
  const { currency, isPerSeat } = payment
  const count = isPerSeat ? seats : 1
  const usual = payment.amountByDurationMinutes?.[durationMinutes] ?? payment.amount
  const first = candidate?.amount ?? usual
  const rule = priceRules?.find((each) => holdsAt(each, priced))
  const ruled = rule === undefined ? first : ruledAmount(rule, first, currency)
  const amount = (ruled + optionsAmount) * count
  const added: readonly PriceLine[] = [
    { kind: 'time', amount: (ruled - first) * count },
    { kind: 'options', amount: optionsAmount * count },
  ]
  const more = added.filter((line) => line.amount !== 0)
  if (candidate?.amount === undefined && more.length === 0) return { amount, currency }
  const kind = candidate?.amount === undefined ? 'base' : 'candidate'
  return { amount, currency, lines: [{ kind, amount: first * count }, ...more] }
}

/** What a rule makes of a price. A percentage is rounded half up to what cards can be charged. */
export function ruledAmount(
  { amount, addAmount = 0, addPercent }: PriceRule,
  before: number,
  currency: string,
): number {
  if (amount !== undefined) return amount
  if (addPercent === undefined) return Math.max(0, before + addAmount)
  const step = stepOf(currency)
  return Math.max(0, Math.round((before * (100 + addPercent)) / 100 / step) * step)
}

/** Whether a rule holds at a start. Windows are half-open; one that ends after midnight belongs to the day that it starts on. */
function holdsAt(
  { weekdays, windows = ALL_DAY }: PriceRule,
  { startEpochMinutes, timeZone }: Pick<Priced, 'startEpochMinutes' | 'timeZone'>,
): boolean {
  const wallMinutes = startEpochMinutes + zoneOffsetMinutes(timeZone, startEpochMinutes)
  const dayNumber = Math.floor(wallMinutes / MINUTES_PER_DAY)
  const minute = wallMinutes - dayNumber * MINUTES_PER_DAY
  const isIn = (day: number, at: number): boolean =>
    (weekdays?.includes(weekdayOf(day)) ?? true) &&
    windows.some(({ startMinute, endMinute }) => {
      const end = endMinute > startMinute ? endMinute : endMinute + MINUTES_PER_DAY
      return startMinute <= at && at < end
    })
  return isIn(dayNumber, minute) || isIn(dayNumber - 1, minute + MINUTES_PER_DAY)
}

const ALL_DAY = [{ startMinute: 0, endMinute: MINUTES_PER_DAY }]

/** A duration and a price for which some candidates of an event type work, before price rules. */
export interface PriceRow {
  readonly durationMinutes: number
  /** Undefined: without a price, or that of the event type. */
  readonly amount: number | undefined
}

/** The duration and the own price of a candidate with that rule, or without one. */
export const rowOf = (rule: CandidateRule | undefined, usualMinutes: number): PriceRow => ({
  durationMinutes: rule?.durationMinutes ?? usualMinutes,
  amount: rule?.amount,
})

/** The durations that bookings of an event type may have, the usual one first. */
export function durationsOf({
  durationMinutes,
  durationOptionsMinutes,
  candidateRules,
}: {
  readonly durationMinutes: number
  readonly durationOptionsMinutes?: readonly number[]
  readonly candidateRules?: readonly CandidateRule[]
}): readonly number[] {
  if (durationOptionsMinutes) return durationOptionsMinutes
  if (candidateRules === undefined) return [durationMinutes]
  const own = candidateRules.flatMap((rule) => rule.durationMinutes ?? [])
  return [...new Set([durationMinutes, ...own])]
}
