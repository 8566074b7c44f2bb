import { expect, test } from 'vitest'
import { parseDate } from '../time/dates.ts'
import { hasCodeOn, type QuoteInput, quote } from './quote.ts'
import type { QuoteLine, RateRules } from './rate-plan.ts'

const dayOf = (date: string): number => parseDate(date) as number

/** A stay of two adults that is booked on 1 January 2026. */
const stay = (
  arrival: string,
  departure: string,
  more: Partial<Omit<QuoteInput, 'bookedDay'>> & { readonly booked?: string } = {},
): QuoteInput => ({
  arrivalDay: dayOf(arrival),
  departureDay: dayOf(departure),
  occupants: { adults: 2, childAges: [] },
  bookedDay: dayOf(more.booked ?? '2026-01-01'),
  ...more,
})

/** A line in short: `night Summer 3x12000=36000`. */
const short = ({
  kind,
  label,
  nights,
  quantity,
  unitAmount,
  amount,
  included,
  collect,
}: QuoteLine) =>
  [
    kind,
    ...(label ? [label] : []),
    `${nights === undefined ? '' : `${nights}x`}${quantity === 1 ? '' : `${quantity}x`}${unitAmount}=${amount}`,
    ...(included ? ['included'] : []),
    ...(collect === 'atHouse' ? ['at the house'] : []),
  ].join(' ')

function shown(rules: RateRules, input: QuoteInput) {
  const answer = quote(rules, input)
  return answer.ok ? [answer.value.total, ...answer.value.lines.map(short)] : answer.refusal
}

const EUR = { currency: 'EUR', amount: 10_000 } as const

test('a night costs what the rule of its date says, and without a rule what the plan says', () => {
  const rules = {
    ...EUR,
    nightly: [{ name: 'Summer', from: '2026-07-01', to: '2026-09-01', amount: 15_000 }],
  }
  expect(shown(rules, stay('2026-06-29', '2026-07-02'))).toEqual([
    35_000,
    'night 2x10000=20000',
    'night Summer 1x15000=15000',
  ])
})

test('nights of some weekdays are one line over several weeks, which names its weekdays', () => {
  const rules = {
    ...EUR,
    nightly: [
      { from: '2026-01-01', to: '2027-01-01', weekdays: ['friday', 'saturday'], amount: 13_000 },
    ],
  } as const
  // 2026-05-04 is a Monday: 4 + 2 + 5 + 2 + 1 nights.
  const answer = quote(rules, stay('2026-05-04', '2026-05-18'))
  expect(answer.ok && answer.value.lines).toEqual([
    {
      kind: 'night',
      label: '',
      quantity: 1,
      unitAmount: 10_000,
      collect: 'now',
      fromDay: dayOf('2026-05-04'),
      nights: 10,
      weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'sunday'],
      amount: 100_000,
    },
    {
      kind: 'night',
      label: '',
      quantity: 1,
      unitAmount: 13_000,
      collect: 'now',
      fromDay: dayOf('2026-05-08'),
      nights: 4,
      weekdays: ['friday', 'saturday'],
      amount: 52_000,
    },
  ])
})

test('a date without a rule and without a price of the plan has no price', () => {
  const rules = {
    currency: 'EUR',
    nightly: [{ from: '2026-07-01', to: '2026-07-03', amount: 15_000 }],
  }
  expect(shown(rules, stay('2026-07-01', '2026-07-04'))).toEqual({
    code: 'no_price',
    day: dayOf('2026-07-03'),
  })
})

test('a plan has a code from its first date until the day before its end', () => {
  const rules = {
    ...EUR,
    codes: [{ code: 'A', percent: 10, from: '2026-02-01', to: '2026-03-01' }],
  }
  const days = ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01']
  expect(days.map((day) => hasCodeOn(rules, dayOf(day)))).toEqual([false, true, true, false])
  expect(hasCodeOn({ ...EUR, codes: [{ code: 'A', percent: 10 }] }, dayOf('2026-03-01'))).toBe(true)
  expect(hasCodeOn(EUR, dayOf('2026-03-01'))).toBe(false)
})

test('an unknown code, a code of other dates and an unknown extra are refused', () => {
  const rules = {
    ...EUR,
    codes: [{ code: 'SPRING', percent: 10, from: '2026-02-01', to: '2026-03-01' }],
  }
  const may = ['2026-05-04', '2026-05-05'] as const
  expect(shown(rules, stay(...may, { code: 'AUTUMN' }))).toEqual({ code: 'unknown_code' })
  expect(shown(rules, stay(...may, { code: 'SPRING' }))).toEqual({ code: 'unknown_code' })
  expect(shown(rules, stay(...may, { code: 'spring', booked: '2026-02-01' }))).toEqual([
    9000,
    'night 1x10000=10000',
    'code 1x-1000=-1000',
  ])
  expect(shown(rules, stay(...may, { extras: [{ id: 'cot', quantity: 1 }] }))).toEqual({
    code: 'unknown_extra',
    id: 'cot',
  })
})

test('a price of more than 24 lines is refused with their number', () => {
  const seasons = Array.from({ length: 25 }, (_, index) => ({
    from: `2026-05-${String(index + 1).padStart(2, '0')}`,
    to: `2026-05-${String(index + 2).padStart(2, '0')}`,
    amount: 10_000 + index,
  }))
  const rules = { currency: 'EUR', nightly: seasons }
  expect(shown(rules, stay('2026-05-01', '2026-05-26'))).toEqual({
    code: 'too_many_prices',
    count: 25,
    max: 24,
  })
  expect(quote(rules, stay('2026-05-01', '2026-05-25'))).toMatchObject({ ok: true })
})

test('nights that a stay keeps keep their prices, and added nights cost what they cost now', () => {
  const before = quote({ ...EUR, fees: [CLEANING] }, stay('2026-05-04', '2026-05-07'))
  if (!before.ok) throw new Error(before.refusal.code)
  const now = { currency: 'EUR', amount: 12_000, fees: [{ ...CLEANING, amount: 9000 }] }
  const moved = quote(now, stay('2026-05-05', '2026-05-09', { isChange: true }), {
    lines: before.value.lines,
  })
  expect(moved.ok && [moved.value.total, ...moved.value.lines.map(short)]).toEqual([
    50_000,
    'night 2x10000=20000',
    'night 2x12000=24000',
    'fee Cleaning 6000=6000',
  ])
})

const CLEANING = { id: 'cleaning', name: 'Cleaning', amount: 6000, per: 'stay' } as const
