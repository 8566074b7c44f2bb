import { expect, test } from 'vitest'
import { preferencesOf } from './preferences.ts'

test.each([
  ['en-US', { hourCycle: 'h12', firstWeekday: 6 }],
  ['en-GB', { hourCycle: 'h23', firstWeekday: 0 }],
  ['de-DE', { hourCycle: 'h23', firstWeekday: 0 }],
  ['en-US@posix', { hourCycle: 'h12', firstWeekday: 6 }],
  ['ar-EG', { hourCycle: 'h12', firstWeekday: 5 }],
] as const)('a reader with the locale %s gets its hour cycle and first weekday', (locale, own) => {
  expect(preferencesOf(locale)).toEqual(own)
})
