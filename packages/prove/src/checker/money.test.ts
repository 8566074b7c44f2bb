import { describe, expect, test } from 'vitest'
import { checkMoney, type PaidBooking, type VendorMoney } from './money.ts'

const booking = (
  status: string,
  amountCaptured: number,
  amountRefunded: number,
  mayBeConfirmedUnpaid = false,
): PaidBooking => ({
  id: 'bkg_a',
  status,
  payment: { status: 'paid', amount: 5000, amountCaptured, amountRefunded },
  mayBeConfirmedUnpaid,
})
const money = (
  captured: VendorMoney['captured'],
  more: Partial<VendorMoney> = {},
): VendorMoney => ({
  openCheckouts: 0,
  reserved: 0,
  captured,
  ...more,
})
const PAID = [{ amount: 5000, refunded: 0 }]
const REFUNDED = [{ amount: 5000, refunded: 5000 }]

test.each<readonly [string, PaidBooking, VendorMoney]>([
  ['confirmed and paid', booking('confirmed', 5000, 0), money(PAID)],
  ['cancelled and refunded', booking('cancelled', 5000, 5000), money(REFUNDED)],
  ['expired and never paid', booking('expired', 0, 0), money([])],
  ['confirmed by the account without a payment', booking('confirmed', 0, 0, true), money([])],
])('a booking is right if it is %s', (_, given, vendor) => {
  expect(checkMoney(given, vendor)).toEqual([])
})

describe('a booking is wrong if it', () => {
  test.each<readonly [string, PaidBooking, VendorMoney]>([
    ['is confirmed and was not paid', booking('confirmed', 0, 0), money([])],
    ['is cancelled, and 5000 were kept', booking('cancelled', 5000, 0), money(PAID)],
    ['still waits for its payment', booking('pending', 0, 0), money([])],
    ['can still be paid', booking('expired', 0, 0), money([], { openCheckouts: 1 })],
    ['has reserved money', booking('expired', 0, 0), money([], { reserved: 1 })],
    [
      'was paid twice',
      booking('confirmed', 10_000, 5000),
      money([PAID[0], REFUNDED[0]] as VendorMoney['captured']),
    ],
    [
      'shows 5000 and 0 captured and refunded instead of 5000 and 5000',
      booking('cancelled', 5000, 0),
      money(REFUNDED),
    ],
  ])('%s', (text, given, vendor) => {
    expect(checkMoney(given, vendor)).toEqual([`booking bkg_a (payment paid) ${text}`])
  })
})
