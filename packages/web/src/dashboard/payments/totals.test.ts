import { expect, test } from 'vitest'
import { refundableOf, totalsOf } from './totals.ts'

const paid = (currency: string, amountCaptured: number, amountRefunded = 0) => ({
  currency,
  amountCaptured,
  amountRefunded,
})

test('totals are kept apart by currency, and unpaid payments count for none', () => {
  const payments = [paid('USD', 700), paid('EUR', 5000, 1500), paid('EUR', 250), paid('JPY', 0)]
  expect(totalsOf(payments)).toEqual([
    { currency: 'EUR', captured: 5250, refunded: 1500, net: 3750 },
    { currency: 'USD', captured: 700, refunded: 0, net: 700 },
  ])
  expect(totalsOf([])).toEqual([])
})

test('no more can be refunded than was captured and not refunded yet', () => {
  expect(refundableOf(paid('EUR', 5000, 1500))).toBe(3500)
  expect(refundableOf(paid('EUR', 0))).toBe(0)
})
