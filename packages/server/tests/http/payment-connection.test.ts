import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { storeOpenPayment } from '../support/stored-payment.ts'
import { type StripeServer, startStripe } from '../support/stripe-server.ts'
import { stripeSignature } from '../support/stripe-webhooks.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, makeEventType, START } from './support/fixtures.ts'
import { PRICE } from './support/paid-booking.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'

const SECRET = 'whsec_0123456789abcdef'

let stripe: StripeServer
let server: TestApp
beforeAll(async () => {
  stripe = await startStripe()
  server = await openTestApp({ stripeEndpoint: stripe.origin })
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})

const connect = (body: Readonly<Record<string, unknown>>) =>
  server.call('PUT', '/v1/payment-connection', { body })

/** Sends a webhook as Stripe does. */
async function webhook(
  url: string,
  { body = EVENT, secret = SECRET, at = Math.floor(Date.now() / 1000) } = {},
) {
  const { pathname } = new URL(url)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': stripeSignature(body, secret, at),
  }
  return await server.call('POST', pathname, { key: null, rawBody: body, headers })
}

const EVENT = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  data: { object: { id: 'pi_1', object: 'payment_intent', metadata: {} } },
})

test('bookers can book an event type with a price once its account can take payments', async () => {
  const own = await openTestApp()
  onTestFinished(() => own.close())
  const eventType = await makeEventType(own.call, { payment: PRICE })
  const body = { eventTypeId: eventType.id, start: START, booker: BOOKER }
  const hold = () => own.call('POST', '/v1/public/bookings', { key: null, body })
  expect(await hold()).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
  await own.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  expect(await hold()).toMatchObject({ status: 202, body: { payment: { status: 'required' } } })
})

test('an account connects Stripe, reads the connection without secrets, and disconnects', async () => {
  expect((await server.call('GET', '/v1/payment-connection')).status).toBe(404)
  const connected = await connect({
    kind: 'stripe',
    restrictedKey: stripe.key,
    webhookSecret: SECRET,
  })
  expect(connected).toMatchObject({
    status: 200,
    body: { kind: 'stripe', status: 'active', isLive: false, hasWebhookSecret: true },
  })
  const read = await server.call('GET', '/v1/payment-connection')
  expect(read.body).toEqual(connected.body)
  const shown = JSON.stringify([connected.body, read.body, server.logLines])
  expect(shown).not.toContain(stripe.key)
  expect(shown).not.toContain(SECRET)
  expect((await server.call('DELETE', '/v1/payment-connection')).status).toBe(204)
  expect((await server.call('GET', '/v1/payment-connection')).status).toBe(404)
})

test('a secret key of Stripe is refused, because it may do more than payments need', async () => {
  const got = await connect({ kind: 'stripe', restrictedKey: 'sk_test_0123456789abcdef' })
  expect(got).toMatchObject({
    status: 422,
    body: { code: 'validation_failed', errors: [{ pointer: '/restrictedKey' }] },
  })
  expect(JSON.stringify(got.body)).not.toContain('sk_test_')
})

test('webhooks are accepted with the signature of this connection only', async () => {
  const { body } = await connect({
    kind: 'stripe',
    restrictedKey: stripe.key,
    webhookSecret: SECRET,
  })
  const url = `http://localhost/v1/payments/stripe/${body.id}`
  expect((await webhook(url)).status).toBe(200)
  const wrong = { status: 400, body: { code: 'signature_invalid' } }
  expect(await webhook(url, { secret: 'whsec_fedcba9876543210' })).toMatchObject(wrong)
  expect(await webhook(url, { at: Math.floor(Date.now() / 1000) - 600 })).toMatchObject(wrong)
  expect(await server.call('POST', new URL(url).pathname, { key: null, body: {} })).toMatchObject(
    wrong,
  )
  const unknown = 'http://localhost/v1/payments/stripe/pcn_01kqs3v7m8e2f4g6h8j0k2m4n6'
  expect(await webhook(unknown)).toMatchObject({ status: 404 })
  await connect({ kind: 'stripe', webhookSecret: null })
  expect(await webhook(url)).toMatchObject({ status: 404 })
})

test('while a payment is open, the vendor stays connected', async () => {
  await connect({ kind: 'stripe', restrictedKey: stripe.key, webhookSecret: SECRET })
  const account = await server.call('GET', '/v1/account')
  const checkout = {
    id: 'cs_test_1',
    url: 'https://checkout.stripe.com/c/pay/cs_test_1',
    openedAtEpochSeconds: 1,
    expiresAtEpochSeconds: 2,
  }
  await storeOpenPayment(server.deps, account.body.id, { checkout })
  const open = { status: 409, body: { code: 'payments_open' } }
  expect(await server.call('DELETE', '/v1/payment-connection')).toMatchObject(open)
  expect(await connect({ kind: 'simulated' })).toMatchObject(open)
})

test('without an answer of Stripe, keys are not stored and unclear webhooks are asked for again', async () => {
  const { body } = await server.call('GET', '/v1/payment-connection')
  await stripe.goDown()
  const unavailable = { status: 503, body: { code: 'payment_unavailable' } }
  const restrictedKey = 'rk_test_another0000000000000'
  expect(await connect({ kind: 'stripe', restrictedKey })).toMatchObject(unavailable)
  const url = `http://localhost/v1/payments/stripe/${body.id}`
  expect(await webhook(url)).toMatchObject(unavailable)
  await stripe.comeUp()
})

test('every documented answer was given', async () => {
  const { call } = server
  const { body } = await call('GET', '/v1/payment-connection')
  const path = `/v1/payments/stripe/${body.id}`
  await sendTwice(call, path, {})
  const key = { key: null, body: {}, headers: { 'idempotency-key': 'two words' } }
  expect((await call('POST', path, key)).status).toBe(422)
  const tag = { headers: { 'if-match': 'x' } }
  expect((await call('DELETE', '/v1/payment-connection', tag)).status).toBe(422)
  const none = await call('DELETE', '/v1/payment-connection', { key: server.otherKey })
  expect(none.status).toBe(404)
  expect(server.call.unseen('Payment connection', REFUSED_ALIKE)).toEqual([])
})
