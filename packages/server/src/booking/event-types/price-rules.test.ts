import { expect, test } from 'vitest'
import type { InputError } from '../../kernel/refusals.ts'
import {
  candidateRulesOf,
  candidateRulesRepresentation,
  priceRowCount,
  priceRuleErrors,
  priceRulesOf,
  priceRulesRepresentation,
  type RuledEventType,
} from './price-rules.ts'

const PAYMENT: NonNullable<RuledEventType['payment']> = {
  amount: 5000,
  currency: 'EUR',
  kind: 'full',
  payWithinMinutes: 15,
  onCaptureFailure: 'keep',
  captureFailureMinutes: 60,
  refunds: [],
}
const ada = { providerId: 'prv_ada' }
const bob = { providerId: 'prv_bob' }
const requirements = [] as const

/** An event type of an hour whose candidates may have rules. */
const type = (more: Partial<RuledEventType> = {}): RuledEventType => ({
  durationMinutes: 60,
  payment: PAYMENT,
  requirements,
  ...more,
})
const errorsOf = (more: Partial<RuledEventType>) =>
  priceRuleErrors(type(more)).map(({ pointer, message }) => `${pointer} ${message}`)

test('rules of candidates and for prices keep only what was said, and are shown with everything', () => {
  const rules = candidateRulesOf([
    { ...ada, durationMinutes: 30, amount: 0 },
    { ...bob, durationMinutes: null, amount: null },
  ])
  expect(rules).toEqual([{ ...ada, durationMinutes: 30, amount: 0 }, bob])
  expect(candidateRulesRepresentation(rules)).toEqual([
    { ...ada, durationMinutes: 30, amount: 0 },
    { ...bob, durationMinutes: null, amount: null },
  ])
  expect(candidateRulesRepresentation()).toEqual([])
  const errors: InputError[] = []
  const prices = priceRulesOf(
    [
      { weekdays: ['saturday'], windows: [{ start: '18:00', end: '20:00' }], amount: 0 },
      { weekdays: null, windows: null, amount: null, addAmount: 0 },
      { addPercent: -10 },
    ],
    errors,
  )
  expect(errors).toEqual([])
  expect(prices).toEqual([
    { weekdays: ['saturday'], windows: [{ startMinute: 1080, endMinute: 1200 }], amount: 0 },
    { addAmount: 0 },
    { addPercent: -10 },
  ])
  const nothing = { weekdays: null, windows: null, amount: null, addAmount: null, addPercent: null }
  expect(priceRulesRepresentation(prices)).toEqual([
    {
      ...nothing,
      weekdays: ['saturday'],
      windows: [{ start: '18:00', end: '20:00' }],
      amount: 0,
    },
    { ...nothing, addAmount: 0 },
    { ...nothing, addPercent: -10 },
  ])
  expect(priceRulesRepresentation()).toEqual([])
})

test('a window of a price rule that is no time is reported where it stands', () => {
  const errors: InputError[] = []
  priceRulesOf([{ amount: 1 }, { windows: [{ start: '25:00', end: '26:00' }] }], errors)
  expect(errors.map(({ pointer }) => pointer)).not.toEqual([])
  for (const { pointer } of errors) expect(pointer).toMatch(/^\/priceRules\/1\/windows\/0/)
})

test('different pairs of a duration and a price are counted, that of the event type too', () => {
  expect(priceRowCount(type())).toBe(1)
  expect(priceRowCount(type({ candidateRules: [ada, bob] }))).toBe(1)
  const same = { ...ada, durationMinutes: 60 }
  expect(priceRowCount(type({ candidateRules: [same] }))).toBe(1)
  const rules = [
    { ...ada, amount: 4000 },
    { ...bob, durationMinutes: 30, amount: 4000 },
    { providerId: 'prv_cy', durationMinutes: 30, amount: 4000 },
  ]
  expect(priceRowCount(type({ candidateRules: rules }))).toBe(3)
})

test('an event type without rules, or with rules that fit, has nothing wrong', () => {
  expect(errorsOf({})).toEqual([])
  const candidateRules = [{ ...ada, amount: 4000, durationMinutes: 30 }, bob]
  expect(errorsOf({ candidateRules, priceRules: [{ addPercent: 20 }] })).toEqual([])
  expect(errorsOf({ payment: undefined as never, candidateRules: [bob] })).toEqual([])
})

test('prices need a payment', () => {
  const { payment: _, ...free } = type()
  const withPrices = { ...free, candidateRules: [{ ...ada, amount: 1 }], priceRules: [] }
  expect(priceRuleErrors(withPrices)).toEqual([
    { pointer: '/candidateRules/0/amount', message: 'is only possible with `payment`' },
    { pointer: '/priceRules', message: 'is only possible with `payment`' },
  ])
})

test('rules of candidates need requirements, and are for one booking at a time', () => {
  const { requirements: _, ...alone } = type({ candidateRules: [ada] })
  expect(priceRuleErrors(alone)).toEqual([
    { pointer: '/candidateRules', message: 'is only possible with `requirements`' },
  ])
  expect(errorsOf({ candidateRules: [ada], seats: { capacity: 5 } })).toEqual([
    '/candidateRules is not possible with `seats`: a session has one price',
  ])
})

test('each candidate has one rule', () => {
  expect(errorsOf({ candidateRules: [ada, bob, ada] })).toEqual([
    '/candidateRules/2/providerId "prv_ada" has another rule',
  ])
})

test('a candidate has no duration of its own where bookers choose one, or a wait list offers one', () => {
  const candidateRules = [
    { ...ada, amount: 4000 },
    { ...bob, durationMinutes: 30 },
  ]
  expect(errorsOf({ candidateRules, durationOptionsMinutes: [30, 60] })).toEqual([
    '/candidateRules/1/durationMinutes is not possible with `durationOptionsMinutes`, from which bookers choose',
  ])
  expect(errorsOf({ candidateRules, waitlist: {} })).toEqual([
    '/candidateRules/1/durationMinutes is not possible with `waitlist`: it offers one duration',
  ])
})

test('a price is nothing, or what cards can be charged', () => {
  const amount = (cents: number) => errorsOf({ candidateRules: [ada, { ...bob, amount: cents }] })
  expect(amount(0)).toEqual([])
  expect(amount(50)).toEqual([])
  expect(amount(49)).toHaveLength(1)
  expect(amount(49)[0]).toMatch(/^\/candidateRules\/1\/amount must /)
})

test('a price rule is checked against every price that it can change', () => {
  const rule = (addAmount: number) => [{ amount: 100 }, { addAmount }]
  expect(errorsOf({ priceRules: rule(-4950) })).toEqual([])
  expect(errorsOf({ priceRules: rule(-5000) })).toEqual([])
  expect(errorsOf({ priceRules: rule(-4951) })).toEqual([
    expect.stringMatching(/^\/priceRules\/1 makes 49 of 5000, which must /),
  ])
  const own = [{ ...ada, amount: 4999 }]
  expect(errorsOf({ priceRules: rule(-4950), candidateRules: own })).toEqual([
    expect.stringMatching(/^\/priceRules\/1 makes 49 of 4999, which /),
  ])
  const payment = { ...PAYMENT, amountByDurationMinutes: { 30: 4960, 60: 5000 } }
  expect(errorsOf({ priceRules: rule(-4950), payment })).toEqual([
    expect.stringMatching(/^\/priceRules\/1 makes 10 of 4960, which /),
  ])
})
