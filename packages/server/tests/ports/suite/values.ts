import { InvariantViolated } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import type { AttributeValue } from '../../../src/kernel/ports/store.ts'
import { freshKey, read, type SharedStore, seed, transact } from './harness.ts'

const VALUES: readonly (readonly [string, AttributeValue])[] = [
  ['text', 'plain'],
  ['empty text', ''],
  ['text beyond the basic plane', 'Zoë 北京 😀 e\u0301 \u{10ffff}'],
  ['text with quotes, controls and a zero', 'a"b\\c\n\t\u0000\u001f\u2028</script>'],
  ['true', true],
  ['false', false],
  ['null', null],
  ['zero', 0],
  ['a negative', -12.5],
  ['a fraction that is not exact in binary', 0.1],
  ['the largest exact integer', Number.MAX_SAFE_INTEGER],
  ['the smallest exact integer', Number.MIN_SAFE_INTEGER],
  ['17 significant digits', 0.30000000000000004],
  ['a large magnitude', 1.2345678901234567e100],
  ['a small magnitude', 1.2345678901234567e-100],
  ['an epoch in milliseconds', 1_777_280_400_123],
  ['an empty list', []],
  ['an empty map', {}],
  ['a list of mixed values', [1, 'two', null, true, [3, []], { four: 4 }]],
  ['nested maps', { a: { b: { c: [{ d: 'deep' }] } }, 'key with "quotes" and ü': 1 }],
  [
    'names that objects have by themselves',
    { constructor: 1, toString: 'x', hasOwnProperty: null },
  ],
  ['a list that looks like an encoding', [{ S: 'x' }, { N: '1' }, { $set: [1] }, 'NS']],
  ['a set of one', new Set([5])],
  ['a set of runs', new Set([0, 1, 2, 108, 109, 287])],
  ['a set out of order', new Set([9, 1, 100, 10, 2])],
  ['a set of negatives, fractions and large numbers', new Set([-3, -2, 0.5, 1e20, 2 ** 53 - 1])],
  ['bytes', Uint8Array.from([0, 1, 127, 128, 255])],
  ['no bytes', new Uint8Array(0)],
]

/** Every value reads back exactly as it was written. */
export function valueTests(store: SharedStore): void {
  describe('a value reads back as it was written', () => {
    test.each(VALUES)('%s', async (_, value) => {
      const item = { ...freshKey(), value, after: 'still here' }
      await seed(store(), [item])
      const found = await read(store(), item)
      expect(found).toEqual(item)
      expect(Object.prototype.toString.call(found?.value)).toBe(
        Object.prototype.toString.call(value),
      )
    })
    test('all of them in one item, with every kind of read', async () => {
      const GSI1PK = freshKey().PK
      const item = {
        ...freshKey(),
        ...Object.fromEntries(VALUES.map(([, value], index) => [`v${index}`, value])),
        GSI1PK,
        GSI1SK: 's',
      }
      await seed(store(), [item])
      expect(await store().getMany([item], { consistent: true })).toEqual([item])
      expect(await store().query({ partition: item.PK, consistent: true })).toEqual({
        items: [item],
      })
      expect(await transact(store(), { kind: 'put-if-absent', item })).toEqual({
        committed: false,
        failed: [{ index: 0, current: item }],
      })
    })
    test('an attribute may have any name, even one that is special in JavaScript objects', async () => {
      const nested = JSON.parse('{"__proto__":{"admin":true},"a":1}') as AttributeValue
      const item = { ...freshKey(), nested }
      await seed(store(), [item])
      const found = (await read(store(), item))?.nested as Record<string, unknown>
      expect(Object.keys(found).toSorted()).toEqual(['__proto__', 'a'])
      expect(found.admin).toBeUndefined()
    })
    test('an undefined attribute is not stored', async () => {
      const item = { ...freshKey(), value: undefined, other: 1 }
      await seed(store(), [item])
      const found = await read(store(), item)
      expect(Object.keys(found ?? {}).toSorted()).toEqual(['PK', 'SK', 'other'])
    })
  })

  describe('writing a value that not every engine can store throws InvariantViolated', () => {
    test.each<[string, unknown]>([
      ['not a number', Number.NaN],
      ['an infinity', Number.POSITIVE_INFINITY],
      ['an empty set', new Set()],
      ['an infinity deep inside', { a: [{ b: Number.NEGATIVE_INFINITY }] }],
      ['a date', new Date(0)],
      ['a bigint', 1n],
    ])('%s', async (_, value) => {
      const item = { ...freshKey(), value: value as AttributeValue }
      await expect(transact(store(), { kind: 'put-if-absent', item })).rejects.toThrow(
        InvariantViolated,
      )
      expect(await read(store(), item)).toBeUndefined()
    })
  })
}
