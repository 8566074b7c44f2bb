import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountToKeep, amountToPay, refundByRules } from './amounts.ts'
import type { PaymentRules } from './payment.ts'

const EUR = (amount: number) => ({ amount, currency: 'EUR' })

const RULES: PaymentRules = {
  amount: 5000,
  currency: 'EUR',
  kind: 'full',
  payWithinMinutes: 15,
  onCaptureFailure: 'keep',
  captureFailureMinutes: 1440,
  refunds: [],
}

describe('what is to pay', () => {
  test('a deposit is paid instead of the price, but never more than the price', () => {
    const rules: PaymentRules = {
      ...RULES,
      kind: 'deposit',
      depositAmount: 1000,
    }
    expect(amountToPay(rules, 5000)).toBe(1000)
    expect(amountToPay(rules, 800)).toBe(800)
  })
})

describe('what is to pay for several seats', () => {
  test('is the price or the deposit of each, if it is for each seat', () => {
    const rules: PaymentRules = { ...RULES, isPerSeat: true }
    expect(amountToPay(rules, 15_000, 3)).toBe(15_000)
    expect(amountToPay({ ...rules, kind: 'deposit', depositAmount: 1000 }, 15_000, 3)).toBe(3000)
    expect(amountToPay(RULES, 5000, 3)).toBe(5000)
  })
})

describe('what is refunded', () => {
  const refunds = [
    { untilMinutesBefore: 60, percent: 50 },
    { untilMinutesBefore: 1440, percent: 100 },
  ]

  test.each([
    [1440, 5000],
    [1439, 2500],
    [60, 2500],
    [59, 0],
  ])('a cancellation %d minutes before the start refunds %d of 5000', (minutes, refund) => {
    expect(refundByRules(refunds, EUR(5000), minutes)).toBe(refund)
  })

  test('without rules nothing is refunded', () => {
    expect(refundByRules([], EUR(5000), 100_000)).toBe(0)
  })

  test('a fraction of a minor unit is rounded up, in favor of the booker', () => {
    expect(refundByRules([{ untilMinutesBefore: 0, percent: 33 }], EUR(101), 10)).toBe(34)
  })

  test('a refund is a multiple of what cards can be charged, which are tens of fils of a dinar', () => {
    const half = [{ untilMinutesBefore: 0, percent: 50 }]
    expect(refundByRules(half, { amount: 12_350, currency: 'KWD' }, 10)).toBe(6180)
  })

  test('a refund is whole minor units and never above the amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.integer({ min: 0, max: 100 }),
        (amount, percent) => {
          const refund = refundByRules([{ untilMinutesBefore: 0, percent }], EUR(amount), 0)
          expect(Number.isInteger(refund)).toBe(true)
          expect(refund).toBeLessThanOrEqual(amount)
          expect(refund * 100).toBeGreaterThanOrEqual(amount * percent)
          expect((refund - 1) * 100).toBeLessThan(amount * percent || 1)
        },
      ),
      { numRuns: 500 },
    )
  })
})

test('what is kept follows from what is desired', () => {
  expect(amountToKeep({ kind: 'none' }, 5000)).toBe(0)
  expect(amountToKeep({ kind: 'void' }, 5000)).toBe(0)
  expect(amountToKeep({ kind: 'captured' }, 5000)).toBe(5000)
  expect(amountToKeep({ kind: 'refunded', amount: 2000 }, 5000)).toBe(3000)
})
