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
