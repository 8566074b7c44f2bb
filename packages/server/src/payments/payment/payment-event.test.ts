import type { Payment, PaymentTruth } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { paymentEventsOf } from './payment-event.ts'

type Status = PaymentTruth['status']

/** A payment as the vendor reports it; `undefined`: nothing was reported yet. */
const payment = (
  truth: Status | undefined,
  more: { readonly amountRefunded?: number; readonly status?: Payment['status'] } = {},
): Payment => {
  const { amountRefunded = 0, status = 'required' } = more
  const reported = truth && {
    checkout: 'complete',
    status: truth,
    amountAuthorized: 5000,
    amountCaptured: 0,
    amountRefunded,
    isDisputed: false,
  }
  // Events depend on these members alone.
  return { status, ...(reported && { truth: reported }) } as unknown as Payment
}

test.each<[Status | undefined, Status, readonly string[]]>([
  [undefined, 'none', []],
  [undefined, 'processing', []],
  [undefined, 'authorized', ['payment.authorized']],
  ['none', 'authorized', ['payment.authorized']],
  ['processing', 'authorized', ['payment.authorized']],
  ['authorized', 'authorized', []],
  ['authorized', 'captured', ['payment.captured']],
  [undefined, 'captured', ['payment.authorized', 'payment.captured']],
  ['captured', 'captured', []],
  ['authorized', 'released', ['payment.released']],
  [undefined, 'released', ['payment.released']],
  ['released', 'released', []],
])('money that was %s and is %s publishes %j', (was, is, types) => {
  expect(paymentEventsOf(payment(was), payment(is))).toEqual(types)
})

test('each further refund is published, and one that is known is not', () => {
  const captured = (amountRefunded: number) => payment('captured', { amountRefunded })
  expect(paymentEventsOf(captured(0), captured(1))).toEqual(['payment.refunded'])
  expect(paymentEventsOf(captured(1000), captured(2000))).toEqual(['payment.refunded'])
  expect(paymentEventsOf(captured(1000), captured(1000))).toEqual([])
  expect(paymentEventsOf(payment(undefined), captured(1))).toEqual([
    'payment.authorized',
    'payment.captured',
    'payment.refunded',
  ])
})

test('a failure is published once', () => {
  const failed = payment('authorized', { status: 'failed' })
  expect(paymentEventsOf(payment('authorized', { status: 'authorized' }), failed)).toEqual([
    'payment.failed',
  ])
  expect(paymentEventsOf(failed, failed)).toEqual([])
  expect(paymentEventsOf(payment(undefined), payment(undefined))).toEqual([])
})
