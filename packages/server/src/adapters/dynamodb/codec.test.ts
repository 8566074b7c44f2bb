import { InvariantViolated } from '@holdfast/engine'
import { expect, test } from 'vitest'
import type { AttributeValue } from '../../kernel/ports/store.ts'
import { marshall, marshallKey, unmarshall } from './codec.ts'
import type { WireValue } from './wire.ts'

test('every type of value is encoded as DynamoDB expects, and decoded again', () => {
  const item = {
    PK: 'p',
    SK: 's',
    empty: '',
    count: 3,
    tiny: 1e-7,
    yes: true,
    none: null,
    bytes: Uint8Array.from([0, 1, 255]),
    taken: new Set([108, 109]),
    list: [1, 'a', [null]],
    map: { inner: { deep: false } },
    absent: undefined,
  }
  const wire = {
    PK: { S: 'p' },
    SK: { S: 's' },
    empty: { S: '' },
    count: { N: '3' },
    tiny: { N: '1e-7' },
    yes: { BOOL: true },
    none: { NULL: true },
    bytes: { B: 'AAH/' },
    taken: { NS: ['108', '109'] },
    list: { L: [{ N: '1' }, { S: 'a' }, { L: [{ NULL: true }] }] },
    map: { M: { inner: { M: { deep: { BOOL: false } } } } },
  }
  expect(marshall(item)).toStrictEqual(wire)
  const { absent: _, ...present } = item
  expect(unmarshall(wire as Record<string, WireValue>)).toStrictEqual(present)
})

test('a view of a larger buffer is encoded without the rest of the buffer', () => {
  const window = Uint8Array.from([1, 2, 3, 4]).subarray(1, 3)
  expect(marshall({ window })).toEqual({ window: { B: 'AgM=' } })
})

test('a key is encoded without the other attributes of its item', () => {
  const item = { PK: 'p', SK: 's', version: 1 }
  expect(marshallKey(item)).toEqual({ PK: { S: 'p' }, SK: { S: 's' } })
})

test('an attribute named __proto__ is an ordinary attribute', () => {
  const value = JSON.parse('{"__proto__":{"S":"x"}}') as Record<string, WireValue>
  const read = unmarshall({ value: { M: value } }).value as Record<string, unknown>
  expect(Object.entries(read)).toEqual([['__proto__', 'x']])
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  expect(JSON.stringify(marshall({ value: read as AttributeValue }))).toBe(
    '{"value":{"M":{"__proto__":{"S":"x"}}}}',
  )
})

test.each<[string, unknown]>([
  ['NaN', Number.NaN],
  ['an infinity in a set', new Set([Number.POSITIVE_INFINITY])],
  ['an empty set', new Set()],
  ['a date', new Date(0)],
  ['a bigint', 1n],
  ['a function', () => 1],
])('%s cannot be encoded', (_, value) => {
  expect(() => marshall({ value: value as AttributeValue })).toThrow(InvariantViolated)
})

test('decoding a type that the store never writes throws InvariantViolated', () => {
  const foreign = { SS: ['a'] } as unknown as WireValue
  expect(() => unmarshall({ foreign })).toThrow(InvariantViolated)
})
