import type { Weekday } from '../time/dates.ts'

/** A change of a price: percent with at most two decimals, or minor units. Exactly one of them; either may be negative. */
export type PriceChange = {
  readonly percent?: number | undefined
  readonly amount?: number | undefined
}

/** The dates `[from, to)`, as `YYYY-MM-DD`, that a rule is for. */
export type RuleDates = {
  readonly from: string
  readonly to: string
  /** Absent: every day. */
  readonly weekdays?: readonly Weekday[] | undefined
}

/** The price of the nights of a season, in minor units. */
export type NightlyRule = RuleDates & {
  readonly name?: string | undefined
  readonly amount: number
}

/** How the price of a night depends on who stays. */
export type OccupancyRule = {
  /** How many adults the price of a night is for. */
  readonly adults: number
  /** For one adult without children, if the price is for more. */
  readonly singleUse?: PriceChange | undefined
  /** Of each further adult and night, in minor units. Absent: 0. */
  readonly extraAdultAmount?: number | undefined
  /** By age, the youngest first. A child above all bands counts as an adult. */
  readonly children?: readonly ChildBand[] | undefined
}

/** What a child below an age costs for a night, in minor units. */
export type ChildBand = {
  readonly untilAge: number
  readonly amount: number
}

/** Discounts in percent with at most two decimals. Of each list, the largest percentage among the rules that apply counts. */
export type DiscountRules = {
  /** For stays of at least so many nights. */
  readonly nights?: readonly { readonly minNights: number; readonly percent: number }[] | undefined
  /** Booked at least so many days before the arrival. */
  readonly early?: readonly { readonly minDays: number; readonly percent: number }[] | undefined
  /** Booked at most so many days before the arrival. */
  readonly lastMinute?:
    | readonly { readonly maxDays: number; readonly percent: number }[]
    | undefined
}

/** A discount for whoever knows the code, booked on the dates `[from, to)`. */
export type DiscountCode = {
  readonly code: string
  readonly percent: number
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** What a fee or an extra is counted by. */
export const CHARGED_PER = ['stay', 'night', 'person', 'person_night'] as const

/** A fee that every stay pays, or an extra that guests choose. */
export type Charge = {
  /** Unique among the fees and extras of the plan. Taxes name it. */
  readonly id: string
  readonly name: string
  /** Minor units. */
  readonly amount: number
  readonly per: (typeof CHARGED_PER)[number]
}

/** When a tax is paid: at booking, or at the house. */
export const COLLECTED = ['now', 'atHouse'] as const

/** A tax: a percentage of named lines, or an amount for each person and night. */
export type TaxRule = {
  readonly name: string
  readonly percent?: number | undefined
  readonly amount?: number | undefined
  /** What the percentage is of: `accommodation`, or ids of fees and extras. */
  readonly on?: readonly string[] | undefined
  /** Whether the prices contain it. Only of a percentage. */
  readonly included?: boolean | undefined
  /** Whether the percentage is of the prices without the taxes that they contain. */
  readonly onNet?: boolean | undefined
  readonly collect?: (typeof COLLECTED)[number] | undefined
  /** The nights `[validFrom, validTo)` that it is for. */
  readonly validFrom?: string | undefined
  readonly validTo?: string | undefined
  /** Only the first nights of a stay. */
  readonly capNights?: number | undefined
  /** Of an amount: children below that age are exempt. */
  readonly exemptUntilAge?: number | undefined
}

/** What stays are allowed on some dates. */
export type Restriction = RuleDates & {
  readonly minNights?: number | undefined
  readonly maxNights?: number | undefined
  /** Whether the numbers of nights hold for arrivals on these dates, or for stays through them. Default: `through`. */
  readonly on?: 'arrival' | 'through' | undefined
  readonly closedToArrival?: boolean | undefined
  readonly closedToDeparture?: boolean | undefined
  readonly stopSell?: boolean | undefined
  /** For arrivals on these dates. */
  readonly minAdvanceDays?: number | undefined
  readonly maxAdvanceDays?: number | undefined
}

/** What is paid when booking: a percentage of what is paid online, an amount in minor units, or the price of the first nights. Exactly one of them. */
export type DepositRule = {
  readonly percent?: number | undefined
  readonly amount?: number | undefined
  readonly nights?: number | undefined
}

/** What a guest pays who cancels after a deadline: a percentage of what was paid, or the price of some nights, at most what was paid. */
export type CancellationRule = {
  /** Days before the arrival. Absent: from the booking on. */
  readonly days?: number | undefined
  /** The time of day of the deadline, `HH:MM`, where the property is. Absent: the time of check-in. */
  readonly time?: string | undefined
  /** A whole number from 0 to 100. Present without `penaltyNights`. */
  readonly penaltyPercent?: number | undefined
  /** The accommodation of the first nights. Present without `penaltyPercent`. */
  readonly penaltyNights?: number | undefined
}

/** The rules of a rate plan. Amounts are whole minor units of its currency. */
export interface RateRules {
  readonly currency: string
  /** The price of a night that no rule of `nightly` is for. Absent: such a night has no price. */
  readonly amount?: number | undefined
  /** Each date has at most one rule. */
  readonly nightly?: readonly NightlyRule[] | undefined
  readonly occupancy?: OccupancyRule | undefined
  readonly discounts?: DiscountRules | undefined
  readonly codes?: readonly DiscountCode[] | undefined
  readonly fees?: readonly Charge[] | undefined
  readonly extras?: readonly Charge[] | undefined
  readonly taxes?: readonly TaxRule[] | undefined
  /** Each date has at most one. */
  readonly restrictions?: readonly Restriction[] | undefined
  /** Absent: as the event type says. */
  readonly deposit?: DepositRule | undefined
  /** How many days before the arrival the rest after a deposit is due. Absent: it has no due date. */
  readonly balanceDueDays?: number | undefined
  /** How many days after that a stay whose rest is not paid is cancelled. Absent: never. */
  readonly balanceCancelDays?: number | undefined
  /** In any order. Absent: as the event type says. Empty: everything is given back. */
  readonly cancellation?: readonly CancellationRule[] | undefined
}

/** The rules of a plan that is derived from a parent: own prices of nights are not among them. */
export type DerivedRules = Omit<RateRules, 'currency' | 'amount' | 'nightly'> & {
  readonly adjust: PriceChange
}

/** What accommodation is called where taxes name lines. */
export const ACCOMMODATION = 'accommodation'

/** The parts of a price, in the order in which they are computed. */
export const QUOTE_LINE_KINDS = [
  'night',
  'single_use',
  'extra_adult',
  'child',
  'length_of_stay',
  'early',
  'last_minute',
  'code',
  'fee',
  'extra',
  'tax',
] as const

/** The kind of a line. */
export type QuoteLineKind = (typeof QUOTE_LINE_KINDS)[number]

/** A line without its nights. */
export interface LineUnit {
  readonly kind: QuoteLineKind
  /** The name of the season, fee, extra or tax. Empty for others. */
  readonly label: string
  /** The fee or the extra. */
  readonly itemId?: string
  readonly quantity: number
  /** Minor units. Negative for what lowers the price. */
  readonly unitAmount: number
  readonly collect: (typeof COLLECTED)[number]
  /** True for a tax that is part of other lines: it is not added. */
  readonly included?: true
}

/**
 * A line of a price. With `fromDay`, it is for `nights` nights: all from that day on, or only those of some weekdays.
 * `amount` is `unitAmount * quantity`, times `nights` if there are any.
 */
export interface QuoteLine extends LineUnit {
  readonly fromDay?: number
  readonly nights?: number
  readonly weekdays?: readonly Weekday[]
  readonly amount: number
}

/** What a stay costs. `total` is the sum of the lines that are not `included`. */
export interface Quote {
  readonly currency: string
  readonly total: number
  /** The part of `total` that is paid at the house. */
  readonly atHouse: number
  readonly lines: readonly QuoteLine[]
}

/** The price of a stay as it was agreed, by a version of a plan. */
export interface StayQuote extends Quote {
  readonly ratePlanId: string
  readonly ratePlanVersion: number
  /** Of a derived plan: the version of its parent. */
  readonly parentVersion?: number
  /** What the guest chose. Absent: nothing. */
  readonly extras?: readonly { readonly id: string; readonly quantity: number }[]
  readonly code?: string
}
