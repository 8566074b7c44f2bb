import { expect, test } from 'vitest'
import { addDays, addMonths, daysBetween, sameDayIn, weekdayOf, weeksOf } from './dates.ts'

test('days add up across months, years and leap days', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
})

test('months add up across years', () => {
  expect(addMonths('2026-11', 3)).toBe('2027-02')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
})

test('a day that another month does not have becomes the last day of that month', () => {
  expect(sameDayIn('2026-02', '2026-03-31')).toBe('2026-02-28')
  expect(sameDayIn('2026-04', '2026-03-15')).toBe('2026-04-15')
})

test('a month is shown as six weeks that start on the first weekday', () => {
  const weeks = weeksOf('2026-04', 0)
  expect(weeks.length).toBe(6)
  expect(weeks[0]).toEqual([
    '2026-03-30',
    '2026-03-31',
    '2026-04-01',
    '2026-04-02',
    '2026-04-03',
    '2026-04-04',
    '2026-04-05',
  ])
  expect(weekdayOf('2026-04-06')).toBe(0)
  expect(weeksOf('2026-04', 6)[0]?.[0]).toBe('2026-03-29')
  // 1 March 2026 is a Sunday.
  expect(weeksOf('2026-03', 6)[0]?.[0]).toBe('2026-03-01')
  expect(weeksOf('2026-03', 0)[0]?.[0]).toBe('2026-02-23')
})
