import { expect, test } from 'vitest'
import type { RatePlan } from '../api.ts'
import {
  newRatePlan,
  ratePlanBodyOf,
  ratePlanChangeOf,
  ratePlanDraftOf,
} from './rate-plan-draft.ts'

const PLAN: RatePlan = {
  id: 'rpl_1',
  status: 'active',
  name: 'Flexible',
  meals: 'none',
  currency: 'EUR',
  parentId: null,
  adjust: null,
  amount: 10_000,
  nightly: null,
  occupancy: { adults: 2, extraAdultAmount: 2500, children: [{ untilAge: 6, amount: 0 }] },
  discounts: { nights: [{ minNights: 7, percent: 10 }] },
  codes: null,
  fees: null,
  extras: null,
  taxes: null,
  restrictions: null,
  deposit: null,
  balanceDueDays: null,
  balanceCancelDays: null,
  cancellation: null,
  version: 1,
  createdAt: '2026-04-20T08:00:00Z',
  updatedAt: '2026-04-20T08:00:00Z',
  actor: null,
}

test('a plan that was not edited sends neither prices nor rules, so they stay', () => {
  expect(ratePlanChangeOf(ratePlanDraftOf(PLAN), PLAN)).toEqual({
    name: 'Flexible',
    meals: 'none',
    status: 'active',
  })
})

test('another price for further adults keeps the bands of children', () => {
  const draft = { ...ratePlanDraftOf(PLAN), extraAdult: '30' }
  expect(ratePlanChangeOf(draft, PLAN)).toMatchObject({
    occupancy: { adults: 2, extraAdultAmount: 3000, children: [{ untilAge: 6, amount: 0 }] },
  })
})

test('an emptied price is removed, and so are all seasons', () => {
  const plan = { ...PLAN, nightly: [{ from: '2026-07-01', to: '2026-08-01', amount: 1 }] }
  const draft = { ...ratePlanDraftOf(plan), amount: '', seasons: [] }
  expect(ratePlanChangeOf(draft, plan)).toMatchObject({ amount: null, nightly: null })
})

test('a new plan has amounts in the minor units of its currency', () => {
  const season = { key: 'a', name: ' ', from: '2026-07-01', to: '2026-08-01', weekdays: [] }
  const draft = {
    ...newRatePlan(),
    name: 'Yen',
    currency: 'JPY',
    amount: '12000',
    seasons: [{ ...season, amount: '15000' }],
  }
  expect(ratePlanBodyOf(draft)).toEqual({
    name: 'Yen',
    currency: 'JPY',
    meals: 'none',
    amount: 12_000,
    nightly: [{ from: '2026-07-01', to: '2026-08-01', amount: 15_000 }],
  })
})
