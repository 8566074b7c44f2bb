import { expect, test } from 'vitest'
import { minutesOf, oneOfEachStart, slotKey, varying } from './slot-facts.ts'

const slot = (start: string, end: string, amount?: number) => ({
  start: `2026-04-27T${start}:00+02:00`,
  end: `2026-04-27T${end}:00+02:00`,
  available: true,
  ...(amount !== undefined && { price: { amount, currency: 'EUR' } }),
})

test('slots of one start differ by their end and price', () => {
  const keys = [
    slot('09:00', '09:30', 5000),
    slot('09:00', '09:45', 5000),
    slot('09:00', '09:30', 1),
  ]
  expect(new Set(keys.map(slotKey)).size).toBe(3)
})

test('a slot over the change of the clocks has the minutes that pass', () => {
  const start = '2026-10-25T02:30:00+02:00'
  expect(minutesOf({ start, end: '2026-10-25T02:30:00+01:00', available: true })).toBe(60)
})

test('only what differs between slots is shown with each of them', () => {
  expect(varying([])).toEqual({ prices: false, durations: false })
  expect(varying([slot('09:00', '09:30', 5000), slot('10:00', '10:30', 5000)])).toEqual({
    prices: false,
    durations: false,
  })
  expect(varying([slot('09:00', '09:30', 5000), slot('09:00', '09:45', 6500)])).toEqual({
    prices: true,
    durations: true,
  })
})

test('a booking that keeps its price sees each start once', () => {
  const slots = [slot('09:00', '09:30', 1), slot('09:00', '09:30', 2), slot('10:00', '10:30', 1)]
  expect(oneOfEachStart(slots)).toEqual([slots[0], slots[2]])
})
