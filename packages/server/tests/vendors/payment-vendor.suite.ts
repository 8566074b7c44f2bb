import { expect, test } from 'vitest'
import type {
  CheckoutRequest,
  PaymentVendor,
  VendorOutcome,
  VendorState,
} from '../../src/payments/ports/payment-vendor.ts'

/** A vendor under test, with what payers and banks do. */
export interface VendorWorld {
  readonly vendor: PaymentVendor
  /** The epoch second of the vendor's clock. */
  readonly nowEpochSeconds: number
  pay(checkoutId: string): Promise<void>
  decline(checkoutId: string): Promise<void>
  /** The payer begins to pay and is not done yet. */
  takeLong(checkoutId: string): Promise<void>
}

const request = (world: VendorWorld, more: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  paymentId: 'pay_01k5w3q8v0m9c2r4t6x8z0b1d3',
  amount: 5000,
  currency: 'EUR',
  title: 'Haircut',
  email: 'ada@example.com',
  locale: 'de',
  returnUrl: 'https://book.example.com/pay/pay_01k5w3q8v0m9c2r4t6x8z0b1d3?returned=1',
  cancelUrl: 'https://book.example.com/pay/pay_01k5w3q8v0m9c2r4t6x8z0b1d3',
  expiresAtEpochSeconds: world.nowEpochSeconds + 1500,
  key: 'pay_01k5w3q8v0m9c2r4t6x8z0b1d3-1',
  ...more,
})

async function settledValue<Value>(outcome: Promise<VendorOutcome<Value>>): Promise<Value> {
  const settled = await outcome
  if (!settled.ok) throw new Error(`the call failed: ${JSON.stringify(settled.failure)}`)
  return settled.value
}

const stateOf = (world: VendorWorld, checkoutId: string): Promise<VendorState> =>
  settledValue(world.vendor.read(checkoutId))

/** Opens a checkout and pays on it. */
async function paid(world: VendorWorld) {
  const { checkoutId } = await settledValue(world.vendor.openCheckout(request(world)))
  await world.pay(checkoutId)
  const { authorizationId = '' } = await stateOf(world, checkoutId)
  return { checkoutId, authorizationId }
}

const EUR = { currency: 'EUR' } as const
const refused = (code: string) => ({ ok: false, failure: { kind: 'refused', code } })

type Open = () => Promise<VendorWorld>

/** The guarantees of every payment vendor. */
export function testPaymentVendor(name: string, open: Open): void {
  testMoney(name, open)
  testReleases(name, open)
  testCheckouts(name, open)
  testPayers(name, open)
}

function testMoney(name: string, open: Open): void {
  test(`${name}: a paid checkout is authorized, captured once, and refunded in parts`, async () => {
    const world = await open()
    const { vendor } = world
    const opened = await settledValue(vendor.openCheckout(request(world)))
    expect(opened.url).toMatch(/^https?:\/\//)
    expect(opened.expiresAtEpochSeconds).toBeGreaterThanOrEqual(world.nowEpochSeconds + 1500)
    const { checkoutId } = opened
    expect(await stateOf(world, checkoutId)).toEqual({
      checkout: 'open',
      status: 'none',
      currency: 'EUR',
      amountAuthorized: 0,
      amountCaptured: 0,
      amountRefunded: 0,
      isDisputed: false,
    })
    await world.pay(checkoutId)
    const authorized = await stateOf(world, checkoutId)
    expect(authorized).toMatchObject({
      checkout: 'complete',
      status: 'authorized',
      amountAuthorized: 5000,
      amountCaptured: 0,
    })
    const { authorizationId = '' } = authorized
    const capture = { amount: 5000, ...EUR, key: 'k-2' }
    expect(await vendor.capture(authorizationId, capture)).toEqual({ ok: true, value: undefined })
    expect(await vendor.capture(authorizationId, capture)).toEqual({ ok: true, value: undefined })
    expect(await stateOf(world, checkoutId)).toMatchObject({
      status: 'captured',
      amountCaptured: 5000,
      amountRefunded: 0,
    })
    await settledValue(vendor.refund(authorizationId, { amount: 1200, ...EUR, key: 'k-3' }))
    await settledValue(vendor.refund(authorizationId, { amount: 1200, ...EUR, key: 'k-3' }))
    expect(await stateOf(world, checkoutId)).toMatchObject({ amountRefunded: 1200 })
    await settledValue(vendor.refund(authorizationId, { amount: 3800, ...EUR, key: 'k-4' }))
    expect(await stateOf(world, checkoutId)).toMatchObject({
      status: 'captured',
      amountCaptured: 5000,
      amountRefunded: 5000,
    })
  })

  test(`${name}: no more is refunded than was captured`, async () => {
    const world = await open()
    const { checkoutId, authorizationId } = await paid(world)
    await settledValue(world.vendor.capture(authorizationId, { amount: 5000, ...EUR, key: 'k-2' }))
    const tooMuch = { amount: 5001, ...EUR, key: 'k-3' }
    expect(await world.vendor.refund(authorizationId, tooMuch)).toMatchObject({
      ok: false,
      failure: { kind: 'refused' },
    })
    expect(await stateOf(world, checkoutId)).toMatchObject({ amountRefunded: 0 })
  })

  test(`${name}: the same key opens the same checkout`, async () => {
    const world = await open()
    const first = await settledValue(world.vendor.openCheckout(request(world)))
    expect(await settledValue(world.vendor.openCheckout(request(world)))).toEqual(first)
    const other = await settledValue(world.vendor.openCheckout(request(world, { key: 'other' })))
    expect(other.checkoutId).not.toBe(first.checkoutId)
  })
}

function testReleases(name: string, open: Open): void {
  test(`${name}: a released authorization is released once and cannot be captured`, async () => {
    const world = await open()
    const { checkoutId, authorizationId } = await paid(world)
    await settledValue(world.vendor.release(authorizationId, 'k-2'))
    await settledValue(world.vendor.release(authorizationId, 'k-3'))
    expect(await stateOf(world, checkoutId)).toMatchObject({
      status: 'released',
      amountCaptured: 0,
      amountRefunded: 0,
    })
    const late = await world.vendor.capture(authorizationId, { amount: 5000, ...EUR, key: 'k-4' })
    expect(late).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    expect(await stateOf(world, checkoutId)).toMatchObject({ amountCaptured: 0 })
  })

  test(`${name}: a captured payment cannot be released`, async () => {
    const world = await open()
    const { checkoutId, authorizationId } = await paid(world)
    await settledValue(world.vendor.capture(authorizationId, { amount: 5000, ...EUR, key: 'k-2' }))
    const released = await world.vendor.release(authorizationId, 'k-3')
    expect(released).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    expect(await stateOf(world, checkoutId)).toMatchObject({ status: 'captured' })
  })
}

function testCheckouts(name: string, open: Open): void {
  test(`${name}: nobody can pay on a closed checkout, and closing it twice succeeds`, async () => {
    const world = await open()
    const { checkoutId } = await settledValue(world.vendor.openCheckout(request(world)))
    await settledValue(world.vendor.closeCheckout(checkoutId, 'k-2'))
    await settledValue(world.vendor.closeCheckout(checkoutId, 'k-3'))
    expect(await stateOf(world, checkoutId)).toMatchObject({ checkout: 'expired', status: 'none' })
    await expect(world.pay(checkoutId)).rejects.toThrow()
    expect(await stateOf(world, checkoutId)).toMatchObject({ amountAuthorized: 0 })
  })

  test(`${name}: a paid checkout cannot be closed, so its money is not overlooked`, async () => {
    const world = await open()
    const { checkoutId } = await paid(world)
    expect(await world.vendor.closeCheckout(checkoutId, 'k-2')).toMatchObject(
      refused('checkout_complete'),
    )
  })
}

function testPayers(name: string, open: Open): void {
  test(`${name}: after a declined card the payer can try again`, async () => {
    const world = await open()
    const { checkoutId } = await settledValue(world.vendor.openCheckout(request(world)))
    await world.decline(checkoutId)
    expect(await stateOf(world, checkoutId)).toMatchObject({
      checkout: 'open',
      status: 'failed',
      failure: { code: 'insufficient_funds' },
    })
    await world.pay(checkoutId)
    expect(await stateOf(world, checkoutId)).toMatchObject({ status: 'authorized' })
  })

  test(`${name}: a checkout with a payer at their bank is processing and may still be paid`, async () => {
    const world = await open()
    const { checkoutId } = await settledValue(world.vendor.openCheckout(request(world)))
    await world.takeLong(checkoutId)
    expect(await stateOf(world, checkoutId)).toMatchObject({
      checkout: 'open',
      status: 'processing',
    })
    expect(await world.vendor.closeCheckout(checkoutId, 'k-2')).toMatchObject({
      ok: false,
      failure: { kind: 'unavailable' },
    })
    await world.pay(checkoutId)
    expect(await stateOf(world, checkoutId)).toMatchObject({ status: 'authorized' })
  })

  test(`${name}: an authorization names its payment`, async () => {
    const world = await open()
    const { authorizationId } = await paid(world)
    expect(await world.vendor.findPaymentId(authorizationId)).toEqual({
      ok: true,
      value: 'pay_01k5w3q8v0m9c2r4t6x8z0b1d3',
    })
  })

  test(`${name}: an unknown checkout is not found`, async () => {
    const { vendor } = await open()
    expect(await vendor.read('cs_test_none')).toMatchObject(refused('not_found'))
    expect(await vendor.closeCheckout('cs_test_none', 'k-1')).toMatchObject(refused('not_found'))
  })

  test(`${name}: amounts of currencies without minor units arrive as they are`, async () => {
    const world = await open()
    const yen = request(world, { amount: 800, currency: 'JPY' })
    const { checkoutId } = await settledValue(world.vendor.openCheckout(yen))
    await world.pay(checkoutId)
    expect(await stateOf(world, checkoutId)).toMatchObject({
      currency: 'JPY',
      amountAuthorized: 800,
    })
  })
}
