import { expect, test } from 'vitest'
import { itemSize, valueSize } from './item-size.ts'
import type { WireValue } from './wire.ts'

test.each<[string, WireValue, number]>([
  ['text counts its UTF-8 bytes', { S: 'Zoë' }, 4],
  ['an empty text', { S: '' }, 0],
  ['a number of one digit', { N: '7' }, 2],
  ['a number of three digits', { N: '108' }, 3],
  ['trailing zeros of a number do not count', { N: '12000' }, 2],
  ['leading zeros of a number do not count', { N: '-0.0012' }, 2],
  ['zero', { N: '0' }, 1],
  ['an epoch second', { N: '1777280401' }, 6],
  ['a boolean', { BOOL: true }, 1],
  ['null', { NULL: true }, 1],
  ['binary counts its bytes, not its base64', { B: 'AAH/' }, 3],
  ['a set of numbers', { NS: ['108', '109', '110'] }, 8],
  ['an empty list', { L: [] }, 3],
  ['a list', { L: [{ N: '108' }, { S: 'ab' }] }, 10],
  ['a map', { M: { a: { S: 'bc' } } }, 7],
])('%s', (_, value, bytes) => {
  expect(valueSize(value)).toBe(bytes)
})

test('the size of an item is the sum of its attribute names and values', () => {
  expect(itemSize({ PK: { S: 'ab' }, SK: { S: 'c' }, rev: { N: '1' } })).toBe(12)
})
