import { expect, test } from 'vitest'
import { bookingInFragment } from './pay-link.ts'
import { POLL_SECONDS, viewOf } from './pay-view.ts'

test.each([
  ['required', 'pending', false, 'to_pay'],
  ['required', 'pending', true, 'processing'],
  ['authorized', 'pending', true, 'processing'],
  ['authorized', 'pending', false, 'processing'],
  ['authorized', 'confirmed', true, 'confirmed'],
  ['paid', 'confirmed', false, 'confirmed'],
  ['paid', 'completed', false, 'confirmed'],
  ['failed', 'pending', true, 'failed'],
  ['failed', 'confirmed', false, 'failed'],
  ['released', 'expired', true, 'expired'],
  ['released', 'pending', true, 'expired'],
  ['released', 'cancelled', false, 'cancelled'],
  ['refunded', 'cancelled', false, 'cancelled'],
] as const)(
  'a payment that is %s for a booking that is %s (back from the vendor: %s) is shown as %s',
  (status, bookingStatus, hasReturned, view) => {
    const payable = status === 'required' || status === 'failed'
    expect(viewOf({ status, bookingStatus, payable }, hasReturned)).toBe(view)
  },
)

test('the rest of an order is to pay while its bookings stand, and what is not asked for any more is not', () => {
  const rest = { status: 'required', bookingStatus: 'confirmed', payable: true } as const
  expect(viewOf(rest, false)).toBe('to_pay')
  expect(viewOf(rest, true)).toBe('processing')
  expect(viewOf({ ...rest, bookingStatus: 'cancelled' }, false)).toBe('to_pay')
  expect(viewOf({ ...rest, payable: false }, false)).toBe('confirmed')
})

test('the page asks for the outcome of a payment for about a minute, then stops', () => {
  expect(POLL_SECONDS.reduce((sum, seconds) => sum + seconds, 0)).toBe(60)
})

test.each([
  ['#bkg_01abc.hm_xY9', { bookingId: 'bkg_01abc', token: 'hm_xY9' }],
  [
    '#bkg_01abc.hm_xY9.grp_01abd',
    { bookingId: 'bkg_01abc', token: 'hm_xY9', groupId: 'grp_01abd' },
  ],
  ['#bkg_01abc', undefined],
  ['#https://example.com.x', undefined],
  ['', undefined],
])('the fragment "%s" names %o', (hash, booking) => {
  expect(bookingInFragment(hash)).toEqual(booking)
})
