import { describe, expect, test } from 'vitest'
import { nextPaymentStep, paymentStatusOf } from './next-step.ts'
import type { DesiredPayment, PaymentTruth } from './payment.ts'

const truth = (more: Partial<PaymentTruth> = {}): PaymentTruth => ({
  checkout: 'open',
  status: 'none',
  amountAuthorized: 0,
  amountCaptured: 0,
  amountRefunded: 0,
  isDisputed: false,
  ...more,
})
const AUTHORIZED = truth({
  checkout: 'complete',
  status: 'authorized',
  authorizationId: 'pi_1',
  amountAuthorized: 5000,
})
const CAPTURED = truth({
  checkout: 'complete',
  status: 'captured',
  authorizationId: 'pi_1',
  amountAuthorized: 5000,
  amountCaptured: 5000,
})
const checkout = { id: 'cs_1', url: '', openedAtEpochSeconds: 0, expiresAtEpochSeconds: 0 }
const payment = (desired: DesiredPayment, captureRefusalCount = 0) => ({
  desired,
  amount: 5000,
  checkout,
  captureRefusalCount,
})
const next = (desired: DesiredPayment, current?: PaymentTruth) =>
  nextPaymentStep(payment(desired), { current })

describe('while the booking waits for the money', () => {
  test('an open checkout is waited for', () => {
    expect(next({ kind: 'none' }, truth())).toEqual({ kind: 'wait' })
  })

  test('money that is there calls for the decision of the booking', () => {
    expect(next({ kind: 'none' }, AUTHORIZED)).toEqual({ kind: 'authorized' })
  })

  test('nothing is done about a checkout that has expired', () => {
    expect(next({ kind: 'none' }, truth({ checkout: 'expired' }))).toEqual({ kind: 'rest' })
  })
})

describe('a confirmed booking', () => {
  test('captures what was authorized', () => {
    expect(next({ kind: 'captured' }, AUTHORIZED)).toEqual({
      kind: 'step',
      step: { kind: 'capture', authorizationId: 'pi_1', amount: 5000 },
    })
  })

  test('does nothing once the money was captured', () => {
    expect(next({ kind: 'captured' }, CAPTURED)).toEqual({ kind: 'rest' })
  })

  test('releases an authorization that cannot be captured', () => {
    expect(nextPaymentStep(payment({ kind: 'captured' }, 3), { current: AUTHORIZED })).toEqual({
      kind: 'step',
      step: { kind: 'release', authorizationId: 'pi_1' },
    })
  })
})

describe('a booking that takes no money', () => {
  test('closes an open checkout', () => {
    expect(next({ kind: 'void' }, truth())).toEqual({
      kind: 'step',
      step: { kind: 'close', checkoutId: 'cs_1' },
    })
  })

  test('releases what was authorized late', () => {
    expect(next({ kind: 'void' }, AUTHORIZED)).toEqual({
      kind: 'step',
      step: { kind: 'release', authorizationId: 'pi_1' },
    })
  })

  test('refunds what was captured', () => {
    expect(next({ kind: 'void' }, CAPTURED)).toEqual({
      kind: 'step',
      step: { kind: 'refund', authorizationId: 'pi_1', amount: 5000 },
    })
  })
})

describe('a refund', () => {
  test('pays back the difference to what was paid back already', () => {
    const current = { ...CAPTURED, amountRefunded: 1000 }
    expect(next({ kind: 'refunded', amount: 2500 }, current)).toEqual({
      kind: 'step',
      step: { kind: 'refund', authorizationId: 'pi_1', amount: 1500 },
    })
  })

  test('before the capture captures only what is kept', () => {
    expect(next({ kind: 'refunded', amount: 2000 }, AUTHORIZED)).toEqual({
      kind: 'step',
      step: { kind: 'capture', authorizationId: 'pi_1', amount: 3000 },
    })
  })

  test('waits while a dispute is open', () => {
    expect(next({ kind: 'refunded', amount: 2000 }, { ...CAPTURED, isDisputed: true })).toEqual({
      kind: 'disputed',
    })
  })
})

test('money of a second checkout is given back, whatever is desired of the first', () => {
  const strays = [['cs_0', { ...AUTHORIZED, authorizationId: 'pi_0' }]] as const
  expect(nextPaymentStep(payment({ kind: 'captured' }), { current: AUTHORIZED, strays })).toEqual({
    kind: 'step',
    step: { kind: 'release', authorizationId: 'pi_0' },
  })
})

test.each([
  ['required', { kind: 'none' }, truth(), 'required'],
  ['required', { kind: 'captured' }, AUTHORIZED, 'authorized'],
  ['authorized', { kind: 'captured' }, CAPTURED, 'paid'],
  [
    'authorized',
    { kind: 'captured' },
    truth({ status: 'released', checkout: 'complete' }),
    'failed',
  ],
  ['failed', { kind: 'captured' }, truth(), 'failed'],
  ['paid', { kind: 'refunded', amount: 1 }, { ...CAPTURED, amountRefunded: 1 }, 'partly_refunded'],
  ['paid', { kind: 'refunded', amount: 5000 }, { ...CAPTURED, amountRefunded: 5000 }, 'refunded'],
  ['required', { kind: 'void' }, truth(), 'required'],
  ['required', { kind: 'void' }, truth({ checkout: 'expired' }), 'released'],
  ['required', { kind: 'void' }, undefined, 'released'],
] as const)(
  'a payment that was %s, with %j desired and %j true, is %s',
  (status, desired, at, now) => {
    expect(paymentStatusOf({ desired, amount: 5000, status }, at)).toBe(now)
  },
)
