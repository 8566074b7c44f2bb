import { expect, test } from 'vitest'
import type { EventType } from './event-type.ts'
import { durationsShown, priceRangeOf } from './price-range.ts'

const CUT: EventType = {
  id: 'ety_1',
  accountId: 'acc_1',
  providerId: 'prv_team',
  version: 1,
  status: 'active',
  slug: 'cut',
  title: 'Cut',
  durationMinutes: 30,
  slotStepMinutes: 30,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minNoticeMinutes: 0,
  maxAdvanceDays: 60,
  dateOverrides: [],
  confirmation: 'hold',
  holdMinutes: 5,
  approvalMinutes: 90,
  payment: {
    amount: 5000,
    currency: 'EUR',
    kind: 'full',
    payWithinMinutes: 15,
    onCaptureFailure: 'keep',
    captureFailureMinutes: 60,
    refunds: [],
  },
  createdAtEpochSeconds: 0,
  updatedAtEpochSeconds: 0,
}

const requirements = [{ name: 'stylist', providerIds: ['prv_1', 'prv_2'], count: 1 }]
const ben = { providerId: 'prv_2', durationMinutes: 45, amount: 6500 }

test('the range goes from the lowest to the highest price of candidates and times', () => {
  expect(priceRangeOf(CUT)).toEqual({ lowest: 5000, highest: 5000, currency: 'EUR' })
  const priceRules = [{ weekdays: ['saturday' as const], addPercent: 20 }]
  const salon = { ...CUT, requirements, candidateRules: [ben], priceRules }
  expect(priceRangeOf(salon)).toEqual({ lowest: 5000, highest: 7800, currency: 'EUR' })
  expect(durationsShown(salon)).toEqual([30, 45])
})

test('a price and a duration that no candidate has are left out, and so is one that a rule always changes', () => {
  const ann = { providerId: 'prv_1', durationMinutes: 60, amount: 5500 }
  const salon = { ...CUT, requirements, candidateRules: [ann, ben] }
  expect(durationsShown(salon)).toEqual([60, 45])
  const priceRules = [{ addAmount: 100 }, { amount: 1 }]
  expect(priceRangeOf({ ...salon, priceRules })).toEqual({
    lowest: 5600,
    highest: 6600,
    currency: 'EUR',
  })
})

test('without a payment there is no range', () => {
  const { payment: _, ...free } = CUT
  expect(priceRangeOf(free)).toBeNull()
})
