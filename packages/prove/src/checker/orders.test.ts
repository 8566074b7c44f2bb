import { describe, expect, test } from 'vitest'
import type { VendorMoney } from './money.ts'
import { checkOrder, type OrderCharge, type PaidStay } from './orders.ts'

const NIGHT = 5000
const NONE: VendorMoney = { openCheckouts: 0, reserved: 0, captured: [] }
const taken = (amount: number, refunded = 0): VendorMoney => ({
  ...NONE,
  captured: [{ amount, refunded }],
})
const charge = (paymentId: string, amount: number, isAsked = false): OrderCharge => ({
  paymentId,
  amount,
  checkoutUrl: isAsked ? `https://book.example.com/pay/${paymentId}` : null,
})

/** A stay of three nights, whose first night was paid. */
const STAY: PaidStay = {
  id: 'bkg_a',
  status: 'confirmed',
  nights: 3,
  order: { total: 15_000, paid: 5000, due: 10_000, charges: [charge('one', 5000)] },
  mayBeConfirmedUnpaid: false,
}
const stay = (order: Partial<PaidStay['order']>, more: Partial<PaidStay> = {}): PaidStay => ({
  ...STAY,
  ...more,
  order: { ...STAY.order, ...order },
})
const GONE = { total: 0, paid: 0, due: 0 }
const wrongOf = (given: PaidStay, money: Readonly<Record<string, VendorMoney>>) =>
  checkOrder(given, NIGHT, (id) => money[id] ?? NONE)

const ASKED = { charges: [charge('one', 5000), charge('two', 10_000, true)] }

test.each<readonly [string, PaidStay, Readonly<Record<string, VendorMoney>>]>([
  ['owes the rest', STAY, { one: taken(5000) }],
  ['is asked for the rest', stay(ASKED), { one: taken(5000), two: { ...NONE, openCheckouts: 1 } }],
  [
    'has paid the rest',
    stay({ charges: [charge('one', 5000), charge('two', 10_000)], paid: 15_000, due: 0 }),
    { one: taken(5000), two: taken(10_000) },
  ],
  ['was cancelled', stay(GONE, { status: 'cancelled' }), { one: taken(5000, 5000) }],
  ['has expired', stay(GONE, { status: 'expired' }), {}],
  [
    'was confirmed without a payment',
    stay({ paid: 0, due: 15_000 }, { mayBeConfirmedUnpaid: true }),
    {},
  ],
])('an order is right if its stay %s', (_, given, money) => {
  expect(wrongOf(given, money)).toEqual([])
})

describe('an order is wrong if its stay', () => {
  test.each<readonly [string, PaidStay, Readonly<Record<string, VendorMoney>>]>([
    [
      'was paid twice by one',
      STAY,
      { one: { ...NONE, captured: [...taken(5000).captured, ...taken(5000, 5000).captured] } },
    ],
    ['has money of one reserved', STAY, { one: { ...taken(5000), reserved: 1 } }],
    ['can still pay one', STAY, { one: { ...taken(5000), openCheckouts: 1 } }],
    ['still waits for its payment', stay(GONE, { status: 'pending' }), {}],
    ['shows 5000 paid instead of 0', STAY, {}],
    ['costs 15000 instead of 20000', stay({}, { nights: 4 }), { one: taken(5000) }],
    ['owes 9000 instead of 10000', stay({ due: 9000 }), { one: taken(5000) }],
    [
      'is cancelled, costs 0, and 2500 were kept',
      stay({ total: 2500, paid: 2500, due: 0 }, { status: 'cancelled' }),
      { one: taken(5000, 2500) },
    ],
    [
      'is asked for 15000 of 10000',
      stay({ charges: [charge('one', 5000), charge('two', 15_000, true)] }),
      { one: taken(5000) },
    ],
    ['is confirmed and was not paid', stay({ paid: 0, due: 15_000 }), {}],
  ])('%s', (text, given, money) => {
    expect(wrongOf(given, money)).toContain(`stay bkg_a ${text}`)
  })
})
