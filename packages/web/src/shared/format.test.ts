import { expect, test } from 'vitest'
import { createFormat } from './format.ts'

test.each([
  ['en', 30, '30 min'],
  ['en', 60, '1 hr'],
  ['en', 90, '1 hr 30 min'],
  ['de', 30, '30 Min.'],
  ['de', 90, '1 Std. 30 Min.'],
] as const)('in %s, %i minutes are written as "%s"', (language, minutes, text) => {
  expect(createFormat(language).minutes(minutes)).toBe(text)
})

test.each([
  ['en', 'h23', '14:30'],
  ['en', 'h12', '2:30 pm'],
  ['de', 'h12', '2:30 PM'],
] as const)(
  'in %s with %s, half past two in the afternoon is written as "%s"',
  (language, cycle, text) => {
    const format = createFormat(language, cycle)
    const plain = (written: string) => written.replaceAll(/\s/g, ' ')
    expect(plain(format.wallTime('14:30'))).toBe(text)
    expect(plain(format.time('2026-04-27T12:30:00Z', 'Europe/Berlin'))).toBe(text)
  },
)
