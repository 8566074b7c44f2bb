/** A season of a rate card: what a night costs in it. */
interface Season {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly weekdays?: readonly string[]
  readonly amount: number
}

/** Rules for the stays of some dates. */
interface DatedRule {
  readonly from: string
  readonly to: string
  readonly weekdays?: readonly string[]
  readonly minNights?: number
  readonly closedToArrival?: boolean
  readonly closedToDeparture?: boolean
}

/** Prices as the owner of the house wrote them down: the body of a rate plan, and all that the books price by. */
export interface RateCard {
  readonly name: string
  readonly currency: string
  readonly nightly: readonly Season[]
  readonly occupancy: {
    readonly adults: number
    readonly singleUse?: { readonly percent: number }
    readonly extraAdultAmount?: number
    readonly children?: readonly { readonly untilAge: number; readonly amount: number }[]
  }
  readonly discounts?: {
    readonly nights?: readonly { readonly minNights: number; readonly percent: number }[]
    readonly early?: readonly { readonly minDays: number; readonly percent: number }[]
    readonly lastMinute?: readonly { readonly maxDays: number; readonly percent: number }[]
  }
  readonly fees: readonly Charge[]
  readonly extras: readonly Charge[]
  readonly taxes: readonly object[]
  readonly restrictions?: readonly DatedRule[]
  readonly deposit?: { readonly percent: number }
  readonly cancellation?: readonly Penalty[]
}

interface Charge {
  readonly id: string
  readonly name: string
  readonly amount: number
  readonly per: 'stay' | 'person_night'
}

/** What a guest who cancels later loses. */
export interface Penalty {
  readonly days?: number
  readonly time?: string
  readonly penaltyPercent: number
}

const WEEK = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday']
const WEEKEND = ['friday', 'saturday']

const SEASONS = [
  ['Spring', '2035-05-01', '2035-07-01'],
  ['Summer', '2035-07-01', '2035-09-01'],
  ['Autumn', '2035-09-01', '2035-11-20'],
] as const

/** Three seasons with a price for the week and one for the weekend each. */
const seasons = (...amounts: readonly (readonly [week: number, weekend: number])[]) =>
  SEASONS.flatMap(([name, from, to], place) => {
    const [week = 0, weekend = 0] = amounts[place] ?? []
    return [
      { name, from, to, weekdays: WEEK, amount: week },
      { name, from, to, weekdays: WEEKEND, amount: weekend },
    ]
  })

/** Guests of at least this age pay the tourist tax. */
export const TAXED_FROM_AGE = 16
/** What each of them pays for a night, at the house. */
export const TOURIST_TAX = 210
/** Only the first nights of a stay are taxed. */
export const TAXED_NIGHTS = 7

const touristTax = {
  name: 'Tourist tax',
  amount: TOURIST_TAX,
  capNights: TAXED_NIGHTS,
  exemptUntilAge: TAXED_FROM_AGE,
  collect: 'atHouse',
}
const breakfast = { id: 'breakfast', name: 'Breakfast', amount: 1250, per: 'person_night' } as const
const cleaning = (amount: number) =>
  ({ id: 'cleaning', name: 'Cleaning', amount, per: 'stay' }) as const
const vat = (percent: number, ...on: readonly string[]) => ({
  name: `VAT ${percent} %`,
  percent,
  included: true,
  on,
})

/** Of a double room. In July and August from three nights on, and nobody leaves on a Saturday. */
export const FLEXIBLE: RateCard = {
  name: 'Flexible',
  currency: 'EUR',
  nightly: seasons([9050, 10_500], [13_000, 14_550], [8550, 9500]),
  occupancy: {
    adults: 2,
    singleUse: { percent: -15 },
    children: [
      { untilAge: 3, amount: 0 },
      { untilAge: 13, amount: 1550 },
    ],
  },
  discounts: {
    nights: [
      { minNights: 5, percent: 5 },
      { minNights: 7, percent: 10 },
    ],
    early: [{ minDays: 30, percent: 5 }],
    lastMinute: [{ maxDays: 3, percent: 12 }],
  },
  fees: [cleaning(4000)],
  extras: [breakfast],
  taxes: [vat(7, 'accommodation', 'cleaning'), vat(19, 'breakfast'), touristTax],
  restrictions: [
    { from: '2035-07-01', to: '2035-09-01', weekdays: [...WEEK, 'friday'], minNights: 3 },
    {
      from: '2035-07-01',
      to: '2035-09-01',
      weekdays: ['saturday'],
      minNights: 3,
      closedToDeparture: true,
    },
    { from: '2035-10-03', to: '2035-10-04', closedToArrival: true },
  ],
  deposit: { percent: 30 },
  cancellation: [
    { days: 14, time: '18:00', penaltyPercent: 50 },
    { days: 2, time: '18:00', penaltyPercent: 90 },
  ],
}

/** How much cheaper the nights are for those who get nothing back, in percent. */
export const SAVER_PERCENT = -12

/** What the plan for those who get nothing back has of its own. */
export const SAVER_TERMS = {
  deposit: { percent: 100 },
  cancellation: [{ penaltyPercent: 100 }],
} as const

/** Of a single room: nothing is paid before the arrival. */
export const SINGLE: RateCard = {
  name: 'Single',
  currency: 'EUR',
  nightly: seasons([6200, 7150], [7900, 8450], [5950, 6650]),
  occupancy: { adults: 1 },
  discounts: { nights: [{ minNights: 6, percent: 8 }], lastMinute: [{ maxDays: 1, percent: 10 }] },
  fees: [],
  extras: [breakfast],
  taxes: [vat(7, 'accommodation'), vat(19, 'breakfast'), touristTax],
}

/** Of the family room. */
export const FAMILY: RateCard = {
  name: 'Family',
  currency: 'EUR',
  nightly: seasons([11_900, 13_450], [16_500, 17_950], [10_900, 11_950]),
  occupancy: {
    adults: 2,
    extraAdultAmount: 2750,
    children: [
      { untilAge: 3, amount: 0 },
      { untilAge: 13, amount: 1850 },
    ],
  },
  discounts: { nights: [{ minNights: 7, percent: 12.5 }], early: [{ minDays: 25, percent: 4 }] },
  fees: [cleaning(6500)],
  extras: [breakfast],
  taxes: [vat(7, 'accommodation', 'cleaning'), vat(19, 'breakfast'), touristTax],
}
