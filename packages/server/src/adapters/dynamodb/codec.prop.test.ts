import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttributeValue } from '../../kernel/ports/store.ts'
import { marshall, unmarshall } from './codec.ts'

// Every engine stores -0 as 0.
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const MARKS = ['~w', '~writer']

const { value } = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    number,
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array(),
    fc.uniqueArray(number, { minLength: 1 }).map((values) => new Set(values)),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value')),
  ),
}))

// The marks of transactions have names of their own, `~w` and earlier `~writer`, and are never decoded.
const attributes = fc.dictionary(
  fc.string().filter((name) => !MARKS.includes(name)),
  value,
)

test('an item is the same after encoding, JSON and decoding', () => {
  fc.assert(
    fc.property(attributes, (item) => {
      const wire = JSON.parse(JSON.stringify(marshall(item))) as ReturnType<typeof marshall>
      expect(unmarshall(wire)).toEqual(item)
    }),
  )
})

test('the mark of the transaction that wrote an item is no part of the item', () => {
  fc.assert(
    fc.property(attributes, fc.constantFrom(...MARKS), (item, mark) => {
      const wire = JSON.parse(JSON.stringify(marshall(item))) as ReturnType<typeof marshall>
      expect(unmarshall({ ...wire, [mark]: { S: 'evn_1' } })).toEqual(item)
    }),
  )
})
