import { expect, test } from 'vitest'
import type { RatePlan } from '../api.ts'
import {
  depositBody,
  depositDraftOf,
  discountPath,
  planRulesBody,
  planRulesOf,
} from './plan-rules-draft.ts'
import {
  newRatePlan,
  ratePlanBodyOf,
  ratePlanChangeOf,
  ratePlanDraftOf,
} from './rate-plan-draft.ts'

const RULES = {
  fees: [{ id: 'cleaning', name: 'Cleaning', amount: 6000, per: 'stay' }],
  extras: [{ id: 'breakfast', name: 'Breakfast', amount: 1200, per: 'person_night' }],
  discounts: {
    nights: [{ minNights: 7, percent: 10 }],
    early: [{ minDays: 60, percent: 5.5 }],
    lastMinute: [{ maxDays: 3, percent: 15 }],
  },
  codes: [{ code: 'SPRING', percent: 10, from: '2026-03-01', to: '2026-06-01' }],
  taxes: [
    { name: 'VAT', percent: 7, included: true, on: ['accommodation', 'cleaning'] },
    { name: 'City tax', percent: 7.5, onNet: true, capNights: 21, validFrom: '2026-01-01' },
    { name: 'Tourist tax', amount: 250, exemptUntilAge: 17, collect: 'atHouse' },
  ],
  restrictions: [
    {
      from: '2026-12-27',
      to: '2027-01-02',
      weekdays: ['friday'],
      minNights: 3,
      on: 'arrival',
      closedToDeparture: true,
      minAdvanceDays: 2,
    },
  ],
  cancellation: [
    { penaltyPercent: 10 },
    { days: 7, time: '18:00', penaltyPercent: 50 },
    { days: 3, penaltyNights: 2 },
    { days: 1, penaltyPercent: 100 },
  ],
} as const

// The cast: literals are read-only, and lists of the API are not.
const PLAN = {
  id: 'rpl_1',
  status: 'active',
  name: 'Flexible',
  meals: 'none',
  currency: 'EUR',
  parentId: null,
  adjust: null,
  amount: 10_000,
  nightly: null,
  occupancy: {
    adults: 2,
    singleUse: { percent: -20 },
    children: [{ untilAge: 6, amount: 1000 }],
  },
  ...RULES,
} as unknown as RatePlan

test('every rule of a plan is what the form sends back', () => {
  expect(planRulesBody(planRulesOf(PLAN), 'EUR')).toEqual(RULES)
})

test('one edited list is sent, the others stay as they are', () => {
  const draft = ratePlanDraftOf(PLAN)
  const [fee] = draft.fees
  if (fee === undefined) throw new Error('the plan has a fee')
  const change = ratePlanChangeOf({ ...draft, fees: [{ ...fee, amount: '65,50' }] }, PLAN)
  expect(change).toEqual({
    name: 'Flexible',
    meals: 'none',
    status: 'active',
    fees: [{ id: 'cleaning', name: 'Cleaning', amount: 6550, per: 'stay' }],
  })
})

test('a list whose last entry is removed is sent as null', () => {
  expect(ratePlanChangeOf({ ...ratePlanDraftOf(PLAN), codes: [] }, PLAN)).toMatchObject({
    codes: null,
  })
})

test('new fees and extras get ids from their names, which nothing else has', () => {
  const charge = { amount: '5', per: 'stay' } as const
  const draft = {
    ...newRatePlan(),
    fees: [{ ...charge, key: '1', name: 'Große Reinigung' }],
    extras: [
      { ...charge, key: '1', name: 'Accommodation' },
      { ...charge, key: '2', name: 'Cot', id: 'cot-2' },
      { ...charge, key: '3', name: 'Cot' },
      { ...charge, key: '4', name: 'Cot' },
      { ...charge, key: '5', name: '朝食' },
    ],
  }
  const body = ratePlanBodyOf(draft)
  expect(body.fees?.map(({ id }) => id)).toEqual(['grosse-reinigung'])
  expect(body.extras?.map(({ id }) => id)).toEqual([
    'accommodation-2',
    'cot-2',
    'cot',
    'cot-3',
    'item',
  ])
})

test('a tax that becomes an amount for each person keeps no percentage', () => {
  const [tax] = ratePlanDraftOf(PLAN).taxes
  if (tax === undefined) throw new Error('the plan has a tax')
  const edited = { ...tax, kind: 'amount', amount: '2.50', exemptUntilAge: '17' } as const
  expect(planRulesBody({ ...planRulesOf(PLAN), taxes: [edited] }, 'EUR').taxes).toEqual([
    { name: 'VAT', amount: 250, exemptUntilAge: 17 },
  ])
})

test('the discount for one adult alone is typed as what it takes off', () => {
  const draft = ratePlanDraftOf(PLAN)
  expect(draft.singleUsePercent).toBe('20')
  expect(ratePlanChangeOf({ ...draft, singleUsePercent: '12.5' }, PLAN)).toMatchObject({
    occupancy: {
      adults: 2,
      singleUse: { percent: -12.5 },
      children: [{ untilAge: 6, amount: 1000 }],
    },
  })
  expect(ratePlanChangeOf({ ...draft, singleUsePercent: '' }, PLAN)).toMatchObject({
    occupancy: { adults: 2, children: [{ untilAge: 6, amount: 1000 }] },
  })
})

test.each([{ percent: 30 }, { amount: 5050 }, { nights: 2 }])(
  'the deposit %o is what the form sends back',
  (deposit) => {
    expect(depositBody(depositDraftOf({ ...PLAN, deposit }), 'EUR')).toEqual(deposit)
  },
)

test('a deposit that the event type says again is removed', () => {
  const plan = { ...PLAN, deposit: { percent: 30 } }
  const draft = { ...ratePlanDraftOf(plan), deposit: { kind: 'type', value: '' } } as const
  expect(ratePlanChangeOf(draft, plan)).toMatchObject({ deposit: null })
})

test('an error of a discount is found by its place in its own list', () => {
  const { discounts } = planRulesOf(PLAN)
  const more = [...discounts, { key: 'new', kind: 'nights', count: '14', percent: '12' } as const]
  expect(more.map((_, index) => discountPath(more, index))).toEqual([
    'discounts/nights/0',
    'discounts/early/0',
    'discounts/lastMinute/0',
    'discounts/nights/1',
  ])
})

test('a tax in the prices is not paid at the property, whatever was chosen before', () => {
  const [tax] = ratePlanDraftOf(PLAN).taxes
  if (tax === undefined) throw new Error('the plan has a tax')
  const bodyOf = (change: Partial<typeof tax>) =>
    planRulesBody({ ...planRulesOf(PLAN), taxes: [{ ...tax, isAtHouse: true, ...change }] }, 'EUR')
      .taxes[0]
  expect(bodyOf({})).not.toHaveProperty('collect')
  expect(bodyOf({ isIncluded: false })).toHaveProperty('collect', 'atHouse')
  expect(bodyOf({ kind: 'amount', amount: '2' })).toHaveProperty('collect', 'atHouse')
})

test('a plan that always gives everything back shows that as a rule, and keeps it', () => {
  const plan = { ...PLAN, cancellation: [] }
  const draft = ratePlanDraftOf(plan)
  expect(draft.cancellation).toMatchObject([{ days: '', penaltyKind: 'percent', penalty: '0' }])
  expect(ratePlanChangeOf(draft, plan)).not.toHaveProperty('cancellation')
  expect(ratePlanChangeOf({ ...draft, cancellation: [] }, plan)).toHaveProperty(
    'cancellation',
    null,
  )
})
