import { expect, test } from 'vitest'
import { partOf } from './part-of-day.ts'

const DAY = '2026-04-20'
const stay = (arrival: string, departure: string, status = 'confirmed' as const) => ({
  arrival,
  departure,
  status,
})

test('a guest arrives on the first day, leaves on the last, and is in the house between', () => {
  expect(partOf(stay(DAY, '2026-04-22'), DAY)).toBe('arrivals')
  expect(partOf(stay('2026-04-18', DAY), DAY)).toBe('departures')
  expect(partOf(stay('2026-04-18', '2026-04-21'), DAY)).toBe('inHouse')
  expect(partOf(stay('2026-04-21', '2026-04-23'), DAY)).toBeUndefined()
  expect(partOf(stay('2026-04-10', '2026-04-19'), DAY)).toBeUndefined()
})

test('nobody comes whose stay was cancelled or expired, or who did not show up', () => {
  for (const status of ['cancelled', 'expired', 'no_show'] as const) {
    expect(partOf({ ...stay(DAY, '2026-04-22'), status }, DAY)).toBeUndefined()
  }
})
