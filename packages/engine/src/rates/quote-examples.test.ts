import { expect, test } from 'vitest'
import { parseDate } from '../time/dates.ts'
import { type ChosenExtra, quote } from './quote.ts'
import type { QuoteLine, RateRules } from './rate-plan.ts'

/** Worked by hand: what is priced, the total and the lines. */
type Example = readonly [name: string, rules: RateRules, stay: Stay, total: number, lines: string]

/** A stay of two adults from 4 to 6 May 2026, a Monday and a Tuesday night, booked on 1 January 2026. */
interface Stay {
  readonly from?: string
  readonly to?: string
  readonly adults?: number
  readonly ages?: readonly number[]
  readonly booked?: string
  readonly code?: string
  readonly extras?: readonly ChosenExtra[]
}

const dayOf = (date: string): number => parseDate(date) as number

/** A line in short: `night Summer 3x12000=36000`, or with a quantity `3x2x12000=72000`. */
const short = ({ kind, label, nights, quantity, unitAmount, amount, ...line }: QuoteLine) =>
  [
    kind,
    ...(label ? [label] : []),
    `${nights === undefined ? '' : `${nights}x`}${quantity === 1 ? '' : `${quantity}x`}${unitAmount}=${amount}`,
    ...(line.included ? ['included'] : []),
    ...(line.collect === 'atHouse' ? ['at the house'] : []),
  ].join(' ')

const EUR = { currency: 'EUR', amount: 10_000 }
const WEEK = { from: '2026-05-04', to: '2026-05-11' }
const NEW_YEAR = {
  ...EUR,
  nightly: [{ name: 'New Year', from: '2026-12-27', to: '2027-01-03', amount: 19_000 }],
}
const SUMMER = {
  ...EUR,
  nightly: [{ name: 'Summer', from: '2026-07-01', to: '2026-09-01', amount: 15_000 }],
}
const WEEKENDS: RateRules = {
  ...EUR,
  nightly: [
    { from: '2026-01-01', to: '2027-01-01', weekdays: ['friday', 'saturday'], amount: 13_000 },
  ],
}
const SUMMER_WEEKENDS: RateRules = {
  currency: 'EUR',
  nightly: [
    {
      name: 'Weekend',
      from: '2026-07-01',
      to: '2026-09-01',
      weekdays: ['friday', 'saturday'],
      amount: 18_000,
    },
    {
      name: 'Summer',
      from: '2026-07-01',
      to: '2026-09-01',
      weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'sunday'],
      amount: 15_000,
    },
  ],
}
const PEOPLE = {
  ...EUR,
  occupancy: {
    adults: 2,
    singleUse: { percent: -20 },
    extraAdultAmount: 2500,
    children: [
      { untilAge: 3, amount: 0 },
      { untilAge: 13, amount: 1500 },
    ],
  },
}
const LONG = {
  ...EUR,
  discounts: {
    nights: [
      { minNights: 28, percent: 30 },
      { minNights: 7, percent: 10 },
      { minNights: 14, percent: 20 },
    ],
  },
}
const early = (minDays: number, percent = 5) => ({
  ...EUR,
  discounts: { early: [{ minDays, percent }] },
})
const LATE = { ...EUR, discounts: { lastMinute: [{ maxDays: 3, percent: 15 }] } }
const charge = (name: string, amount: number, per: 'stay' | 'night' | 'person' | 'person_night') =>
  ({ id: name.toLowerCase(), name, amount, per }) as const
const CLEANING = charge('Cleaning', 6000, 'stay')
const BREAKFAST = charge('Breakfast', 1200, 'person_night')
const extra = (id: string, quantity = 1) => ({ extras: [{ id, quantity }] })
const VAT_7 = { name: 'VAT 7 %', percent: 7, included: true }
const CITY_TAX = { name: 'City tax', percent: 7.5, onNet: true, capNights: 21 }
const TOURIST_TAX = {
  name: 'Tourist tax',
  amount: 500,
  capNights: 7,
  exemptUntilAge: 17,
  collect: 'atHouse',
} as const
const YEN = { currency: 'JPY', amount: 12_345 }
const IN_2027 = '2027-01-01'

// biome-ignore format: one example a line can be compared
const EXAMPLES: readonly Example[] = [
  ['nights before New Year', NEW_YEAR, { from: '2026-12-24', to: '2026-12-27' }, 30_000, 'night 3x10000=30000'],
  ['into New Year', NEW_YEAR, { from: '2026-12-25', to: '2026-12-29' }, 58_000, 'night 2x10000=20000, night New Year 2x19000=38000'],
  ['one season over the end of the year', NEW_YEAR, { from: '2026-12-30', to: '2027-01-02' }, 57_000, 'night New Year 3x19000=57000'],
  ['out of New Year', NEW_YEAR, { from: '2027-01-01', to: '2027-01-05' }, 58_000, 'night New Year 2x19000=38000, night 2x10000=20000'],
  ['all around New Year', NEW_YEAR, { from: '2026-12-26', to: '2027-01-04' }, 153_000, 'night 1x10000=10000, night New Year 7x19000=133000, night 1x10000=10000'],
  ['the leap day', EUR, { from: '2028-02-28', to: '2028-03-01' }, 20_000, 'night 2x10000=20000'],
  ['the last nights of a season', SUMMER, { from: '2026-08-30', to: '2026-09-01' }, 30_000, 'night Summer 2x15000=30000'],
  ['a season that ends during the stay', SUMMER, { from: '2026-08-31', to: '2026-09-02' }, 25_000, 'night Summer 1x15000=15000, night 1x10000=10000'],
  ['a week with a weekend', WEEKENDS, WEEK, 76_000, 'night 5x10000=50000, night 2x13000=26000'],
  ['four weeks with weekends', WEEKENDS, { from: '2026-05-04', to: '2026-06-01' }, 304_000, 'night 20x10000=200000, night 8x13000=104000'],
  ['weekends of a season', SUMMER_WEEKENDS, { from: '2026-07-01', to: '2026-07-06' }, 81_000, 'night Summer 3x15000=45000, night Weekend 2x18000=36000'],

  ['single use in percent', PEOPLE, { adults: 1 }, 16_000, 'night 2x10000=20000, single_use 2x-2000=-4000'],
  ['single use as an amount', { ...EUR, occupancy: { adults: 2, singleUse: { amount: -1500 } } }, { adults: 1 }, 17_000, 'night 2x10000=20000, single_use 2x-1500=-3000'],
  // 33.33 % of 99.99 is 33.3267.
  ['single use, rounded', { currency: 'EUR', amount: 9999, occupancy: { adults: 2, singleUse: { percent: -33.33 } } }, { adults: 1 }, 13_332, 'night 2x9999=19998, single_use 2x-3333=-6666'],
  ['two adults', PEOPLE, {}, 20_000, 'night 2x10000=20000'],
  ['a third adult', PEOPLE, { adults: 3 }, 25_000, 'night 2x10000=20000, extra_adult 2x2500=5000'],
  ['four adults', PEOPLE, { adults: 4 }, 30_000, 'night 2x10000=20000, extra_adult 2x2x2500=10000'],
  ['a child of 2, free', PEOPLE, { ages: [2] }, 20_000, 'night 2x10000=20000'],
  ['a child of 3, at the edge of the band', PEOPLE, { ages: [3] }, 23_000, 'night 2x10000=20000, child 2x1500=3000'],
  ['a child of 12', PEOPLE, { ages: [12] }, 23_000, 'night 2x10000=20000, child 2x1500=3000'],
  ['a child of 13, above all bands', PEOPLE, { ages: [13] }, 25_000, 'night 2x10000=20000, extra_adult 2x2500=5000'],
  ['two children of one band', PEOPLE, { ages: [5, 8] }, 26_000, 'night 2x10000=20000, child 2x2x1500=6000'],
  ['one adult with a child is no single use', PEOPLE, { adults: 1, ages: [5] }, 23_000, 'night 2x10000=20000, child 2x1500=3000'],
  ['one adult with somebody of 14', PEOPLE, { adults: 1, ages: [14] }, 20_000, 'night 2x10000=20000'],
  ['a large family', PEOPLE, { adults: 3, ages: [1, 7, 15] }, 33_000, 'night 2x10000=20000, extra_adult 2x2x2500=10000, child 2x1500=3000'],

  ['a week', LONG, WEEK, 63_000, 'night 7x10000=70000, length_of_stay 7x-1000=-7000'],
  ['a night less than a week', LONG, { from: '2026-05-04', to: '2026-05-10' }, 60_000, 'night 6x10000=60000'],
  ['two weeks', LONG, { from: '2026-05-04', to: '2026-05-18' }, 112_000, 'night 14x10000=140000, length_of_stay 14x-2000=-28000'],
  ['four weeks', LONG, { from: '2026-05-04', to: '2026-06-01' }, 196_000, 'night 28x10000=280000, length_of_stay 28x-3000=-84000'],
  // 10 % of 99.95 is 9.995.
  ['a week, rounded half up', { ...LONG, amount: 9995 }, WEEK, 62_965, 'night 7x9995=69965, length_of_stay 7x-1000=-7000'],
  ['early', early(60), {}, 19_000, 'night 2x10000=20000, early 2x-500=-1000'],
  ['just early enough: 1 January is 123 days before 4 May', early(123), {}, 19_000, 'night 2x10000=20000, early 2x-500=-1000'],
  ['a day too late', early(124), {}, 20_000, 'night 2x10000=20000'],
  ['last minute', LATE, { booked: '2026-05-01' }, 17_000, 'night 2x10000=20000, last_minute 2x-1500=-3000'],
  ['a day too early', LATE, { booked: '2026-04-30' }, 20_000, 'night 2x10000=20000'],
  ['the better is last minute', { ...EUR, discounts: { ...early(0).discounts, ...LATE.discounts } }, { booked: '2026-05-01' }, 17_000, 'night 2x10000=20000, last_minute 2x-1500=-3000'],
  ['the better is early', { ...EUR, discounts: { ...early(2, 20).discounts, ...LATE.discounts } }, { booked: '2026-05-01' }, 16_000, 'night 2x10000=20000, early 2x-2000=-4000'],
  // 15 % of 90.00 is 13.50.
  ['last minute of what a week leaves', { ...EUR, discounts: { ...LONG.discounts, ...LATE.discounts } }, { ...WEEK, booked: '2026-05-01' }, 53_550, 'night 7x10000=70000, length_of_stay 7x-1000=-7000, last_minute 7x-1350=-9450'],
  // 100.00, 90.00, 85.50, 76.95.
  ['a week, early and a code', { ...EUR, discounts: { ...LONG.discounts, ...early(60).discounts }, codes: [{ code: 'TEN', percent: 10 }] }, { ...WEEK, code: 'TEN' }, 53_865, 'night 7x10000=70000, length_of_stay 7x-1000=-7000, early 7x-450=-3150, code 7x-855=-5985'],
  ['a week of three adults', { ...PEOPLE, discounts: LONG.discounts }, { ...WEEK, adults: 3 }, 78_750, 'night 7x10000=70000, extra_adult 7x2500=17500, length_of_stay 7x-1250=-8750'],

  ['cleaning', { ...EUR, fees: [CLEANING] }, {}, 26_000, 'night 2x10000=20000, fee Cleaning 6000=6000'],
  ['linen for three', { ...EUR, fees: [charge('Linen', 900, 'person')] }, { ages: [1] }, 22_700, 'night 2x10000=20000, fee Linen 3x900=2700'],
  ['parking', { ...EUR, extras: [charge('Parking', 800, 'night')] }, extra('parking'), 21_600, 'night 2x10000=20000, extra Parking 2x800=1600'],
  ['breakfast', { ...EUR, extras: [BREAKFAST] }, extra('breakfast'), 24_800, 'night 2x10000=20000, extra Breakfast 2x2x1200=4800'],
  ['two cots', { ...EUR, extras: [charge('Cot', 1000, 'stay')] }, extra('cot', 2), 22_000, 'night 2x10000=20000, extra Cot 2x1000=2000'],
  ['two bikes a night', { ...EUR, extras: [charge('Bike', 1500, 'night')] }, extra('bike', 2), 26_000, 'night 2x10000=20000, extra Bike 2x2x1500=6000'],
  ['an extra that nobody chose', { ...EUR, extras: [BREAKFAST] }, {}, 20_000, 'night 2x10000=20000'],
  ['a fee has no discount', { ...LONG, fees: [CLEANING] }, WEEK, 69_000, 'night 7x10000=70000, length_of_stay 7x-1000=-7000, fee Cleaning 6000=6000'],

  // 200.00 / 1.07 = 186.9159, so the net is 186.92.
  ['VAT in the price', { ...EUR, taxes: [VAT_7] }, {}, 20_000, 'night 2x10000=20000, tax VAT 7 % 1308=1308 included'],
  ['VAT on top', { ...EUR, taxes: [{ name: 'VAT', percent: 19 }] }, {}, 23_800, 'night 2x10000=20000, tax VAT 3800=3800'],
  ['VAT of what discounts leave', { ...LONG, taxes: [{ name: 'VAT', percent: 19 }] }, WEEK, 74_970, 'night 7x10000=70000, length_of_stay 7x-1000=-7000, tax VAT 11970=11970'],
  // 48.00 / 1.19 = 40.3361.
  ['VAT split by line', { ...EUR, extras: [BREAKFAST], taxes: [VAT_7, { name: 'VAT 19 %', percent: 19, included: true, on: ['breakfast'] }] }, extra('breakfast'), 24_800, 'night 2x10000=20000, extra Breakfast 2x2x1200=4800, tax VAT 7 % 1308=1308 included, tax VAT 19 % 766=766 included'],
  // 260.00 / 1.07 = 242.9907.
  ['VAT of nights and cleaning', { ...EUR, fees: [CLEANING], taxes: [{ ...VAT_7, on: ['accommodation', 'cleaning'] }] }, {}, 26_000, 'night 2x10000=20000, fee Cleaning 6000=6000, tax VAT 7 % 1701=1701 included'],
  // 7.5 % of 186.92 is 14.019.
  ['Berlin: a percentage of the net', { ...EUR, taxes: [VAT_7, CITY_TAX] }, {}, 21_402, 'night 2x10000=20000, tax VAT 7 % 1308=1308 included, tax City tax 1402=1402'],
  // VAT: 2300.00 less 2149.53. Of 21 nights, 2100.00, the net is 1962.62; 7.5 % of it is 147.1965.
  ['Berlin: 23 nights, of which 21 count', { ...EUR, taxes: [VAT_7, CITY_TAX] }, { from: '2026-05-04', to: '2026-05-27' }, 244_720, 'night 23x10000=230000, tax VAT 7 % 15047=15047 included, tax City tax 14720=14720'],
  ['Barcelona: nine nights, of which seven count, and somebody of 16 is exempt', { ...EUR, taxes: [TOURIST_TAX] }, { from: '2026-05-04', to: '2026-05-13', ages: [16] }, 97_000, 'night 9x10000=90000, tax Tourist tax 7x2x500=7000 at the house'],
  ['Barcelona: somebody of 17 pays', { ...EUR, taxes: [TOURIST_TAX] }, { ages: [17] }, 23_000, 'night 2x10000=20000, tax Tourist tax 2x3x500=3000 at the house'],
  // 100.00 / 1.09 = 91.7431.
  ['VAT that changes at New Year', { ...EUR, taxes: [{ ...VAT_7, validTo: IN_2027 }, { name: 'VAT 9 %', percent: 9, included: true, validFrom: IN_2027 }] }, { from: '2026-12-30', to: '2027-01-02' }, 30_000, 'night 3x10000=30000, tax VAT 7 % 1308=1308 included, tax VAT 9 % 826=826 included'],

  // 10 % of 12345 is 1234.5; 77770 / 1.1 = 70700.
  ['yen: a week with tax in it', { ...YEN, discounts: LONG.discounts, taxes: [{ name: 'Tax', percent: 10, included: true }] }, WEEK, 77_770, 'night 7x12345=86415, length_of_stay 7x-1235=-8645, tax Tax 7070=7070 included'],
  // 8 % of 24690 is 1975.2.
  ['yen: tax on top', { ...YEN, taxes: [{ name: 'Tax', percent: 8 }] }, {}, 26_665, 'night 2x12345=24690, tax Tax 1975=1975'],
  // 12.5 % of 25.000 KWD is 3.125; cards take tens of fils.
  ['dinars: steps of ten fils', { currency: 'KWD', amount: 25_000, discounts: { nights: [{ minNights: 7, percent: 12.5 }] } }, WEEK, 153_090, 'night 7x25000=175000, length_of_stay 7x-3130=-21910'],
]

test('there are at least 60 examples', () => {
  expect(EXAMPLES.length).toBeGreaterThanOrEqual(60)
})

test.each(EXAMPLES)('%s', (_, rules, stay, total, lines) => {
  const { from = '2026-05-04', to = '2026-05-06', adults = 2, ages: childAges = [] } = stay
  const { booked = '2026-01-01', code, extras } = stay
  const answer = quote(rules, {
    arrivalDay: dayOf(from),
    departureDay: dayOf(to),
    bookedDay: dayOf(booked),
    occupants: { adults, childAges },
    code,
    extras,
  })
  if (!answer.ok) throw new Error(answer.refusal.code)
  expect([answer.value.total, answer.value.lines.map(short).join(', ')]).toEqual([total, lines])
})
