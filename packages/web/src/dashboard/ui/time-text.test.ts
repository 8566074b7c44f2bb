import { describe, expect, test } from 'vitest'
import { createFormat } from '../../shared/format.ts'
import { readTime, stepTime } from './time-text.ts'

describe('a typed time of day', () => {
  test.each([
    ['9', '09:00'],
    ['09', '09:00'],
    ['9:30', '09:30'],
    ['09:30', '09:30'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['1745', '17:45'],
    ['9.30', '09:30'],
    ['9,30', '09:30'],
    ['9 30', '09:30'],
    ['9h30', '09:30'],
    ['9 h', '09:00'],
    ['9:30 Uhr', '09:30'],
    [' 2:30 pm ', '14:30'],
    ['2:30PM', '14:30'],
    ['2pm', '14:00'],
    ['2.30 p.m.', '14:30'],
    ['230p', '14:30'],
    ['9 a', '09:00'],
    ['12 am', '00:00'],
    ['12:15 pm', '12:15'],
    ['0', '00:00'],
    ['23:59', '23:59'],
    ['24:00', '00:00'],
  ])('%j is %s', (text, time) => {
    expect(readTime(text)).toBe(time)
  })

  test.each([
    '',
    ' ',
    '25',
    '24:01',
    '9:60',
    '960',
    '9:3',
    '9:',
    '14 pm',
    '0 am',
    '-1',
    'noon',
    '12345',
    '9:30:00',
    '9 xm',
  ])('%j is refused', (text) => {
    expect(readTime(text)).toBeUndefined()
  })

  test('is read as it is shown, in every language and hour cycle of the dashboard', () => {
    for (const language of ['en', 'de'] as const) {
      for (const cycle of ['h12', 'h23'] as const) {
        const { wallTime } = createFormat(language, cycle)
        for (const time of ['00:00', '00:05', '09:30', '12:00', '12:45', '14:30', '23:59']) {
          expect(readTime(wallTime(time)), `${language} ${cycle}`).toBe(time)
        }
      }
    }
  })
})

describe('an arrow key', () => {
  test.each([
    ['09:00', 15, '09:15'],
    ['09:07', 15, '09:15'],
    ['09:07', -15, '09:00'],
    ['09:00', -15, '08:45'],
    ['23:50', 15, '00:00'],
    ['00:00', -15, '23:45'],
    ['09:20', 60, '10:00'],
    ['09:20', -60, '09:00'],
    ['', 15, '09:00'],
  ])('takes %j by %i minutes to %s', (time, step, next) => {
    expect(stepTime(time, step)).toBe(next)
  })
})
