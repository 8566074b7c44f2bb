import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountKept, amountToKeep } from './amounts.ts'
import { nextPaymentStep, paymentStatusOf } from './next-step.ts'
import type { BegunStep, DesiredPayment, Payment, PaymentTruth } from './payment.ts'

const AMOUNT = 5000

/** A vendor with idempotency keys. It records every capture and refund that had an effect. */
function createVendor() {
  const checkouts = new Map<
    string,
    { -readonly [Name in keyof PaymentTruth]: PaymentTruth[Name] }
  >()
  const answered = new Map<string, boolean>()
  const captures: string[] = []
  const of = (authorizationId: string) =>
    [...checkouts.values()].find((each) => each.authorizationId === authorizationId)
  const open = (id: string) =>
    checkouts.set(id, {
      checkout: 'open',
      status: 'none',
      amountAuthorized: 0,
      amountCaptured: 0,
      amountRefunded: 0,
      isDisputed: false,
    })
  const perform = (step: BegunStep): boolean => {
    if (step.kind === 'open') {
      open(step.key)
      return true
    }
    if (step.kind === 'close') {
      const truth = checkouts.get(step.checkoutId)
      if (truth?.checkout === 'open') truth.checkout = 'expired'
      return truth?.checkout === 'expired'
    }
    const truth = of(step.authorizationId)
    if (truth === undefined) return false
    if (step.kind === 'release') {
      if (truth.status === 'authorized') truth.status = 'released'
      return truth.status === 'released'
    }
    if (step.kind === 'capture') {
      if (truth.status !== 'authorized') return truth.status === 'captured'
      truth.status = 'captured'
      truth.amountCaptured = step.amount
      captures.push(step.authorizationId)
      return true
    }
    if (amountKept(truth) < step.amount) return false
    truth.amountRefunded += step.amount
    return true
  }
  return {
    checkouts,
    captures,
    open,
    pay(id: string) {
      const truth = checkouts.get(id)
      if (truth?.checkout !== 'open') return
      Object.assign(truth, {
        checkout: 'complete',
        status: 'authorized',
        authorizationId: `pi_${id}`,
        amountAuthorized: AMOUNT,
      })
    },
    change(id: string, to: Partial<PaymentTruth>) {
      const truth = checkouts.get(id)
      if (truth) Object.assign(truth, to)
    },
    /** Performs a step; a key that was used before has no second effect. */
    call(step: BegunStep): boolean {
      const known = answered.get(step.key)
      if (known !== undefined) return known
      const done = perform(step)
      answered.set(step.key, done)
      return done
    },
  }
}

type Happening =
  | { readonly kind: 'pay' | 'payStray' | 'expire' | 'runOut' }
  | { readonly kind: 'confirm' | 'cancel' | 'lapse' }
  | { readonly kind: 'refund'; readonly amount: number }
  /** The task runs until after some of its parts: begin, call, record. */
  | { readonly kind: 'task'; readonly parts: number }

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.constantFrom<Happening>(
    { kind: 'pay' },
    { kind: 'payStray' },
    { kind: 'expire' },
    { kind: 'runOut' },
    { kind: 'confirm' },
    { kind: 'cancel' },
    { kind: 'lapse' },
  ),
  fc.record({ kind: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: AMOUNT }) }),
  fc.record({ kind: fc.constant('task' as const), parts: fc.integer({ min: 1, max: 9 }) }),
)

type State = Pick<Payment, 'desired' | 'status' | 'amount' | 'checkout' | 'captureRefusalCount'> & {
  readonly version: number
  readonly step?: BegunStep
}

/** A payment with an open checkout and a stray one, and the task that works on it. */
function createWorld() {
  const vendor = createVendor()
  vendor.open('cs_1')
  vendor.open('cs_0')
  const checkout = { id: 'cs_1', url: '', openedAtEpochSeconds: 0, expiresAtEpochSeconds: 0 }
  let state: State = {
    version: 1,
    amount: AMOUNT,
    desired: { kind: 'none' },
    status: 'required',
    checkout,
  }
  const write = (to: Partial<State>) => {
    state = { ...state, ...to, version: state.version + 1 }
  }
  const desire = (desired: DesiredPayment) => write({ desired })
  /** One part of the task: a write or a call. Answers whether more is to do. */
  const run = (): boolean => {
    const { step, ...rest } = state
    if (step !== undefined) {
      const done = vendor.call(step)
      const refusals = (state.captureRefusalCount ?? 0) + (step.kind === 'capture' && !done ? 1 : 0)
      state = { ...rest, captureRefusalCount: refusals, version: state.version + 1 }
      return true
    }
    const current = vendor.checkouts.get('cs_1')
    const stray = vendor.checkouts.get('cs_0')
    const next = nextPaymentStep(state, { current, ...(stray && { strays: [['cs_0', stray]] }) })
    if (next.kind === 'step') {
      write({ step: { ...next.step, key: `pay_1:${state.version + 1}` } })
      return true
    }
    if (next.kind === 'authorized') {
      desire({ kind: 'captured' })
      return true
    }
    write({ status: paymentStatusOf(state, current) })
    return false
  }
  return { vendor, desire, run, state: () => state }
}

function happen({ vendor, desire, run, state }: ReturnType<typeof createWorld>, it: Happening) {
  const { desired } = state()
  switch (it.kind) {
    case 'pay':
      return vendor.pay('cs_1')
    case 'payStray':
      return vendor.pay('cs_0')
    case 'expire':
      if (vendor.checkouts.get('cs_1')?.checkout === 'open')
        vendor.change('cs_1', { checkout: 'expired' })
      return
    case 'runOut':
      if (vendor.checkouts.get('cs_1')?.status === 'authorized')
        vendor.change('cs_1', { status: 'released' })
      return
    case 'confirm':
    case 'lapse':
      return desired.kind === 'none' && desire({ kind: 'void' })
    case 'cancel':
      return desire(
        desired.kind === 'captured'
          ? { kind: 'refunded', amount: 2500 }
          : desired.kind === 'none'
            ? { kind: 'void' }
            : desired,
      )
    case 'refund': {
      if (desired.kind !== 'captured' && desired.kind !== 'refunded') return
      const earlier = desired.kind === 'refunded' ? desired.amount : 0
      return desire({ kind: 'refunded', amount: Math.min(AMOUNT, Math.max(earlier, it.amount)) })
    }
    case 'task':
      for (let part = 0; part < it.parts && run(); part += 1) {}
  }
}

test('from any state the money converges to what is desired, captured once and never refunded beyond', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 25 }), (happenings) => {
      const world = createWorld()
      const { vendor } = world
      for (const each of happenings) {
        happen(world, each)
        for (const truth of vendor.checkouts.values()) {
          expect(truth.amountRefunded).toBeLessThanOrEqual(truth.amountCaptured)
        }
      }
      let rounds = 0
      while (world.run()) {
        rounds += 1
        expect(rounds).toBeLessThan(30)
      }
      expect(new Set(vendor.captures).size).toBe(vendor.captures.length)
      const { desired, status } = world.state()
      const truth = vendor.checkouts.get('cs_1') as PaymentTruth
      const stray = vendor.checkouts.get('cs_0') as PaymentTruth
      expect(amountKept(stray)).toBe(0)
      expect(stray.status).not.toBe('authorized')
      if (truth.status === 'captured') expect(amountKept(truth)).toBe(amountToKeep(desired, AMOUNT))
      else expect(truth.status).not.toBe('authorized')
      if (desired.kind === 'void')
        expect(status).toBe(truth.amountCaptured > 0 ? 'refunded' : 'released')
      if (desired.kind === 'captured')
        expect(status).toBe(truth.status === 'captured' ? 'paid' : 'failed')
    }),
    { numRuns: 1000 },
  )
})
