import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPaymentWorld, type PaymentWorld } from '../../../tests/support/payment-world.ts'
import type { VendorState } from '../ports/payment-vendor.ts'
import { openCheckout } from './open-checkout.ts'

let world: PaymentWorld
beforeEach(async () => {
  world = await openPaymentWorld('sqlite')
})
afterEach(() => world.close())

/** A booking whose checkout is open, and what opening it again answers while the vendor says so about it. */
async function openedAgain(state: Partial<VendorState> | 'unreachable') {
  const booking = await world.reserve((await world.paidType()).id)
  const { id } = await world.paymentOf(booking.id)
  const checkoutId = await world.checkout(booking.id)
  const { stripe } = world.deps.paymentVendors
  const withKey = (key: string) => {
    const vendor = stripe.withKey(key)
    const failure = { kind: 'unavailable', code: 'x', message: 'x' }
    const read: typeof vendor.read = async (of) => {
      const found = await vendor.read(of)
      if (state === 'unreachable') return { ok: false, failure } as never
      return found.ok ? { ok: true, value: { ...found.value, ...state } } : found
    }
    return Object.assign(Object.create(vendor) as typeof vendor, { read })
  }
  const paymentVendors = { stripe: { ...stripe, withKey } } as never
  const before = (await world.paymentOf(booking.id)).version
  const answer = await openCheckout({ ...world.deps, paymentVendors }, id)
  const after = await world.paymentOf(booking.id)
  return {
    answer,
    isSame: after.checkout?.id === checkoutId,
    isUntouched: after.version === before,
    id,
  }
}

test('who opens the payment again gets the checkout that is open', async () => {
  const { answer, isSame, isUntouched } = await openedAgain({})
  expect(answer).toMatchObject({ ok: true })
  expect([isSame, isUntouched]).toEqual([true, true])
})

test.each(['processing', 'authorized', 'captured'] as const)(
  'who has paid is not asked to pay again while the money is %s',
  async (status) => {
    const { answer, isSame, id } = await openedAgain({ checkout: 'complete', status })
    expect(answer).toEqual({
      ok: true,
      value: { url: `https://book.example.com/pay/${id}?returned=1` },
    })
    expect(isSame).toBe(true)
  },
)

test('a vendor that does not answer opens no second checkout', async () => {
  const { answer, isSame, isUntouched } = await openedAgain('unreachable')
  expect(answer).toMatchObject({ ok: false, refusal: { code: 'payment_unavailable' } })
  expect([isSame, isUntouched]).toEqual([true, true])
})
