import { expect, test } from 'vitest'
import { firstWish, sentWish, wrongDates } from './wish.ts'

const WISH = firstWish('2026-04-20', 1)

test('the form of a wait list begins with any time of the next four weeks', () => {
  expect(sentWish(WISH)).toEqual({ from: '2026-04-20', to: '2026-05-18' })
})

test('the last date is part of what a person waits for', () => {
  const wish = { ...WISH, until: '2026-04-30', weekdays: ['monday', 'friday'], seats: 2 } as const
  expect(sentWish({ ...wish, part: 'evening' })).toEqual({
    from: '2026-04-20',
    to: '2026-05-01',
    weekdays: ['monday', 'friday'],
    timeOfDay: { start: '17:00', end: '24:00' },
    seats: 2,
  })
})

test.each([
  ['2026-04-20', '2026-04-20', undefined],
  ['2026-04-20', '2026-07-20', undefined],
  ['2026-04-20', '2026-07-21', 'tooLong'],
  ['2026-04-20', '2026-04-19', 'untilWrong'],
  ['2026-04-20', '', 'untilWrong'],
  ['', '2026-04-20', 'untilWrong'],
])('the dates from %s until %s: %s', (from, until, wrong) => {
  expect(wrongDates({ ...WISH, from, until })).toBe(wrong)
})
