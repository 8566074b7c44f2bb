import { expect, test } from 'vitest'
import { parseDate } from '../time/dates.ts'
import { derivedRules } from './derive.ts'
import type { RateRules } from './rate-plan.ts'
import { explainRates } from './restrictions.ts'
import { ratesProblems } from './validate-rates.ts'

const dayOf = (date: string): number => parseDate(date) as number
const TODAY = dayOf('2026-05-01')
const stay = (arrival: string, departure: string) => ({
  arrivalDay: dayOf(arrival),
  departureDay: dayOf(departure),
})
const explain = (
  restriction: NonNullable<RateRules['restrictions']>[number],
  of = stay('2026-05-10', '2026-05-12'),
  before?: ReturnType<typeof stay>,
) =>
  explainRates({ currency: 'EUR', restrictions: [restriction] }, of, TODAY, before).map((each) => {
    const { code, ...values } = each
    return [code, ...Object.values(values)]
  })
const NIGHT = { from: '2026-05-11', to: '2026-05-12' }
const ARRIVAL = { from: '2026-05-10', to: '2026-05-11' }

test('the numbers of nights hold for stays through a date, or for arrivals on it', () => {
  expect(explain({ ...NIGHT, minNights: 3 })).toEqual([['too_few_nights', 3]])
  expect(explain({ ...NIGHT, minNights: 2, maxNights: 2 })).toEqual([])
  expect(explain({ ...NIGHT, minNights: 3, on: 'arrival' })).toEqual([])
  expect(explain({ ...ARRIVAL, minNights: 3, on: 'arrival' })).toEqual([['too_few_nights', 3]])
  expect(explain({ ...NIGHT, maxNights: 1 })).toEqual([['too_many_nights', 1]])
  // The date of departure is no night.
  expect(explain({ from: '2026-05-12', to: '2026-05-13', minNights: 3 })).toEqual([])
})

test('of several nights the strictest counts', () => {
  const rules = {
    currency: 'EUR',
    restrictions: [
      { ...ARRIVAL, minNights: 3 },
      { ...NIGHT, minNights: 5 },
    ],
  }
  expect(explainRates(rules, stay('2026-05-10', '2026-05-12'), TODAY)).toEqual([
    { code: 'too_few_nights', minNights: 5 },
  ])
})

test('a date closed to arrival or departure closes nothing else', () => {
  expect(explain({ ...ARRIVAL, closedToArrival: true })).toEqual([
    ['closed_to_arrival', dayOf('2026-05-10')],
  ])
  expect(explain({ ...NIGHT, closedToArrival: true, closedToDeparture: true })).toEqual([])
  const departure = { from: '2026-05-12', to: '2026-05-13' }
  expect(explain({ ...departure, closedToDeparture: true, stopSell: true })).toEqual([
    ['closed_to_departure', dayOf('2026-05-12')],
  ])
})

test('a night that is not sold is named, and the days before the arrival are counted', () => {
  expect(explain({ ...NIGHT, stopSell: true })).toEqual([['stop_sell', dayOf('2026-05-11')]])
  expect(explain({ ...ARRIVAL, minAdvanceDays: 9, maxAdvanceDays: 9 })).toEqual([])
  expect(explain({ ...ARRIVAL, minAdvanceDays: 10 })).toEqual([
    ['arrival_too_soon', dayOf('2026-05-11')],
  ])
  expect(explain({ ...ARRIVAL, maxAdvanceDays: 8 })).toEqual([['too_far', dayOf('2026-05-09')]])
})

test('a stay that changes follows only the rules for what it changes', () => {
  const before = stay('2026-05-10', '2026-05-12')
  const longer = stay('2026-05-10', '2026-05-13')
  const all = { minNights: 5, closedToArrival: true, stopSell: true }
  expect(explain({ from: '2026-05-09', to: '2026-05-13', ...all }, before, before)).toEqual([])
  expect(explain({ from: '2026-05-09', to: '2026-05-13', ...all }, longer, before)).toEqual([
    ['too_few_nights', 5],
    ['stop_sell', dayOf('2026-05-12')],
  ])
})

test('a derived plan has the prices of its parent, and its own restrictions instead', () => {
  const parent = {
    currency: 'EUR',
    amount: 9999,
    nightly: [{ ...NIGHT, amount: 15_000 }],
    restrictions: [{ ...NIGHT, minNights: 2 }],
    fees: [{ id: 'a', name: 'A', amount: 5, per: 'stay' }],
  } as const
  const own = { adjust: { percent: -12.5 }, restrictions: [{ ...NIGHT, minNights: 4 }] }
  // 12.5 % of 99.99 is 12.49875, subtracted and rounded half up.
  expect(derivedRules(parent, own)).toMatchObject({
    amount: 8749,
    nightly: [{ ...NIGHT, amount: 13_125 }],
    restrictions: [{ ...NIGHT, minNights: 4 }],
    fees: parent.fees,
  })
  expect(derivedRules(parent, { adjust: { amount: -12_000 } })).toMatchObject({
    amount: 0,
    nightly: [{ amount: 3000 }],
  })
})

test.each<readonly [string, Omit<RateRules, 'currency'>, string]>([
  [
    'a date that does not exist',
    { nightly: [{ from: '2026-02-30', to: '2026-03-01', amount: 1 }] },
    '/nightly/0/from',
  ],
  [
    'an empty season',
    { nightly: [{ from: '2026-03-01', to: '2026-03-01', amount: 1 }] },
    '/nightly/0/to',
  ],
  [
    'two restrictions on one date',
    { restrictions: [NIGHT, { from: '2026-05-01', to: '2026-06-01' }] },
    '/restrictions/1',
  ],
  [
    'bounds that contradict each other',
    { restrictions: [{ ...NIGHT, minNights: 3, maxNights: 2 }] },
    '/restrictions/0/minNights',
  ],
  [
    'a band twice',
    {
      occupancy: {
        adults: 2,
        children: [
          { untilAge: 3, amount: 0 },
          { untilAge: 3, amount: 1 },
        ],
      },
    },
    '/occupancy/children/1',
  ],
  [
    'a code twice',
    {
      codes: [
        { code: 'a', percent: 1 },
        { code: 'A', percent: 2 },
      ],
    },
    '/codes/1',
  ],
  [
    'an id that is reserved',
    { fees: [{ id: 'accommodation', name: 'A', amount: 1, per: 'stay' }] },
    '/fees/0/id',
  ],
  [
    'a tax of something unknown',
    { taxes: [{ name: 'T', percent: 1, on: ['breakfast'] }] },
    '/taxes/0/on',
  ],
  ['a tax of both kinds', { taxes: [{ name: 'T', percent: 1, amount: 1 }] }, '/taxes/0'],
])('%s is refused where it is', (_, rules, pointer) => {
  expect(ratesProblems({ currency: 'EUR', ...rules })).toEqual([
    { pointer, message: expect.stringMatching(/./) },
  ])
})

test('a currency that cannot be paid is refused', () => {
  expect(ratesProblems({ currency: 'XXX' })).toMatchObject([{ pointer: '/currency' }])
})
