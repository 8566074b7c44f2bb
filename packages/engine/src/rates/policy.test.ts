import { expect, test } from 'vitest'
import { refundByRules } from '../payments/amounts.ts'
import { parseDate } from '../time/dates.ts'
import { cancellationProblem, depositOf, refundsByPolicy } from './policy.ts'
import { quote } from './quote.ts'
import { ratesProblems } from './validate-rates.ts'

const dayOf = (date: string): number => parseDate(date) as number

const arrivalOn = (date: string, timeZone = 'Europe/Berlin') => ({
  arrivalDay: dayOf(date),
  checkInMinute: 900,
  timeZone,
})

/** Of a stay whose price does not matter. */
const refunds = (rules: Parameters<typeof refundsByPolicy>[0], on: ReturnType<typeof arrivalOn>) =>
  refundsByPolicy(rules, on, [])

const HALF_THEN_ALL = [
  { days: 1, time: '18:00', penaltyPercent: 100 },
  { days: 7, time: '18:00', penaltyPercent: 50 },
]

test('each deadline keeps more, and the order of the rules does not matter', () => {
  const expected = [
    // 3 May 18:00 is 6 days and 21 hours before 10 May 15:00, and 9 May 18:00 is 21 hours before.
    { untilMinutesBefore: 9900, percent: 100 },
    { untilMinutesBefore: 1260, percent: 50 },
  ]
  expect(refunds(HALF_THEN_ALL, arrivalOn('2026-05-10'))).toEqual(expected)
  expect(refunds(HALF_THEN_ALL.toReversed(), arrivalOn('2026-05-10'))).toEqual(expected)
})

test.each([
  // The clocks of Berlin go forward on 29 March and back on 25 October 2026; those of Lord Howe move half an hour.
  ['Europe/Berlin', '2026-04-01', 9840],
  ['Europe/Berlin', '2026-10-28', 9960],
  ['Australia/Lord_Howe', '2026-04-08', 9930],
  ['Asia/Kathmandu', '2026-04-01', 9900],
] as const)(
  'in %s, the deadline of an arrival on %s is at 18:00 by the clocks of the house',
  (timeZone, date, minutes) => {
    const rules = [{ days: 7, time: '18:00', penaltyPercent: 100 }]
    expect(refunds(rules, arrivalOn(date, timeZone))).toEqual([
      { untilMinutesBefore: minutes, percent: 100 },
    ])
  },
)

test('a penalty from the booking on leaves nothing, or the rest until check-in', () => {
  const on = arrivalOn('2026-05-10')
  expect(refunds([{ penaltyPercent: 100 }], on)).toEqual([])
  expect(refunds([{ penaltyPercent: 30 }], on)).toEqual([{ untilMinutesBefore: 0, percent: 70 }])
  expect(refunds([{ days: 2, penaltyPercent: 100 }, { penaltyPercent: 30 }], on)).toEqual([
    { untilMinutesBefore: 2880, percent: 70 },
  ])
})

test('without a rule everything comes back, and a deadline after check-in is check-in', () => {
  const on = arrivalOn('2026-05-10')
  expect(refunds([], on)).toEqual([{ untilMinutesBefore: 0, percent: 100 }])
  expect(refunds([{ days: 0, time: '18:00', penaltyPercent: 100 }], on)).toEqual([
    { untilMinutesBefore: 0, percent: 100 },
  ])
})

test('a deposit is a percentage, an amount, or the first nights without fees and taxes, and never more than is to pay', () => {
  const rules = {
    currency: 'EUR',
    amount: 10_000,
    nightly: [{ name: 'Summer', from: '2026-07-01', to: '2026-09-01', amount: 14_000 }],
    occupancy: { adults: 2, extraAdultAmount: 2500 },
    discounts: { nights: [{ minNights: 3, percent: 10 }] },
    fees: [{ id: 'cleaning', name: 'Cleaning', amount: 6000, per: 'stay' }],
    taxes: [{ name: 'Tourist tax', amount: 200 }],
  } as const
  const priced = quote(rules, {
    arrivalDay: dayOf('2026-06-30'),
    departureDay: dayOf('2026-07-03'),
    occupants: { adults: 3, childAges: [] },
    bookedDay: dayOf('2026-01-01'),
  })
  if (!priced.ok) throw new Error(priced.refusal.code)
  // (100 + 25) - 10 % = 112.50, twice (140 + 25) - 10 % = 148.50; cleaning 60.00; tax 3 people, 3 nights, 2.00 each.
  expect(priced.value.total).toBe(11_250 + 2 * 14_850 + 6000 + 1800)
  const of = (rule: Parameters<typeof depositOf>[0], toPay = 48_750) =>
    depositOf(rule, toPay, priced.value)
  expect(of({ percent: 33.33 })).toBe(16_248)
  expect(of({ amount: 5000 })).toBe(5000)
  expect(of({ nights: 1 })).toBe(11_250)
  expect(of({ nights: 2 })).toBe(26_100)
  expect(of({ nights: 30 })).toBe(40_950)
  expect([of({ amount: 99_999 }), of({ nights: 2 }, 20_000)]).toEqual([48_750, 20_000])
})

test('a later cancellation that costs less, two rules for one deadline, and an unclear deposit are refused', () => {
  expect(cancellationProblem(HALF_THEN_ALL)).toBeUndefined()
  expect(
    cancellationProblem([
      { days: 1, penaltyPercent: 20 },
      { days: 7, penaltyPercent: 50 },
    ]),
  ).toBe(0)
  expect(cancellationProblem([{ penaltyPercent: 50 }, { penaltyPercent: 60 }])).toBe(1)
  const oneDay = [
    { days: 1, time: '10:00', penaltyPercent: 60 },
    { days: 1, penaltyPercent: 50 },
  ]
  expect(cancellationProblem(oneDay)).toBe(0)
  const pointers = (more: object) =>
    ratesProblems({ currency: 'EUR', ...more }).map(({ pointer }) => pointer)
  expect(pointers({ cancellation: HALF_THEN_ALL, deposit: { percent: 30 } })).toEqual([])
  expect(pointers({ deposit: { percent: 30, nights: 1 } })).toEqual(['/deposit'])
  expect(pointers({ deposit: {} })).toEqual(['/deposit'])
  expect(pointers({ cancellation: [{ time: '18:00', penaltyPercent: 10 }] })).toEqual([
    '/cancellation/0/time',
  ])
})

/** Two nights of June at 100.00, two of July at 140.00, with cleaning and a tax. */
function stayInSummer() {
  const priced = quote(
    {
      currency: 'EUR',
      amount: 10_000,
      nightly: [{ name: 'Summer', from: '2026-07-01', to: '2026-09-01', amount: 14_000 }],
      fees: [{ id: 'cleaning', name: 'Cleaning', amount: 6000, per: 'stay' }],
      taxes: [{ name: 'Tourist tax', amount: 200 }],
    },
    {
      arrivalDay: dayOf('2026-06-29'),
      departureDay: dayOf('2026-07-03'),
      occupants: { adults: 1, childAges: [] },
      bookedDay: dayOf('2026-01-01'),
    },
  )
  if (!priced.ok) throw new Error(priced.refusal.code)
  return priced.value
}

test.each([
  [1, 10_000],
  [3, 34_000],
  // All four nights, without cleaning and tax.
  [9, 48_000],
])(
  'a penalty of %i nights is the accommodation of the first nights',
  (penaltyNights, keptAmount) => {
    const { lines } = stayInSummer()
    const rules = [{ days: 3, time: '18:00', penaltyNights }]
    expect(refundsByPolicy(rules, arrivalOn('2026-06-29'), lines)).toEqual([
      // 26 June 18:00 is 2 days and 21 hours before 29 June 15:00.
      { untilMinutesBefore: 4140, percent: 100 },
      { untilMinutesBefore: 0, percent: 100, keptAmount },
    ])
  },
)

test.each([
  // Paid in full, 548.00: everything before the first deadline, then without a night, then half, which is less; then nothing.
  { paid: 54_800, days: 8, back: 54_800 },
  { paid: 54_800, days: 5, back: 44_800 },
  { paid: 54_800, days: 2, back: 27_400 },
  { paid: 54_800, days: 0.5, back: 0 },
  // A deposit of 120.00: half of it would be more than what the earlier deadline leaves.
  { paid: 12_000, days: 5, back: 2000 },
  { paid: 12_000, days: 2, back: 2000 },
  // A penalty costs at most what was paid.
  { paid: 5000, days: 5, back: 0 },
  { paid: 5000, days: 8, back: 5000 },
])('of $paid, $back come back $days days before', ({ paid, days, back }) => {
  const rules = [
    { days: 7, penaltyNights: 1 },
    { days: 3, penaltyPercent: 50 },
    { days: 1, penaltyPercent: 100 },
  ]
  const { lines } = stayInSummer()
  const policy = refundsByPolicy(rules, arrivalOn('2026-06-29'), lines)
  expect(refundByRules(policy, { amount: paid, currency: 'EUR' }, days * 1440)).toBe(back)
})

test('a rule of cancellation has one penalty, and more nights later', () => {
  const problemsOf = (cancellation: Parameters<typeof refundsByPolicy>[0]) =>
    ratesProblems({ currency: 'EUR', amount: 10_000, cancellation }).map(({ pointer }) => pointer)
  expect(problemsOf([{ days: 7 }])).toEqual(['/cancellation/0'])
  expect(problemsOf([{ penaltyNights: 1, penaltyPercent: 50 }])).toEqual(['/cancellation/0'])
  expect(
    problemsOf([
      { days: 7, penaltyNights: 2 },
      { days: 1, penaltyNights: 1 },
    ]),
  ).toEqual(['/cancellation/1/penaltyNights'])
  expect(
    problemsOf([
      { days: 7, penaltyNights: 1 },
      { days: 1, penaltyNights: 2 },
    ]),
  ).toEqual([])
  expect(
    problemsOf([
      { days: 7, penaltyNights: 2 },
      { days: 1, penaltyPercent: 50 },
    ]),
  ).toEqual([])
})
