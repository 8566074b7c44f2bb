import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { PAYMENT_ID, storeOpenPayment } from '../../../tests/support/stored-payment.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { type StripeServer, startStripe } from '../../../tests/support/stripe-server.ts'
import { createStripe } from '../../adapters/stripe/stripe.ts'
import { fixedVaultKeys, newVaultKey } from '../../adapters/vault/keys.ts'
import { createSecretBox } from '../../adapters/vault/secret-box.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { markVendorBroken, vendorOfAccount } from '../connection/account-vendors.ts'
import { readPaymentConnection } from '../connection/payment-connection.ts'
import { paymentConnectionRepresentation } from '../connection/payment-connection-representation.ts'
import { opensSecrets, resealPaymentConnection } from '../connection/sealed-secrets.ts'
import type { PaymentsDependencies } from '../dependencies.ts'
import { createSimulatedVendor } from '../simulated/simulated-vendor.ts'
import { connectVendor, disconnectVendor, getPaymentConnection } from './connect-vendor.ts'

const ACCOUNT = 'acc_01k5w3q8v0m9c2r4t6x8z0b1d3'
const WEBHOOK_SECRET = 'whsec_0123456789abcdef'
const OTHER_KEY = 'rk_test_another0000000000000'
const caller = systemCaller(ACCOUNT, 'test')

let opened: TestStore
let stripe: StripeServer
let deps: PaymentsDependencies
beforeEach(async () => {
  opened = await openTestStore()
  stripe = await startStripe()
  const { deps: base, clock } = testDependencies(opened.store, '2026-05-04T08:00:00Z')
  deps = {
    ...base,
    paymentVendors: {
      stripe: createStripe(clock, { endpoint: stripe.origin }),
      simulated: { forAccount: (accountId) => createSimulatedVendor(base, accountId) },
    },
  }
})
afterEach(async () => {
  await stripe.close()
  await opened.close()
})

const connect = (more: Partial<Parameters<typeof connectVendor>[2]> = {}) =>
  connectVendor(deps, caller, { kind: 'stripe', restrictedKey: stripe.key, ...more })

const refused = (code: string) => ({ ok: false, refusal: { code } })

/** Everything in the store as text. */
async function stored(): Promise<string> {
  const items: unknown[] = []
  for await (const page of opened.store.scan()) items.push(...page)
  return JSON.stringify(items)
}

/** Adds a payment with an open checkout at Stripe. */
async function openPayment(): Promise<void> {
  const vendor = await vendorOfAccount(deps, ACCOUNT)
  const now = Math.floor(deps.clock.nowEpochMilliseconds() / 1000)
  stripe.setNow(now)
  const checkout = await vendor?.openCheckout({
    paymentId: PAYMENT_ID,
    amount: 5000,
    currency: 'EUR',
    title: 'Haircut',
    returnUrl: 'https://book.example.com/pay/1?returned=1',
    cancelUrl: 'https://book.example.com/pay/1',
    expiresAtEpochSeconds: now + 900,
    key: 'k-1',
  })
  if (!checkout?.ok) throw new Error('the checkout was not opened')
  const { checkoutId, url, expiresAtEpochSeconds } = checkout.value
  const opened = { id: checkoutId, url, openedAtEpochSeconds: now, expiresAtEpochSeconds }
  await storeOpenPayment(deps, ACCOUNT, { checkout: opened })
}

test('a connected account is called with its key, which is stored sealed and never shown', async () => {
  const connected = await connect({ webhookSecret: WEBHOOK_SECRET })
  expect(connected).toMatchObject({
    ok: true,
    value: { kind: 'stripe', isLive: false, version: 1 },
  })
  if (!connected.ok) throw new Error('unreachable')
  expect(paymentConnectionRepresentation(connected.value, 'https://book.example.com')).toEqual({
    id: 'pcn_01k5w3q8v0m9c2r4t6x8z0b1d3',
    kind: 'stripe',
    isLive: false,
    status: 'active',
    failure: null,
    hasWebhookSecret: true,
    webhookUrl: 'https://book.example.com/v1/payments/stripe/pcn_01k5w3q8v0m9c2r4t6x8z0b1d3',
    version: 1,
    createdAt: '2026-05-04T08:00:00Z',
    updatedAt: '2026-05-04T08:00:00Z',
  })
  expect(await stored()).not.toContain(stripe.key)
  expect(await stored()).not.toContain(WEBHOOK_SECRET)
  const vendor = await vendorOfAccount(deps, ACCOUNT)
  expect(await vendor?.checkAccess()).toEqual({ ok: true, value: undefined })
})

test('a key that Stripe does not accept is refused by its field, and nothing is stored', async () => {
  expect(await connect({ restrictedKey: OTHER_KEY })).toEqual({
    ok: false,
    refusal: {
      code: 'validation_failed',
      errors: [{ pointer: '/restrictedKey', message: 'Stripe does not accept the key.' }],
    },
  })
  expect(await readPaymentConnection(deps, ACCOUNT)).toBeUndefined()
})

test('a key without a permission is refused with the name of the permission', async () => {
  stripe.addKey(OTHER_KEY, ['sessions'])
  expect(await connect({ restrictedKey: OTHER_KEY })).toMatchObject({
    refusal: { errors: [{ message: expect.stringContaining('rak_checkout_session_write') }] },
  })
})

test('a vendor that does not answer is no reason to refuse the key', async () => {
  await stripe.goDown()
  expect(await connect()).toMatchObject(refused('payment_unavailable'))
})

test('the first connection needs a key; later changes keep the key and the secret that are left out', async () => {
  expect(await connect({ restrictedKey: undefined })).toMatchObject(refused('validation_failed'))
  await connect({ webhookSecret: WEBHOOK_SECRET })
  stripe.addKey(OTHER_KEY, [])
  expect(await connect({ restrictedKey: OTHER_KEY })).toMatchObject({ value: { version: 2 } })
  stripe.revokeKey(stripe.key)
  const kept = await connect({ restrictedKey: undefined })
  expect(kept).toMatchObject({ value: { version: 3, sealedWebhookSecret: expect.any(String) } })
  const without = await connect({ restrictedKey: undefined, webhookSecret: null })
  expect(without).toMatchObject({ ok: true, value: { version: 4 } })
  expect(without.ok && 'sealedWebhookSecret' in without.value).toBe(false)
})

test('a denied key shows until a key is accepted', async () => {
  await connect()
  await markVendorBroken(deps, ACCOUNT, 'Stripe does not accept the key.')
  await markVendorBroken(deps, ACCOUNT, 'Stripe does not accept the key.')
  expect(await readPaymentConnection(deps, ACCOUNT)).toMatchObject({
    version: 2,
    failure: { message: 'Stripe does not accept the key.' },
  })
  await connect({ restrictedKey: undefined })
  expect(await readPaymentConnection(deps, ACCOUNT)).not.toHaveProperty('failure')
})

test('a server without vault keys connects no vendor with a key', async () => {
  const { secretBox: _, ...withoutBox } = deps
  const input = { kind: 'stripe', restrictedKey: stripe.key } as const
  expect(await connectVendor(withoutBox, caller, input)).toMatchObject(
    refused('payment_kind_unavailable'),
  )
})

test('simulated payments are connected only where they are allowed, and have no key', async () => {
  expect(await connectVendor(deps, caller, { kind: 'simulated' })).toMatchObject({
    value: { kind: 'simulated', isLive: false },
  })
  expect(await connect({ kind: 'simulated' })).toMatchObject(refused('validation_failed'))
  const { simulated: _, ...others } = deps.paymentVendors ?? {}
  const elsewhere = { ...deps, paymentVendors: others }
  expect(await connectVendor(elsewhere, caller, { kind: 'simulated' })).toMatchObject(
    refused('payment_kind_unavailable'),
  )
})

test('a vendor with open payments is neither disconnected nor replaced by another account', async () => {
  await connect()
  await openPayment()
  expect(await disconnectVendor(deps, caller)).toMatchObject({
    refusal: { code: 'payments_open', paymentIds: [PAYMENT_ID] },
  })
  expect(await connectVendor(deps, caller, { kind: 'simulated' })).toMatchObject(
    refused('payments_open'),
  )
  const stranger = await startStripe()
  const elsewhere = {
    ...deps,
    paymentVendors: { stripe: createStripe(deps.clock, { endpoint: stranger.origin }) },
  }
  const input = { kind: 'stripe', restrictedKey: stranger.key } as const
  expect(await connectVendor(elsewhere, caller, input)).toMatchObject(refused('payments_open'))
  await stranger.close()
  stripe.addKey(OTHER_KEY, [])
  expect(await connect({ restrictedKey: OTHER_KEY })).toMatchObject({ ok: true })
})

test('a disconnected vendor leaves nothing of its key', async () => {
  await connect()
  expect(await disconnectVendor(deps, caller)).toMatchObject({ ok: true })
  expect(await vendorOfAccount(deps, ACCOUNT)).toBeUndefined()
  expect(await getPaymentConnection(deps, caller)).toMatchObject(refused('not_found'))
  expect(await stored()).toBe('[]')
})

test('of two concurrent connections one wins and the other follows on it', async () => {
  stripe.addKey(OTHER_KEY, [])
  const both = await Promise.all([connect(), connect({ restrictedKey: OTHER_KEY })])
  expect(both.map((each) => each.ok && each.value.version).sort()).toEqual([1, 2])
})

test('a rotation seals the key and the secret with the newest vault key, once', async () => {
  const [old, current] = [newVaultKey(), newVaultKey()]
  deps = { ...deps, secretBox: createSecretBox(fixedVaultKeys([old])) }
  await connect({ webhookSecret: WEBHOOK_SECRET })
  const rotating = { ...deps, secretBox: createSecretBox(fixedVaultKeys([current, old])) }
  expect(await resealPaymentConnection(rotating, ACCOUNT)).toBe(2)
  expect(await resealPaymentConnection(rotating, ACCOUNT)).toBe(0)
  const connection = await readPaymentConnection(deps, ACCOUNT)
  if (connection === undefined) throw new Error('unreachable')
  const after = { secretBox: createSecretBox(fixedVaultKeys([current])) }
  expect(await opensSecrets(after, connection)).toBe(true)
  expect(
    await opensSecrets({ secretBox: createSecretBox(fixedVaultKeys([old])) }, connection),
  ).toBe(false)
})
