import { expect, test } from 'vitest'
import type { AttributeValue } from './ports/store.ts'
import { sameMembers, sameValue } from './same-value.ts'

const SAME: readonly (readonly [AttributeValue, AttributeValue])[] = [
  [1, 1],
  [null, null],
  [new Set([1, 2]), new Set([2, 1])],
  [Uint8Array.of(1, 2), Uint8Array.of(1, 2)],
  [
    [1, { a: [2], b: 'x' }],
    [1, { b: 'x', a: [2] }],
  ],
]

const DIFFERENT: readonly (readonly [AttributeValue, AttributeValue])[] = [
  [1, '1'],
  [null, false],
  [null, {}],
  [new Set([1, 2]), new Set([1, 3])],
  [new Set([1]), new Set([1, 2])],
  [new Set([1]), [1]],
  [Uint8Array.of(1, 2), Uint8Array.of(1, 2, 3)],
  [Uint8Array.of(1), [1]],
  [
    [1, 2],
    [2, 1],
  ],
  [[], {}],
  [{ a: 1 }, { a: 1, b: null }],
]

test.each(SAME)('%o is %o', (a, b) => {
  expect(sameValue(a, b)).toBe(true)
})

test.each(DIFFERENT)('%o is not %o, from either side', (a, b) => {
  expect([sameValue(a, b), sameValue(b, a)]).toEqual([false, false])
})

test('a member that is undefined counts as absent', () => {
  expect(sameMembers({ a: 1, b: undefined }, { a: 1 })).toBe(true)
  expect(sameMembers({ a: 1, b: undefined }, { a: 1, b: 2 })).toBe(false)
})
