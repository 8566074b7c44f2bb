import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttributeValue, Item } from '../../kernel/ports/store.ts'
import { decodeNumberSet, encodeNumberSet } from './number-set.ts'
import { decodeItem, encodeItem } from './row-codec.ts'

/** Neither JSON nor DynamoDB has a negative zero: it reads back as 0. */
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (Object.is(value, -0) ? 0 : value))
const text = fc.string({ unit: 'binary' })
const plain = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(text, tie('value'), { noNullPrototype: true }),
  ),
})).value
const numberSet = fc
  .oneof(
    fc.uniqueArray(fc.nat({ max: 287 }), { minLength: 1 }),
    fc.uniqueArray(number, { minLength: 1 }),
  )
  .map((numbers) => new Set(numbers))
const name = text.filter((each) => each !== '__proto__')
const indexKey = fc.string({ minLength: 1 })
const item: fc.Arbitrary<Item> = fc
  .tuple(
    fc.dictionary(name, fc.oneof(plain, numberSet, fc.uint8Array()), { noNullPrototype: true }),
    fc.record({ PK: indexKey, SK: indexKey }),
    fc.record(
      { GSI1PK: indexKey, GSI1SK: indexKey, GSI4PK: indexKey, GSI4SK: indexKey },
      {
        requiredKeys: [],
      },
    ),
  )
  .map(([attributes, key, indexKeys]) => ({ ...attributes, ...key, ...indexKeys }))

test('every item is the same after encoding and decoding', () => {
  fc.assert(
    fc.property(item, (original) => {
      const { pk, sk, body, indexKeys } = encodeItem(original)
      expect(decodeItem(pk, sk, body, indexKeys)).toEqual(original)
    }),
    { numRuns: 2_000 },
  )
})

test('every number set is the same after encoding and decoding', () => {
  fc.assert(
    fc.property(numberSet, (original) => {
      expect(decodeNumberSet(encodeNumberSet(original))).toEqual(original)
    }),
  )
})
