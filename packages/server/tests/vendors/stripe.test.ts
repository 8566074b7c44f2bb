import { afterEach, expect, test } from 'vitest'
import { createStripe } from '../../src/adapters/stripe/stripe.ts'
import type {
  CheckoutRequest,
  OpenedCheckout,
  PaymentVendor,
  VendorOutcome,
  VendorState,
} from '../../src/payments/ports/payment-vendor.ts'
import { type StripeServer, startStripe } from '../support/stripe-server.ts'
import { testPaymentVendor } from './payment-vendor.suite.ts'

const clock = { nowEpochMilliseconds: () => Date.now() }
const servers: StripeServer[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function open(timeoutMilliseconds = 5000) {
  const server = await startStripe()
  servers.push(server)
  const stripe = createStripe(clock, { endpoint: server.origin, timeoutMilliseconds })
  return { server, stripe, vendor: stripe.withKey(server.key) }
}

testPaymentVendor('Stripe', async () => {
  const { server, vendor } = await open()
  return {
    vendor,
    nowEpochSeconds: Math.floor(Date.now() / 1000),
    pay: async (checkoutId) => server.pay(checkoutId),
    decline: async (checkoutId) => server.decline(checkoutId),
    takeLong: async (checkoutId) => server.beginThreeDSecure(checkoutId),
  }
})

const now = () => Math.floor(Date.now() / 1000)

const request = (more: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  paymentId: 'pay_01k5w3q8v0m9c2r4t6x8z0b1d3',
  amount: 5000,
  currency: 'EUR',
  title: 'Haircut',
  returnUrl: 'https://book.example.com/pay/1?returned=1',
  cancelUrl: 'https://book.example.com/pay/1',
  expiresAtEpochSeconds: now() + 60,
  key: 'pay_01k5w3q8v0m9c2r4t6x8z0b1d3-1',
  ...more,
})

async function opened(outcome: Promise<VendorOutcome<OpenedCheckout>>): Promise<OpenedCheckout> {
  const settled = await outcome
  if (!settled.ok) throw new Error(JSON.stringify(settled.failure))
  return settled.value
}

async function stateOf(vendor: PaymentVendor, checkoutId: string): Promise<VendorState> {
  const read = await vendor.read(checkoutId)
  if (!read.ok) throw new Error(JSON.stringify(read.failure))
  return read.value
}

async function paid(server: StripeServer, vendor: PaymentVendor) {
  const { checkoutId } = await opened(vendor.openCheckout(request()))
  server.pay(checkoutId)
  const [charge] = server.chargesOf(request().paymentId)
  return { checkoutId, authorizationId: charge?.payment_intent ?? '' }
}

const capture = { amount: 5000, currency: 'EUR', key: 'k-2' }

test('a session asks for a card, authorizes without capturing, and carries the payment everywhere', async () => {
  const { server, vendor } = await open()
  await opened(vendor.openCheckout(request({ email: 'ada@example.com', locale: 'pt-PT' })))
  const [session] = server.sessionsOf('pay_01k5w3q8v0m9c2r4t6x8z0b1d3')
  expect(session).toMatchObject({
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    currency: 'eur',
    amount_total: 5000,
    customer_email: 'ada@example.com',
    locale: 'pt',
    metadata: {
      holdfast_payment_id: 'pay_01k5w3q8v0m9c2r4t6x8z0b1d3',
      holdfast_key: 'pay_01k5w3q8v0m9c2r4t6x8z0b1d3-1',
    },
    intentData: {
      capture_method: 'manual',
      description: 'Haircut',
      metadata: { holdfast_payment_id: 'pay_01k5w3q8v0m9c2r4t6x8z0b1d3' },
    },
  })
})

test('a checkout that should end at once stays open for 31 minutes, which Stripe accepts', async () => {
  const { vendor } = await open()
  const at = now()
  const { expiresAtEpochSeconds } = await opened(
    vendor.openCheckout(request({ expiresAtEpochSeconds: at })),
  )
  expect(expiresAtEpochSeconds).toBe(at + 1860)
})

test('a checkout that should stay open for days ends after 24 hours', async () => {
  const { vendor } = await open()
  const { expiresAtEpochSeconds } = await opened(
    vendor.openCheckout(request({ expiresAtEpochSeconds: now() + 300_000 })),
  )
  expect(expiresAtEpochSeconds - now()).toBeGreaterThan(86_390)
  expect(expiresAtEpochSeconds - now()).toBeLessThanOrEqual(86_400)
})

test('a call whose answer was lost is repeated without a second effect', async () => {
  const { server, vendor } = await open()
  server.break('POST /v1/checkout/sessions', 'lost_answer')
  expect(await vendor.openCheckout(request())).toEqual({
    ok: false,
    failure: { kind: 'unavailable' },
  })
  await opened(vendor.openCheckout(request()))
  expect(server.sessionsOf(request().paymentId)).toHaveLength(1)
})

/** An answer of the first call that does not say whether Stripe has made the session. */
const UNCERTAIN = ['lost_answer', 'fault_after'] as const

test.each(UNCERTAIN)(
  'a checkout with %s is opened once, although the booker has another address and language by then',
  async (fault) => {
    const { server, vendor } = await open()
    server.break('POST /v1/checkout/sessions', fault)
    const first = request({ email: 'ada@example.com', locale: 'en' })
    expect(await vendor.openCheckout(first)).toMatchObject({ failure: { kind: 'unavailable' } })
    const later = await opened(
      vendor.openCheckout({ ...first, email: 'ada@example.org', locale: 'de' }),
    )
    const sessions = server.sessionsOf(request().paymentId)
    expect(sessions.map(({ id, url }) => ({ id, url }))).toEqual([
      { id: later.checkoutId, url: later.url },
    ])
  },
)

test('the checkout of an earlier call is found behind a hundred others', async () => {
  const { server, vendor } = await open()
  server.break('POST /v1/checkout/sessions', 'lost_answer')
  await vendor.openCheckout(request())
  for (let other = 0; other < 101; other += 1) {
    await opened(vendor.openCheckout(request({ paymentId: `pay_${other}`, key: `k-${other}` })))
  }
  const { checkoutId } = await opened(vendor.openCheckout(request({ email: 'ada@example.org' })))
  expect(server.sessionsOf(request().paymentId).map(({ id }) => id)).toEqual([checkoutId])
})

test('a checkout whose first call Stripe has refused is refused when other input repeats it', async () => {
  const { server, vendor } = await open()
  expect(await vendor.openCheckout(request({ amount: 1 }))).toMatchObject({ ok: false })
  expect(await vendor.openCheckout(request({ amount: 5000 }))).toMatchObject({
    ok: false,
    failure: { kind: 'refused', code: 'idempotency_error' },
  })
  expect(server.objects.sessions.size).toBe(0)
})

test('a capture that Stripe carried out and answered with a fault succeeds when it is repeated', async () => {
  const { server, vendor } = await open()
  const { authorizationId } = await paid(server, vendor)
  server.break('/capture', 'fault_after')
  expect(await vendor.capture(authorizationId, capture)).toMatchObject({
    ok: false,
    failure: { kind: 'unavailable' },
  })
  expect(await vendor.capture(authorizationId, capture)).toEqual({ ok: true, value: undefined })
})

test('a fault that Stripe repeats for a key does not block the call for a day', async () => {
  const { server, vendor } = await open()
  const { authorizationId } = await paid(server, vendor)
  server.break('/capture', 'fault_before')
  await vendor.capture(authorizationId, capture)
  expect(await vendor.capture(authorizationId, capture)).toEqual({ ok: true, value: undefined })
  expect(server.chargesOf(request().paymentId)).toMatchObject([{ amount_captured: 5000 }])
})

test.each(['fault_before', 'fault_after', 'lost_answer'] as const)(
  'a refund with %s pays back once, however often it is repeated',
  async (fault) => {
    const { server, vendor } = await open()
    const { authorizationId } = await paid(server, vendor)
    await vendor.capture(authorizationId, capture)
    server.break('POST /v1/refunds', fault)
    const refund = { amount: 1000, currency: 'EUR', key: 'k-3' }
    expect(await vendor.refund(authorizationId, refund)).toMatchObject({ ok: false })
    expect(await vendor.refund(authorizationId, refund)).toEqual({ ok: true, value: undefined })
    expect(await vendor.refund(authorizationId, refund)).toEqual({ ok: true, value: undefined })
    expect(server.objects.refunds.map(({ amount }) => amount)).toEqual([1000])
  },
)

test('a capture that the bank declines is refused with its code', async () => {
  const { server, vendor } = await open()
  const { authorizationId } = await paid(server, vendor)
  server.break('/capture', 'declined')
  expect(await vendor.capture(authorizationId, capture)).toEqual({
    ok: false,
    failure: { kind: 'refused', code: 'card_declined', message: 'Your card was declined.' },
  })
})

test('an authorization that ran out is released', async () => {
  const { server, vendor } = await open()
  const { checkoutId } = await paid(server, vendor)
  server.endAuthorization(checkoutId)
  expect(await vendor.read(checkoutId)).toMatchObject({
    ok: true,
    value: { status: 'released', amountAuthorized: 5000, amountRefunded: 0 },
  })
})

test('a dispute shows in the state and refuses refunds', async () => {
  const { server, vendor } = await open()
  const { checkoutId, authorizationId } = await paid(server, vendor)
  await vendor.capture(authorizationId, capture)
  server.dispute(checkoutId)
  expect(await vendor.read(checkoutId)).toMatchObject({ ok: true, value: { isDisputed: true } })
  const refund = { amount: 1000, currency: 'EUR', key: 'k-3' }
  expect(await vendor.refund(authorizationId, refund)).toMatchObject({
    ok: false,
    failure: { kind: 'refused', code: 'charge_disputed' },
  })
})

test('a payer who is at their bank when the checkout should end can still pay, and it shows', async () => {
  const { server, vendor } = await open()
  const { checkoutId } = await opened(vendor.openCheckout(request()))
  server.beginThreeDSecure(checkoutId)
  expect(await vendor.closeCheckout(checkoutId, 'k-2')).toEqual({
    ok: false,
    failure: { kind: 'unavailable', retryAfterSeconds: 5 },
  })
  server.pay(checkoutId)
  expect(await vendor.closeCheckout(checkoutId, 'k-3')).toMatchObject({
    ok: false,
    failure: { kind: 'refused', code: 'checkout_complete' },
  })
})

test('a throttled, silent, broken or absent Stripe is unavailable', async () => {
  const { server, vendor } = await open(300)
  const unavailable = { ok: false, failure: { kind: 'unavailable' } }
  server.fail({ retryAfterSeconds: 7, as: 'seconds' }, { times: 1 })
  expect(await vendor.read('cs_1')).toEqual({
    ok: false,
    failure: { kind: 'unavailable', retryAfterSeconds: 7 },
  })
  const proxies = [
    { status: 502, body: 'Bad gateway' },
    { status: 502, body: {} },
  ]
  for (const fault of ['silence', 'cut', 'broken', 'page', ...proxies] as const) {
    server.fail(fault, { times: 2 })
    expect(await vendor.read('cs_1'), JSON.stringify(fault)).toEqual(unavailable)
    server.recover()
  }
  await server.goDown()
  expect(await vendor.read('cs_1')).toEqual(unavailable)
})

test('a wrong key and a missing permission are denied, without the key in the message', async () => {
  const { server, stripe } = await open()
  expect(await stripe.withKey('rk_test_wrong0000').checkAccess()).toEqual({
    ok: false,
    failure: { kind: 'denied', message: 'Stripe does not accept the key.' },
  })
  server.addKey('rk_test_half000000', ['refunds'])
  const denied = await stripe.withKey('rk_test_half000000').checkAccess()
  expect(denied).toMatchObject({
    ok: false,
    failure: { kind: 'denied', message: expect.stringContaining('rak_charge_write') },
  })
  expect(JSON.stringify(denied)).not.toContain('rk_test_half')
})

test('the check of a key changes nothing', async () => {
  const { server, vendor } = await open()
  expect(await vendor.checkAccess()).toEqual({ ok: true, value: undefined })
  expect(server.objects.sessions.size + server.objects.refunds.length).toBe(0)
})

test.each([
  [800, 'JPY', 800],
  [1230, 'KWD', 1230],
  [500, 'ISK', 50_000],
  [9000, 'UGX', 900_000],
  [300, 'MGA', 3],
  [5000, 'TWD', 5000],
])(
  '%i minor units of %s are %i units of Stripe, on the way there and back',
  async (amount, currency, unitAmount) => {
    const { server, vendor } = await open()
    const { checkoutId } = await opened(vendor.openCheckout(request({ amount, currency })))
    expect(server.objects.session(checkoutId).amount_total).toBe(unitAmount)
    server.pay(checkoutId)
    const { authorizationId = '' } = await stateOf(vendor, checkoutId)
    await vendor.capture(authorizationId, { amount, currency, key: 'k-2' })
    await vendor.refund(authorizationId, { amount, currency, key: 'k-3' })
    expect(await stateOf(vendor, checkoutId)).toMatchObject({
      amountAuthorized: amount,
      amountCaptured: amount,
      amountRefunded: amount,
    })
    expect(server.objects.refunds).toMatchObject([{ amount: unitAmount }])
  },
)

test('calls send no telemetry', async () => {
  const { server, vendor } = await open()
  const { checkoutId } = await opened(vendor.openCheckout(request()))
  await vendor.read(checkoutId)
  const names = server.calls.all.flatMap(({ headers }) => Object.keys(headers))
  expect(names).not.toContain('x-stripe-client-telemetry')
  const agents = server.calls.all.map(({ headers }) => headers['x-stripe-client-user-agent'] ?? '')
  expect(agents.filter((agent) => /telemetry|platform/.test(agent))).toEqual([])
})
