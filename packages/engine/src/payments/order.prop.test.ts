import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Booking } from '../bookings/booking.ts'
import { desiredAfter } from './desired.ts'
import {
  amountGivenBack,
  enteredAmount,
  type Order,
  orderBalance,
  overpaidAmount,
} from './order.ts'
import type { Payment } from './payment.ts'

const PRICE = 5000
const ACTOR = { kind: 'key' } as const

type Part = Pick<
  Booking,
  'status' | 'cancelledBy' | 'cancelledAtEpochSeconds' | 'startEpochSeconds'
>

interface State {
  order: Pick<Order, 'lines' | 'entries' | 'returnedAmount'>
  payment: Pick<Payment, 'amount' | 'currency' | 'terms' | 'desired' | 'truth'>
  booking: Part
  /** What is in the till, and what the vendor holds, counted without the order. */
  till: number
  vendor: number
}

const start = (): State => ({
  order: { lines: [], entries: [] },
  payment: {
    amount: PRICE,
    currency: 'EUR',
    terms: {
      onCaptureFailure: 'keep',
      captureFailureMinutes: 60,
      refunds: [{ untilMinutesBefore: 60, percent: 50 }],
    },
    desired: { kind: 'none' },
  },
  booking: { status: 'pending', startEpochSeconds: 1_000_000 },
  till: 0,
  vendor: 0,
})

type Happening =
  | { readonly kind: 'entry' | 'line' | 'refund'; readonly amount: number }
  | { readonly kind: 'cancel'; readonly by: 'booker' | 'account'; readonly isLate: boolean }
  | { readonly kind: 'confirm' | 'pay' | 'vendor' }

const amount = fc.oneof(
  fc.integer({ min: -6000, max: 6000 }),
  fc.constantFrom(-5000, -1000, 1000, 5000),
)
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ kind: fc.constantFrom('entry' as const, 'line' as const), amount }),
  fc.record({ kind: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 6000 }) }),
  fc.record({
    kind: fc.constant('cancel' as const),
    by: fc.constantFrom('booker' as const, 'account' as const),
    isLate: fc.boolean(),
  }),
  fc.constantFrom<Happening>({ kind: 'confirm' }, { kind: 'pay' }, { kind: 'vendor' }),
)

/** A vendor that does what is desired, in one go. */
function settle(state: State): void {
  const { desired, truth } = state.payment
  if (truth === undefined) return
  const refund = desired.kind === 'refunded' ? desired.amount - truth.amountRefunded : 0
  if (refund <= 0) return
  state.vendor -= refund
  state.payment = {
    ...state.payment,
    truth: { ...truth, amountRefunded: truth.amountRefunded + refund },
  }
}

function changeBooking(state: State, booking: Part, isPaid: boolean): void {
  const desired = desiredAfter(state.payment, state.booking, booking, isPaid)
  state.payment = { ...state.payment, desired }
  state.booking = booking
}

function happen(state: State, it: Happening): void {
  const { order, payment, booking } = state
  const entered = { actor: ACTOR, atEpochSeconds: 0 }
  switch (it.kind) {
    case 'entry':
      if (it.amount === 0 || enteredAmount(order) + it.amount < 0) return
      state.till += it.amount
      state.order = {
        ...order,
        entries: [...order.entries, { method: 'cash', amount: it.amount, ...entered }],
      }
      return
    case 'line':
      if (it.amount < 0 && orderBalance(order, payment, booking).total + it.amount < 0) return
      state.order = {
        ...order,
        lines: [...order.lines, { reason: 'Extra', amount: it.amount, ...entered }],
      }
      return
    case 'confirm':
      if (booking.status === 'pending')
        changeBooking(state, { ...booking, status: 'confirmed' }, false)
      return
    case 'pay':
      if (booking.status !== 'pending' || payment.desired.kind !== 'none') return
      changeBooking(state, { ...booking, status: 'confirmed' }, true)
      state.vendor += PRICE
      state.payment = {
        ...state.payment,
        truth: {
          checkout: 'complete',
          status: 'captured',
          amountAuthorized: PRICE,
          amountCaptured: PRICE,
          amountRefunded: 0,
          isDisputed: false,
        },
      }
      return
    case 'cancel': {
      if (booking.status === 'cancelled') return
      const cancelledAtEpochSeconds = it.isLate ? 999_999 : 0
      const { by: cancelledBy } = it
      changeBooking(
        state,
        { ...booking, status: 'cancelled', cancelledBy, cancelledAtEpochSeconds },
        false,
      )
      return
    }
    case 'refund': {
      if (payment.truth === undefined) return
      const given = amountGivenBack(payment)
      if (it.amount > PRICE - given) return
      const returned = Math.min(it.amount, overpaidAmount(order, payment, booking))
      state.order = { ...order, returnedAmount: (order.returnedAmount ?? 0) + returned }
      state.payment = { ...payment, desired: { kind: 'refunded', amount: given + it.amount } }
      return
    }
    case 'vendor':
      settle(state)
  }
}

/** The sum of some lines. */
const sumOf = (all: readonly { readonly amount: number }[]) =>
  all.reduce((sum, each) => sum + each.amount, 0)

test('every cent of an order is accounted for, whatever staff, bookers and the vendor do', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 25 }), (happenings) => {
      const state = start()
      for (const each of happenings) {
        happen(state, each)
        const { order, payment, booking, till, vendor } = state
        const { bookingAmount, total, paid, due } = orderBalance(order, payment, booking)
        expect(paid).toBe(till + vendor)
        expect(total).toBe(bookingAmount + sumOf(order.lines))
        expect(due).toBe(total - paid)
        expect(total).toBeGreaterThanOrEqual(0)
        expect(till).toBeGreaterThanOrEqual(0)
        expect(vendor).toBeGreaterThanOrEqual(0)
        expect(order.returnedAmount ?? 0).toBeLessThanOrEqual(amountGivenBack(payment))
      }
    }),
    { numRuns: 2000 },
  )
})

test('a refund of an order that is settled leaves it settled', () => {
  fc.assert(
    fc.property(
      fc.array(happening, { maxLength: 12 }),
      fc.integer({ min: 1, max: PRICE }),
      (happenings, refund) => {
        const state = start()
        happen(state, { kind: 'pay' })
        for (const each of happenings) happen(state, each)
        settle(state)
        const before = orderBalance(state.order, state.payment, state.booking).due
        if (state.booking.status === 'cancelled' || amountGivenBack(state.payment) + refund > PRICE)
          return
        happen(state, { kind: 'refund', amount: refund })
        settle(state)
        const after = orderBalance(state.order, state.payment, state.booking).due
        // What was overpaid is returned first, and the rest makes the booking cheaper.
        expect(after).toBe(before >= 0 ? before : Math.min(0, before + refund))
      },
    ),
    { numRuns: 2000 },
  )
})
