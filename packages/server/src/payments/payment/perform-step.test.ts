import type { BegunStep } from '@holdfast/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPaymentWorld, type PaymentWorld } from '../../../tests/support/payment-world.ts'
import type { PaymentVendor } from '../ports/payment-vendor.ts'
import { performStep } from './perform-step.ts'
import { wakePayment } from './wake-payment.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.close())

/** A payment of 50 EUR that was captured, and a vendor that has forgotten all keys and says how much it refunded. */
async function afterForgetting(amountRefunded: number) {
  const { deps, stripe } = world
  const { id } = await world.reserve((await world.paidType()).id, world.nextStart())
  stripe.pay(await world.checkout(id))
  await wakePayment(deps, await world.paymentOf(id))
  await world.work()
  const payment = await world.paymentOf(id)
  const refunds: number[] = []
  const real = deps.paymentVendors.stripe.withKey(stripe.key)
  const vendor: PaymentVendor = {
    ...real,
    read: async (checkoutId) => {
      const read = await real.read(checkoutId)
      return read.ok ? { ok: true, value: { ...read.value, amountRefunded } } : read
    },
    refund: async (_, { amount }) => {
      refunds.push(amount)
      return { ok: true, value: undefined }
    },
  }
  const step: BegunStep = {
    kind: 'refund',
    authorizationId: payment.truth?.authorizationId ?? '',
    amount: 2000,
    refundedBefore: 1000,
    key: `${payment.id}:9`,
  }
  return { refunds, perform: () => performStep(deps, vendor, payment, step) }
}

test.each([3000, 3001])(
  'a refund that the vendor has made already is not sent again: %d refunded',
  async (amountRefunded) => {
    const { refunds, perform } = await afterForgetting(amountRefunded)
    expect(await perform()).toEqual({ advanced: 'again' })
    expect(refunds).toEqual([])
  },
)

test('a refund that the vendor has not made yet is sent, also after an earlier one', async () => {
  const { refunds, perform } = await afterForgetting(2999)
  expect(await perform()).toEqual({ advanced: 'again' })
  expect(refunds).toEqual([2000])
})
