import { expect, test } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const NOW = Date.UTC(2026, 4, 1)

test.each([
  [undefined, undefined],
  ['120', 120],
  ['Fri, 01 May 2026 00:05:00 GMT', 300],
  ['Thu, 30 Apr 2026 00:00:00 GMT', 0],
  ['99999999999', 86_400],
  ['soon', undefined],
])('%s is %s seconds', (header, seconds) => {
  expect(readRetryAfter(header, NOW)).toBe(seconds)
})
