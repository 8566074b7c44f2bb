import { afterAll, beforeAll, expect, test } from 'vitest'
import { isKeyed } from '../../src/payments/dependencies.ts'
import { openTestApp, type TestApp } from './support/app.ts'

const RETURN_URL = 'https://book.example.com/pay/pay_01k5w3q8v0m9c2r4t6x8z0b1d3?returned=1'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

/** Opens a checkout; answers its page. */
async function opened(key: string, locale?: string): Promise<string> {
  const { simulated } = server.deps.paymentVendors ?? {}
  const vendor = simulated && !isKeyed(simulated) ? simulated.forAccount('acc_1') : undefined
  const checkout = await vendor?.openCheckout({
    paymentId: 'pay_01k5w3q8v0m9c2r4t6x8z0b1d3',
    amount: 5000,
    currency: 'EUR',
    title: '<b>Haircut</b>',
    ...(locale !== undefined && { locale }),
    returnUrl: RETURN_URL,
    cancelUrl: 'https://book.example.com/pay/pay_01k5w3q8v0m9c2r4t6x8z0b1d3',
    expiresAtEpochSeconds: Math.floor(server.clock.nowEpochMilliseconds() / 1000) + 900,
    key,
  })
  if (!checkout?.ok) throw new Error('the checkout was not opened')
  return new URL(checkout.value.url).pathname
}

const show = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  server.call('GET', path, { key: null, headers })

const choose = (path: string, choice: string) =>
  server.call('POST', path, {
    key: null,
    rawBody: `choice=${choice}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

test('the page says that it is a simulation, in the language of the payer', async () => {
  const path = await opened('language')
  const english = await show(path)
  expect(english.status).toBe(200)
  expect(english.text).toContain('No money moves.')
  expect(english.text).toContain('€50.00')
  expect(english.text).not.toContain('<b>')
  expect(english.headers.get('content-security-policy')).toContain("default-src 'none'")
  const german = await show(path, { 'accept-language': 'de-AT,en;q=0.5' })
  expect(german.text).toContain('Es fließt kein Geld.')
  expect((await show(await opened('locale', 'de'))).text).toContain('<html lang="de">')
})

test('a payer can fail, take long and pay, and returns once the payment is complete', async () => {
  const path = await opened('choices')
  for (const choice of ['fail', 'take_long']) {
    const got = await choose(path, choice)
    expect([got.status, got.headers.get('location')]).toEqual([303, path])
  }
  expect((await show(path)).text).toContain('The bank is checking the payment.')
  const paid = await choose(path, 'pay')
  expect([paid.status, paid.headers.get('location')]).toEqual([303, RETURN_URL])
  const again = await choose(path, 'fail')
  expect([again.status, again.headers.get('location')]).toEqual([303, RETURN_URL])
  expect((await show(path)).text).toContain('This payment is complete.')
})

test('an unknown choice is refused, and an unknown checkout is not found', async () => {
  expect((await choose(await opened('wrong'), 'steal')).status).toBe(422)
  const unknown = `/simulated-payments/sim_${'0'.repeat(32)}`
  expect((await show(unknown)).status).toBe(404)
  expect((await choose(unknown, 'pay')).status).toBe(404)
})
