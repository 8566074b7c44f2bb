import { expect, test } from 'vitest'
import { basePathOf } from './base-path.ts'

test.each([
  ['/docs/assets/search-1a2b.json', ''],
  ['/booking/docs/assets/search-1a2b.json', '/booking'],
  ['/a/b/docs/search.json', '/a/b'],
  ['/search.json', ''],
])('the results of the index %s are below "%s"', (address, base) => {
  expect(basePathOf(address)).toBe(base)
})
