import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttributeValue } from '../../kernel/ports/store.ts'
import { marshall, unmarshall } from './codec.ts'

// Every engine stores -0 as 0.
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
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

test('an item is the same after encoding, JSON and decoding', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), (item) => {
      const wire = JSON.parse(JSON.stringify(marshall(item))) as ReturnType<typeof marshall>
      expect(unmarshall(wire)).toEqual(item)
    }),
  )
})
