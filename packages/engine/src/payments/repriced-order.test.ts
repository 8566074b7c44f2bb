import { expect, test } from 'vitest'
import type { OrderEntry, OrderPart } from './order.ts'
import type { Payment } from './payment.ts'
import {
  bookingRepriced,
  bookingsChanged,
  leftToPay,
  type OrderState,
  partAmount,
  sharedBalance,
} from './shared-order.ts'

const DAY = 86_400
const START = 100 * DAY
/** Everything comes back until a week before, then half of it, and nothing from a day before. */
const REFUNDS = [
  { untilMinutesBefore: 7 * 1440, percent: 100 },
  { untilMinutesBefore: 1440, percent: 50 },
]

type Charge = Pick<Payment, 'id' | 'amount' | 'currency' | 'desired' | 'status' | 'truth'>

const paid = (amount: number, id = 'pay_0'): Charge => ({
  id,
  amount,
  currency: 'EUR',
  desired: { kind: 'captured' },
  status: 'paid',
  truth: {
    checkout: 'complete',
    status: 'captured',
    amountAuthorized: amount,
    amountCaptured: amount,
    amountRefunded: 0,
    isDisputed: false,
  },
})

/** A stay for 300.00 EUR with these charges. */
function stay(charges: readonly Charge[], more: Partial<OrderPart> = {}): OrderState<Charge> {
  const part: OrderPart = {
    bookingId: 'bkg_a',
    title: 'Stay',
    amount: 30_000,
    depositAmount: charges[0]?.amount ?? 0,
    refunds: REFUNDS,
    ...more,
  }
  return {
    order: {
      id: 'ord_a',
      accountId: 'acc_a',
      bookingId: 'bkg_a',
      version: 1,
      currency: 'EUR',
      parts: [part],
      chargeIds: charges.map(({ id }) => id),
      lines: [],
      entries: [],
      createdAtEpochSeconds: 0,
      updatedAtEpochSeconds: 0,
    },
    charges,
  }
}

const moved = (
  state: OrderState<Charge>,
  amount: number,
  { by = 'booker', days = 10 }: { by?: 'booker' | 'account'; days?: number } = {},
) =>
  bookingRepriced(state, {
    booking: { id: 'bkg_a', startEpochSeconds: START },
    amount,
    by,
    atEpochSeconds: START - days * DAY,
  })

const cancelled = (state: OrderState<Charge>, days: number) =>
  bookingsChanged(state, [
    {
      before: { status: 'confirmed' },
      after: {
        id: 'bkg_a',
        status: 'cancelled',
        startEpochSeconds: START,
        cancelledBy: 'booker',
        cancelledAtEpochSeconds: START - days * DAY,
      },
    },
  ])

/** The total, what is left to pay, and what each charge gives back. */
const outcome = (state: OrderState<Charge>) => ({
  total: sharedBalance(state).total,
  left: leftToPay(state),
  back: state.charges.map(({ desired }) => (desired.kind === 'refunded' ? desired.amount : 0)),
})

test('what a stay costs more is due', () => {
  expect(outcome(moved(stay([paid(30_000)]), 42_000))).toEqual({
    total: 42_000,
    left: 12_000,
    back: [0],
  })
})

test.each([
  // 100.00 EUR less: all of it in time, half of it later, nothing in the end.
  { days: 10, by: 'booker', total: 20_000, back: 10_000 },
  { days: 5, by: 'booker', total: 25_000, back: 5000 },
  { days: 0.5, by: 'booker', total: 30_000, back: 0 },
  { days: 0.5, by: 'account', total: 20_000, back: 10_000 },
] as const)(
  'nights that were given up $days days before, by the $by, come back by the rules for refunds',
  ({ days, by, total, back }) => {
    const state = moved(stay([paid(30_000)]), 20_000, { by, days })
    expect(outcome(state)).toEqual({ total, left: 0, back: [back] })
  },
)

test('nights of which only a deposit was paid cost a share of that', () => {
  // A third of 300.00 goes, so a third of the deposit of 90.00; half of that is kept.
  const state = moved(stay([paid(9000)]), 20_000, { days: 5 })
  expect(outcome(state)).toEqual({ total: 21_500, left: 12_500, back: [0] })
  // Of the 75.00 that are left of the deposit, three quarters were for the 150.00 that go now: 56.25, of which half is kept.
  const again = moved(state, 5000, { days: 5 })
  expect(outcome(again)).toEqual({ total: 5000 + 1500 + 2812, left: 312, back: [0] })
})

test('what was kept of nights is not given back by a cancellation', () => {
  const shorter = moved(stay([paid(30_000)]), 20_000, { days: 5 })
  // 50.00 were kept and 50.00 came back; half of the other 200.00 comes back.
  expect(outcome(cancelled(shorter, 4))).toEqual({ total: 15_000, left: 0, back: [15_000] })
  expect(outcome(cancelled(stay([paid(30_000)]), 4))).toEqual({
    total: 15_000,
    left: 0,
    back: [15_000],
  })
  // Also who cancels in time after the house has moved the stay.
  expect(outcome(cancelled(shorter, 30))).toEqual({ total: 5000, left: 0, back: [25_000] })
})

test('nights that nobody has paid yet are given up for nothing, and an open charge asks for less', () => {
  const balance: Charge = {
    ...paid(21_000, 'pay_1'),
    desired: { kind: 'none' },
    status: 'required',
  }
  const { truth: _, ...open } = balance
  const state = moved(stay([paid(9000), open]), 20_000)
  expect(state.charges.map(({ amount }) => amount)).toEqual([9000, 11_000])
  expect(outcome(state)).toEqual({ total: 20_000, left: 11_000, back: [0, 0] })
})

test('the newest charge gives back first, and cash is for staff to give back', () => {
  const both = stay([paid(9000), paid(21_000, 'pay_1')])
  expect(outcome(moved(both, 5000)).back).toEqual([4000, 21_000])
  const entry: OrderEntry = {
    method: 'cash',
    amount: 21_000,
    actor: { kind: 'key' },
    atEpochSeconds: 0,
  }
  const desk = stay([paid(9000)])
  const state = moved({ ...desk, order: { ...desk.order, entries: [entry] } }, 5000)
  expect(outcome(state)).toEqual({ total: 5000, left: -16_000, back: [9000] })
})

test('a refund by hand keeps a stay cheaper, at most for nothing', () => {
  const refunded: Charge = { ...paid(30_000), desired: { kind: 'refunded', amount: 12_000 } }
  const state = stay([refunded], { refundedAmount: 12_000 })
  expect(outcome(moved(state, 20_000))).toEqual({ total: 8000, left: 0, back: [22_000] })
  expect(outcome(moved(state, 10_000))).toEqual({ total: 0, left: 0, back: [30_000] })
  expect(outcome(moved(state, 40_000))).toEqual({ total: 28_000, left: 10_000, back: [12_000] })
})

test('a booking that has ended costs what was kept', () => {
  const ended = stay([paid(30_000)], { keptAmount: 15_000 })
  expect(moved(ended, 10_000)).toBe(ended)
  expect(partAmount(ended.order.parts[0] as OrderPart)).toBe(15_000)
})

test('an amount that is kept of a stay is kept of nights that are given up only if the rest does not cover it', () => {
  const kept = [{ untilMinutesBefore: 0, percent: 100, keptAmount: 20_000 }]
  const state = stay([paid(30_000)], { refunds: kept })
  expect(outcome(moved(state, 20_000))).toEqual({ total: 20_000, left: 0, back: [10_000] })
  const shortest = moved(state, 10_000)
  expect(outcome(shortest)).toEqual({ total: 20_000, left: 0, back: [10_000] })
  // Whoever shortens a stay and cancels it pays what a cancellation alone costs.
  expect(outcome(cancelled(shortest, 1))).toEqual({ total: 20_000, left: 0, back: [10_000] })
  expect(outcome(cancelled(state, 1))).toEqual({ total: 20_000, left: 0, back: [10_000] })
})
