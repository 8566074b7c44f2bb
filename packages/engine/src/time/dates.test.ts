import { describe, expect, test } from 'vitest'
import { Temporal } from '../../tests/support/temporal.ts'
import {
  formatDate,
  formatWindowTime,
  parseDate,
  parseWindowTime,
  weekdayIndexOf,
  weekdayOf,
} from './dates.ts'

describe('dates', () => {
  test.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2000-02-29', 11_016],
    ['2024-02-29', 19_782],
    ['2026-04-27', 20_570],
    ['0000-01-01', -719_528],
    ['9999-12-31', 2_932_896],
  ])('%s is parsed into day %d and formatted back', (text, dayNumber) => {
    expect(parseDate(text)).toBe(dayNumber)
    expect(formatDate(dayNumber)).toBe(text)
  })

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-1-01',
    '26-01-01',
    '+2026-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '２026-01-01',
    '',
  ])('%j is rejected as a date', (text) => {
    expect(parseDate(text)).toBeUndefined()
  })

  test.each([
    [-719_529, '-000001-12-31'],
    [2_932_897, '+010000-01-01'],
  ])('day %d, outside of the years 0000 to 9999, is formatted as %s', (dayNumber, text) => {
    expect(formatDate(dayNumber)).toBe(text)
    expect(parseDate(text)).toBeUndefined()
  })

  test('dates and weekdays of every century agree with Temporal', () => {
    const epoch = Temporal.PlainDate.from('1970-01-01')
    for (let dayNumber = -719_528; dayNumber <= 2_932_896; dayNumber += 997) {
      const date = epoch.add({ days: dayNumber })
      expect(formatDate(dayNumber)).toBe(date.toString())
      expect(parseDate(date.toString())).toBe(dayNumber)
      expect(weekdayIndexOf(dayNumber)).toBe(date.dayOfWeek - 1)
    }
  })
})

test.each([
  ['2026-04-27', 'monday'],
  ['2026-05-03', 'sunday'],
  ['1969-12-31', 'wednesday'],
])('%s is a %s', (text, weekday) => {
  expect(weekdayOf(parseDate(text) as number)).toBe(weekday)
})

describe('wall times of a window', () => {
  test.each([
    ['00:00', 0],
    ['09:05', 545],
    ['23:59', 1439],
  ])('%s is parsed into minute %d and formatted back', (text, minute) => {
    expect(parseWindowTime(text, false)).toBe(minute)
    expect(parseWindowTime(text, true)).toBe(minute)
    expect(formatWindowTime(minute)).toBe(text)
  })

  test('24:00 is accepted as the end of a window and rejected as its start', () => {
    expect(parseWindowTime('24:00', true)).toBe(1440)
    expect(parseWindowTime('24:00', false)).toBeUndefined()
    expect(formatWindowTime(1440)).toBe('24:00')
  })

  test.each(['24:01', '25:00', '9:00', '09:60', '0900', '09:00:00', '-1:00', '09:00 ', ''])(
    '%j is rejected as a wall time',
    (text) => {
      expect(parseWindowTime(text, true)).toBeUndefined()
    },
  )
})
