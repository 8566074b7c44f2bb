import { expect, test } from 'vitest'
import { canArrive, type Nights, nightsUntil } from './stay-rules.ts'

const nightsOf = (states: string, policy: Partial<Nights['policy']> = {}): Nights => ({
  byDate: new Map(
    [...states].map((state, index) => [
      `2026-06-${String(index + 1).padStart(2, '0')}`,
      state === 'x' ? 'taken' : 'free',
    ]),
  ),
  policy: {
    minNights: 2,
    maxNights: 4,
    arrivalWeekdays: [],
    departureWeekdays: [],
    maxAdvanceDays: 30,
    ...policy,
  },
  today: '2026-06-01',
})

test('a stay can start only so many days ahead as it must be booked', () => {
  const nights = nightsOf('........', { minAdvanceDays: 2 })
  expect(['01', '02', '03', '04'].map((day) => canArrive(nights, `2026-06-${day}`))).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('a stay can start where the minimum number of nights is free', () => {
  const nights = nightsOf('...x....')
  expect(['01', '02', '03', '04', '05'].map((day) => canArrive(nights, `2026-06-${day}`))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ])
})

test('a stay can end on the day when the next stay starts, but not later', () => {
  const nights = nightsOf('...x....')
  expect(nightsUntil(nights, '2026-06-01', '2026-06-04')).toBe(3)
  expect(nightsUntil(nights, '2026-06-01', '2026-06-05')).toBe(0)
  expect(nightsUntil(nights, '2026-06-01', '2026-06-02')).toBe(0)
})

test('a stay is not longer than the maximum number of nights', () => {
  const nights = nightsOf('........')
  expect(nightsUntil(nights, '2026-06-01', '2026-06-05')).toBe(4)
  expect(nightsUntil(nights, '2026-06-01', '2026-06-06')).toBe(0)
})

test('a stay starts and ends only on the allowed weekdays', () => {
  const nights = nightsOf('..............', {
    arrivalWeekdays: ['saturday'],
    departureWeekdays: ['saturday'],
    maxNights: 14,
  })
  expect(canArrive(nights, '2026-06-05')).toBe(false)
  expect(canArrive(nights, '2026-06-06')).toBe(true)
  expect(nightsUntil(nights, '2026-06-06', '2026-06-13')).toBe(7)
  expect(nightsUntil(nights, '2026-06-06', '2026-06-12')).toBe(0)
})

test('a stay is not longer than one of several units is free', () => {
  const nights = {
    ...nightsOf('........', { minNights: 3 }),
    // All nights have a free unit, and until the 5th it is another one than after it.
    lastDepartures: new Map([
      ['2026-06-02', '2026-06-05'],
      ['2026-06-03', '2026-06-05'],
    ]),
  }
  expect(nightsUntil(nights, '2026-06-02', '2026-06-05')).toBe(3)
  expect(nightsUntil(nights, '2026-06-02', '2026-06-06')).toBe(0)
  expect(['02', '03', '04'].map((day) => canArrive(nights, `2026-06-${day}`))).toEqual([
    true,
    false,
    true,
  ])
})
