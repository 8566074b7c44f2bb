import { describe, expect, test } from 'vitest'
import { durationsOf, type PriceFacts, type PriceRule, priceOf, ruledAmount } from './price.ts'

const EUR: PriceFacts = { payment: { amount: 5000, currency: 'EUR' } }

/** Minutes since 1970 of a UTC time. */
const at = (text: string): number => Date.parse(text) / 60_000

const monday10 = {
  startEpochMinutes: at('2026-04-27T10:00Z'),
  durationMinutes: 30,
  timeZone: 'UTC',
}

describe('the price of a booking', () => {
  test('without rules is that of the event type for the duration, without lines', () => {
    const payment = { amount: 5000, currency: 'EUR', amountByDurationMinutes: { '60': 9000 } }
    expect(priceOf({ payment }, monday10)).toEqual({ amount: 5000, currency: 'EUR' })
    expect(priceOf({ payment }, { ...monday10, durationMinutes: 60 }).amount).toBe(9000)
  })

  test('is that of the candidate instead, and then the first rule that holds changes it', () => {
    const priceRules = [{ addPercent: 10 }, { amount: 1 }]
    const candidate = { providerId: 'prv_1', amount: 7050 }
    expect(priceOf({ ...EUR, priceRules }, { ...monday10, candidate })).toEqual({
      amount: 7755,
      currency: 'EUR',
      lines: [
        { kind: 'candidate', amount: 7050 },
        { kind: 'time', amount: 705 },
      ],
    })
  })

  test('for each seat is multiplied last, with all of its lines', () => {
    const facts = {
      payment: { ...EUR.payment, isPerSeat: true },
      priceRules: [{ addAmount: -500 }],
    }
    expect(priceOf(facts, { ...monday10, seats: 3 })).toEqual({
      amount: 13_500,
      currency: 'EUR',
      lines: [
        { kind: 'base', amount: 15_000 },
        { kind: 'time', amount: -1500 },
      ],
    })
  })

  test.each<[PriceRule, number, string, number]>([
    [{ addPercent: 50 }, 5, 'EUR', 8],
    [{ addPercent: -50 }, 5, 'EUR', 3],
    [{ addAmount: -6000 }, 5000, 'EUR', 0],
    [{ addPercent: -100 }, 5000, 'EUR', 0],
    [{ amount: 0 }, 5000, 'EUR', 0],
    [{ addPercent: 33 }, 1000, 'KWD', 1330],
    [{ addPercent: 1 }, 1230, 'KWD', 1240],
  ])('%j makes of %d %s %d, half up and never below 0', (rule, before, currency, after) => {
    expect(ruledAmount(rule, before, currency)).toBe(after)
  })
})

describe('a rule for the time', () => {
  const evening: PriceRule = {
    weekdays: ['friday'],
    windows: [{ startMinute: 18 * 60, endMinute: 2 * 60 }],
    amount: 8000,
  }
  const amountAt = (start: string, timeZone: string) =>
    priceOf(
      { ...EUR, priceRules: [evening] },
      { startEpochMinutes: at(start), durationMinutes: 30, timeZone },
    ).amount

  test('holds in its half-open window on its weekday, and over midnight into the next day', () => {
    // 24 April 2026 is a Friday.
    expect(amountAt('2026-04-24T17:59Z', 'UTC')).toBe(5000)
    expect(amountAt('2026-04-24T18:00Z', 'UTC')).toBe(8000)
    expect(amountAt('2026-04-25T01:59Z', 'UTC')).toBe(8000)
    expect(amountAt('2026-04-25T02:00Z', 'UTC')).toBe(5000)
    expect(amountAt('2026-04-24T01:00Z', 'UTC')).toBe(5000)
    expect(amountAt('2026-04-25T18:00Z', 'UTC')).toBe(5000)
  })

  test('reads the clock of its zone, on both sides of a clock change', () => {
    // Berlin is at +01:00 on 27 March and at +02:00 on 3 April.
    expect(amountAt('2026-03-27T16:59Z', 'Europe/Berlin')).toBe(5000)
    expect(amountAt('2026-03-27T17:00Z', 'Europe/Berlin')).toBe(8000)
    expect(amountAt('2026-04-03T15:59Z', 'Europe/Berlin')).toBe(5000)
    expect(amountAt('2026-04-03T16:00Z', 'Europe/Berlin')).toBe(8000)
  })
})

test('the durations of an event type are its own and those of its candidates, each once', () => {
  expect(durationsOf({ durationMinutes: 30 })).toEqual([30])
  expect(durationsOf({ durationMinutes: 30, durationOptionsMinutes: [30, 60] })).toEqual([30, 60])
  const candidateRules = [
    { providerId: 'prv_1', durationMinutes: 45 },
    { providerId: 'prv_2', amount: 100 },
    { providerId: 'prv_3', durationMinutes: 30 },
  ]
  expect(durationsOf({ durationMinutes: 30, candidateRules })).toEqual([30, 45])
})

test('what answers add comes after the rule for the time, and once for each seat', () => {
  const facts = {
    payment: { amount: 5000, currency: 'EUR', isPerSeat: true as const },
    priceRules: [{ addPercent: 10 }],
    optionsAmount: 700,
  }
  const priced = { startEpochMinutes: 0, durationMinutes: 30, timeZone: 'UTC', seats: 2 }
  expect(priceOf(facts, priced)).toEqual({
    amount: 12_400,
    currency: 'EUR',
    lines: [
      { kind: 'base', amount: 10_000 },
      { kind: 'time', amount: 1000 },
      { kind: 'options', amount: 1400 },
    ],
  })
})
