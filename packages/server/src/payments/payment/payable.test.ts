import type { Booking, Payment } from '@holdfast/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPaymentWorld, type PaymentWorld } from '../../../tests/support/payment-world.ts'
import { payableUntil } from './payable.ts'

let world: PaymentWorld
/** A hold that waits for its payment. */
let held: Booking
let end: number
beforeAll(async () => {
  world = await openPaymentWorld('sqlite')
  held = await world.reserve((await world.paidType()).id)
  end = held.holdExpiresAtEpochSeconds ?? 0
})
afterAll(() => world.close())

type Charge = Pick<Payment, 'status' | 'desired'>
const ASKED: Charge = { status: 'required', desired: { kind: 'none' } }
const OWED: Charge = { status: 'failed', desired: { kind: 'captured' } }
const until = (more: Partial<Booking>, charge: Charge, now: number) =>
  payableUntil({ ...held, ...more }, charge, now)

test('a hold can be paid until ten minutes before its end, for payments on their way', () => {
  expect(until({}, ASKED, end - 601)).toEqual({ ok: true, value: end - 600 })
  const lapsed = { code: 'hold_expired', holdExpiresAtEpochSeconds: end - 600 }
  expect(until({}, ASKED, end - 600)).toEqual({ ok: false, refusal: lapsed })
  expect(until({}, ASKED, end)).toEqual({ ok: false, refusal: lapsed })
})

test('a hold without a booker, without an approval or with an unproved address says what it lacks', () => {
  const { booker: _, ...anonymous } = held
  const invalid = (reason: string) => ({
    ok: false,
    refusal: { code: 'invalid_transition', action: 'confirm', status: 'pending', reason },
  })
  expect(payableUntil(anonymous, ASKED, end - 900)).toEqual(invalid('needs_booker'))
  expect(until({ confirmation: 'approval' }, ASKED, end - 900)).toEqual(invalid('needs_approval'))
  expect(until({ emailUnconfirmed: true }, ASKED, end - 900)).toEqual({
    ok: false,
    refusal: { code: 'email_unconfirmed' },
  })
})

test('what a confirmed booking still owes can be paid until its start, and for an hour until its end', () => {
  const confirmed = { status: 'confirmed' } as const
  const { startEpochSeconds: start, endEpochSeconds: over } = held
  expect(until(confirmed, OWED, start - 7200)).toEqual({ ok: true, value: start })
  expect(until(confirmed, OWED, start - 3600)).toEqual({ ok: true, value: start })
  expect(until(confirmed, OWED, start - 3599)).toEqual({ ok: true, value: start + 1 })
  expect(until(confirmed, OWED, over - 1)).toEqual({ ok: true, value: over + 3599 })
  const closed = { ok: false, refusal: { code: 'payment_closed', status: 'failed' } }
  expect(until(confirmed, OWED, over)).toEqual(closed)
})

test.each<[Booking['status'], Charge]>([
  ['confirmed', { status: 'paid', desired: { kind: 'captured' } }],
  ['confirmed', { status: 'failed', desired: { kind: 'void' } }],
  ['confirmed', { status: 'required', desired: { kind: 'none' } }],
  ['cancelled', { status: 'failed', desired: { kind: 'captured' } }],
  ['expired', { status: 'released', desired: { kind: 'void' } }],
  ['pending', { status: 'required', desired: { kind: 'void' } }],
])('nothing can be paid for a booking that is %s with %j', (status, charge) => {
  expect(until({ status }, charge, end - 900)).toEqual({
    ok: false,
    refusal: { code: 'payment_closed', status: charge.status },
  })
})
