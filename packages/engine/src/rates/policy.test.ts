import { expect, test } from 'vitest'
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
  expect(refundsByPolicy(HALF_THEN_ALL, arrivalOn('2026-05-10'))).toEqual(expected)
  expect(refundsByPolicy(HALF_THEN_ALL.toReversed(), arrivalOn('2026-05-10'))).toEqual(expected)
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
    expect(refundsByPolicy(rules, arrivalOn(date, timeZone))).toEqual([
      { untilMinutesBefore: minutes, percent: 100 },
    ])
  },
)

test('a penalty from the booking on leaves nothing, or the rest until check-in', () => {
  const on = arrivalOn('2026-05-10')
  expect(refundsByPolicy([{ penaltyPercent: 100 }], on)).toEqual([])
  expect(refundsByPolicy([{ penaltyPercent: 30 }], on)).toEqual([
    { untilMinutesBefore: 0, percent: 70 },
  ])
  expect(refundsByPolicy([{ days: 2, penaltyPercent: 100 }, { penaltyPercent: 30 }], on)).toEqual([
    { untilMinutesBefore: 2880, percent: 70 },
  ])
})

test('without a rule everything comes back, and a deadline after check-in is check-in', () => {
  const on = arrivalOn('2026-05-10')
  expect(refundsByPolicy([], on)).toEqual([{ untilMinutesBefore: 0, percent: 100 }])
  expect(refundsByPolicy([{ days: 0, time: '18:00', penaltyPercent: 100 }], on)).toEqual([
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
