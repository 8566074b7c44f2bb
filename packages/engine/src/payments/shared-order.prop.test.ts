import fc from 'fast-check'
import { expect, test } from 'vitest'
import { enteredAmount, type Order, orderBalance } from './order.ts'
import type { Payment } from './payment.ts'
import {
  asSharedOrder,
  bookingRepriced,
  bookingsChanged,
  fitCharges,
  isAsking,
  leftToPay,
  MOST_CHARGES,
  type OrderState,
  paidBy,
  partAmount,
  refundPart,
  sharedBalance,
} from './shared-order.ts'

const ACTOR = { kind: 'key' } as const
const PRICES = [5000, 3000, 0]
const BOOKINGS = ['bkg_a', 'bkg_b', 'bkg_c'] as const
const REFUNDS = [{ untilMinutesBefore: 60, percent: 50 }]
/** The smallest amount in EUR that cards can be charged. */
const SMALLEST = 50

type Charge = Pick<Payment, 'id' | 'amount' | 'currency' | 'desired' | 'status' | 'truth'>
type Status = 'pending' | 'confirmed' | 'cancelled' | 'expired'

interface World {
  state: OrderState<Charge>
  statuses: Status[]
  /** What is in the till, and what the vendor holds of each charge, counted without the order. */
  till: number
  vendor: Map<string, number>
}

const chargeOf = (id: string, amount: number): Charge => ({
  id,
  amount,
  currency: 'EUR',
  desired: { kind: 'none' },
  status: 'required',
})

const start = (): World => ({
  state: {
    order: {
      id: 'ord_a',
      accountId: 'acc_a',
      bookingId: 'bkg_a',
      version: 1,
      currency: 'EUR',
      parts: BOOKINGS.map((bookingId, index) => ({
        bookingId,
        title: 'Visit',
        amount: PRICES[index] ?? 0,
        refunds: REFUNDS,
        waits: true as const,
      })),
      chargeIds: ['pay_0'],
      lines: [],
      entries: [],
      createdAtEpochSeconds: 0,
      updatedAtEpochSeconds: 0,
    },
    charges: [chargeOf('pay_0', 8000)],
  },
  statuses: ['pending', 'pending', 'pending'],
  till: 0,
  vendor: new Map(),
})

/** A booking for 50 EUR that waits for its deposit of 10 EUR. */
function startDeposit(): World {
  const world = start()
  const { order } = world.state
  const [part] = order.parts
  const parts = part === undefined ? [] : [{ ...part, depositAmount: 1000 }]
  return { ...world, state: { order: { ...order, parts }, charges: [chargeOf('pay_0', 1000)] } }
}

type Happening =
  | { readonly kind: 'entry' | 'line' | 'link'; readonly amount: number }
  | { readonly kind: 'refund'; readonly which: number; readonly amount: number }
  | { readonly kind: 'end'; readonly which: number; readonly how: 'late' | 'early' | 'account' }
  | { readonly kind: 'move'; readonly amount: number; readonly by: 'booker' | 'account' }
  | { readonly kind: 'confirm' | 'expire' | 'vendor' }
  | { readonly kind: 'pay' | 'fail'; readonly which: number }

const which = fc.integer({ min: 0, max: 2 })
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('entry' as const, 'line' as const, 'link' as const),
    amount: fc.oneof(fc.integer({ min: -6000, max: 9000 }), fc.constantFrom(-1000, 1000, 8000)),
  }),
  fc.record({
    kind: fc.constant('refund' as const),
    which,
    amount: fc.integer({ min: 1, max: 6000 }),
  }),
  fc.record({
    kind: fc.constant('end' as const),
    which,
    how: fc.constantFrom('late' as const, 'early' as const, 'account' as const),
  }),
  fc.record({ kind: fc.constantFrom('pay' as const, 'fail' as const), which }),
  fc.record({
    kind: fc.constant('move' as const),
    amount: fc.oneof(fc.integer({ min: 0, max: 9000 }), fc.constantFrom(0, 2000, 5000)),
    by: fc.constantFrom('booker' as const, 'account' as const),
  }),
  fc.constantFrom<Happening>({ kind: 'confirm' }, { kind: 'expire' }, { kind: 'vendor' }),
)

const truthOf = (captured: number, refunded: number, status: 'authorized' | 'captured') => ({
  checkout: 'complete' as const,
  status,
  amountAuthorized: captured,
  amountCaptured: status === 'captured' ? captured : 0,
  amountRefunded: refunded,
  isDisputed: false,
})

/** The vendor does what is desired of each charge. */
function settle(world: World): void {
  const charges = world.state.charges.map((charge): Charge => {
    const { desired, truth } = charge
    if (truth === undefined || (desired.kind !== 'captured' && desired.kind !== 'refunded'))
      return charge
    const back = desired.kind === 'refunded' ? desired.amount : 0
    const keep = charge.amount - back
    if (truth.status === 'authorized') {
      world.vendor.set(charge.id, keep)
      return {
        ...charge,
        status: 'paid',
        truth: truthOf(keep, 0, 'captured'),
      }
    }
    const refunded = Math.max(truth.amountRefunded, truth.amountCaptured - keep)
    world.vendor.set(charge.id, truth.amountCaptured - refunded)
    return { ...charge, truth: truthOf(truth.amountCaptured, refunded, 'captured') }
  })
  world.state = { ...world.state, charges }
}

function change(world: World, index: number, status: Status, more: object = {}): void {
  const before = world.statuses[index]
  if (before === undefined) return
  world.statuses[index] = status
  const after = { id: BOOKINGS[index] ?? '', status, startEpochSeconds: 1_000_000, ...more }
  world.state = bookingsChanged(world.state, [{ before: { status: before }, after }])
}

function happen(world: World, it: Happening): void {
  const { order, charges } = world.state
  const entered = { actor: ACTOR, atEpochSeconds: 0 }
  switch (it.kind) {
    case 'entry': {
      if (it.amount === 0 || enteredAmount(order) + it.amount < 0) return
      world.till += it.amount
      const entry = { method: 'cash' as const, amount: it.amount, ...entered }
      const next = { ...order, entries: [...order.entries, entry] }
      world.state = fitCharges({ order: next, charges })
      return
    }
    case 'line': {
      if (it.amount < 0 && sharedBalance(world.state).total + it.amount < 0) return
      const line = { reason: 'Extra', amount: it.amount, ...entered }
      world.state = fitCharges({ order: { ...order, lines: [...order.lines, line] }, charges })
      return
    }
    case 'link': {
      const asked = charges.filter(isAsking).reduce((sum, { amount }) => sum + amount, 0)
      const isOpen = order.parts.some(({ waits }) => waits) || charges.length === MOST_CHARGES
      if (isOpen || it.amount < SMALLEST || it.amount > leftToPay(world.state) - asked) return
      const id = `pay_${charges.length}`
      world.state = {
        order: { ...order, chargeIds: [...order.chargeIds, id] },
        charges: [...charges, chargeOf(id, it.amount)],
      }
      return
    }
    case 'pay':
    case 'fail': {
      const charge = charges.filter(isAsking)[it.which]
      if (charge === undefined || charge.desired.kind !== 'none') return
      const isPaid = it.kind === 'pay'
      const authorized: Charge = {
        ...charge,
        status: isPaid ? 'authorized' : 'failed',
        ...(isPaid && { truth: truthOf(charge.amount, 0, 'authorized') }),
      }
      const next = charges.map((each) => (each === charge ? authorized : each))
      world.state = fitCharges(paidBy({ order, charges: next }, charge.id))
      if (charge.id === 'pay_0') {
        world.statuses = world.statuses.map((each) => (each === 'pending' ? 'confirmed' : each))
      }
      return
    }
    case 'refund': {
      const bookingId = BOOKINGS[it.which] ?? ''
      const { refundableAmount, refund } = refundPart(world.state, bookingId)
      if (it.amount <= refundableAmount) world.state = refund(it.amount)
      return
    }
    case 'end': {
      const status = world.statuses[it.which]
      if (status !== 'pending' && status !== 'confirmed') return
      change(world, it.which, 'cancelled', {
        cancelledBy: it.how === 'account' ? 'account' : 'booker',
        cancelledAtEpochSeconds: it.how === 'late' ? 999_999 : 0,
      })
      return
    }
    case 'move': {
      // Only the booking of an order with a deposit moves to another price.
      if (order.parts.length > 1 || world.statuses[0] !== 'confirmed') return
      const booking = { id: BOOKINGS[0], startEpochSeconds: 1_000_000 }
      const { amount, by } = it
      const atEpochSeconds = 999_000
      world.state = bookingRepriced(world.state, { booking, amount, by, atEpochSeconds })
      return
    }
    case 'confirm':
    case 'expire':
      for (const [index, status] of world.statuses.entries()) {
        if (status === 'pending')
          change(world, index, it.kind === 'confirm' ? 'confirmed' : 'expired')
      }
      return
    case 'vendor':
      settle(world)
  }
}

const held = ({ vendor }: World): number =>
  [...vendor.values()].reduce((sum, each) => sum + each, 0)

test('every cent of an order of several is accounted for, and no charge asks for more than is due', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), (happenings) => {
      const world = start()
      for (const each of happenings) {
        happen(world, each)
        const { order, charges } = world.state
        const { total, paid, due } = sharedBalance(world.state)
        const parts = order.parts.reduce((sum, part) => sum + partAmount(part), 0)
        const lines = order.lines.reduce((sum, line) => sum + line.amount, 0)
        expect(paid).toBe(world.till + held(world))
        expect([total, due]).toEqual([parts + lines, total - paid])
        expect(total).toBeGreaterThanOrEqual(0)
        for (const amount of world.vendor.values()) expect(amount).toBeGreaterThanOrEqual(0)
        const asked = charges.filter(isAsking).reduce((sum, { amount }) => sum + amount, 0)
        if (asked > 0) expect(asked).toBeLessThan(leftToPay(world.state) + SMALLEST)
      }
    }),
    { numRuns: 3000 },
  )
})

test('every cent of a deposit and its balance is accounted for, and a booking that ended owes none', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), (happenings) => {
      const world = startDeposit()
      for (const each of happenings) {
        happen(world, each)
        const { order, charges } = world.state
        const [part] = order.parts
        const { total, paid, due } = sharedBalance(world.state)
        expect(paid).toBe(world.till + held(world))
        expect(due).toBe(total - paid)
        expect(total).toBeGreaterThanOrEqual(0)
        for (const amount of world.vendor.values()) expect(amount).toBeGreaterThanOrEqual(0)
        const asked = charges.filter(isAsking).reduce((sum, { amount }) => sum + amount, 0)
        if (asked > 0) expect(asked).toBeLessThan(leftToPay(world.state) + SMALLEST)
        const hasLines = order.lines.length > 0 || order.entries.some(({ amount }) => amount < 0)
        if (part?.keptAmount !== undefined && !hasLines) {
          expect(leftToPay(world.state)).toBeLessThanOrEqual(0)
          expect(charges.some(isAsking)).toBe(false)
        }
      }
    }),
    { numRuns: 3000 },
  )
})

test('an order that is settled stays so when a booking ends or is refunded, if nobody paid at the desk', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.record({
            kind: fc.constant('end' as const),
            which,
            how: fc.constantFrom('late' as const, 'early' as const, 'account' as const),
          }),
          fc.record({
            kind: fc.constant('refund' as const),
            which,
            amount: fc.integer({ min: 1, max: 6000 }),
          }),
          fc.constant<Happening>({ kind: 'vendor' }),
        ),
        { maxLength: 8 },
      ),
      (happenings) => {
        const world = start()
        happen(world, { kind: 'pay', which: 0 })
        happen(world, { kind: 'line', amount: 2000 })
        happen(world, { kind: 'link', amount: 2000 })
        happen(world, { kind: 'pay', which: 0 })
        for (const each of happenings) happen(world, each)
        settle(world)
        expect(sharedBalance(world.state).due).toBe(0)
      },
    ),
    { numRuns: 2000 },
  )
})

test('a payment that becomes a charge of an order with room for more has the same total and the same due', () => {
  const amount = fc.integer({ min: 1, max: 4000 })
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: -3000, max: 3000 }), (back, entered, line) => {
      const { order: shared } = start().state
      const { parts: _, chargeIds: __, ...plain } = shared
      const returnedAmount = Math.min(back, 500)
      const entries = [
        { method: 'cash' as const, amount: entered, actor: ACTOR, atEpochSeconds: 0 },
      ]
      const lines = [{ reason: 'Extra', amount: line, actor: ACTOR, atEpochSeconds: 0 }]
      const order: Order = { ...plain, lines, entries, returnedAmount }
      const payment = {
        ...chargeOf('pay_0', 5000),
        title: 'Stay',
        terms: { onCaptureFailure: 'keep', captureFailureMinutes: 0, refunds: REFUNDS } as const,
        status: 'partly_refunded' as const,
        desired: { kind: 'refunded', amount: back } as const,
        truth: truthOf(5000, back, 'captured'),
      }
      const booking = { status: 'confirmed', startEpochSeconds: 1_000_000 } as const
      const had = orderBalance(order, payment, booking)
      const has = sharedBalance({ order: asSharedOrder(order, payment), charges: [payment] })
      expect(has).toEqual({ total: had.total, paid: had.paid, due: had.due })
    }),
  )
})
