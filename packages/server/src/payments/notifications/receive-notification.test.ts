import { afterAll, beforeAll, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { openPaymentWorld, type PaymentWorld } from '../../../tests/support/payment-world.ts'
import { connectVendor } from '../connecting/connect-vendor.ts'
import { paymentConnectionId } from '../connection/payment-connection.ts'
import type { VendorNotification } from '../ports/payment-notifications.ts'
import { receiveNotification } from './receive-notification.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
  const { deps, stripe } = world
  for (const caller of [world.caller, world.stranger]) {
    const secrets = { restrictedKey: stripe.key, webhookSecret: 'whsec_0123456789abcdef' }
    unwrap(await connectVendor(deps, caller, { kind: 'stripe', ...secrets }))
  }
})
afterAll(() => world.close())

/** Receives a webhook of the connection of an account, whose signature is right. */
const receive = (accountId: string, notification: VendorNotification) => {
  const { paymentVendors } = world.deps
  const stripe = { ...paymentVendors.stripe, read: async () => notification }
  return receiveNotification(
    { ...world.deps, paymentVendors: { ...paymentVendors, stripe } },
    {
      kind: 'stripe',
      connectionId: paymentConnectionId(accountId),
      body: new Uint8Array(),
      signature: '',
    },
  )
}

test.each([{}, { checkoutId: 'cs_unknown' }])(
  'a webhook wakes a payment of its own account alone: %j',
  async (about) => {
    const { id } = await world.reserve((await world.paidType()).id, world.nextStart())
    const { id: paymentId } = await world.paymentOf(id)
    const notification = { paymentId, ...about }
    const wakeUps = async () => (await world.items('PAYMENTDUE#')).length
    const before = await wakeUps()
    expect(await receive(world.stranger.accountId, notification)).toMatchObject({ ok: true })
    expect(await wakeUps()).toBe(before)
    expect(await world.paymentOf(id)).not.toHaveProperty('strayCheckoutIds')
    expect(await receive(world.caller.accountId, notification)).toMatchObject({ ok: true })
    expect(await wakeUps()).toBe(before + 1)
  },
)

test('a dispute whose money cannot be looked up is refused, so that the vendor sends it again', async () => {
  const { stripe } = world.deps.paymentVendors
  const accountId = world.caller.accountId
  const found = async (outcome: object) => {
    const withKey = () => ({
      ...stripe.withKey(world.stripe.key),
      findPaymentId: async () => outcome,
    })
    const vendors = {
      stripe: { ...stripe, withKey, read: async () => ({ authorizationId: 'pi_1' }) },
    }
    return await receiveNotification(
      { ...world.deps, paymentVendors: vendors as never },
      {
        kind: 'stripe',
        connectionId: paymentConnectionId(accountId),
        body: new Uint8Array(),
        signature: '',
      },
    )
  }
  const failure = (kind: string) => ({ ok: false, failure: { kind, code: 'x', message: 'x' } })
  expect(await found(failure('unavailable'))).toEqual({
    ok: false,
    refusal: { code: 'payment_unavailable' },
  })
  expect(await found(failure('refused'))).toMatchObject({ ok: true })
  expect(await found({ ok: true, value: undefined })).toMatchObject({ ok: true })
})
