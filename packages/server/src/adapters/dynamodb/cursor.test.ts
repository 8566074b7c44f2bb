import { expect, test } from 'vitest'
import { InvalidCursor } from '../../kernel/ports/store.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

const key = { PK: 'PROVIDER#prv_1', SK: 'AVAILABILITY#2026-04-27#0540' }
const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a position in the table or in an index is the same after encoding and decoding', () => {
  expect(decodeCursor(encodeCursor({ key }), false)).toEqual({ key })
  const inIndex = { key, indexSortKey: 'confirmed#1777280400 ü' }
  expect(decodeCursor(encodeCursor(inIndex), true)).toEqual(inIndex)
})

test('a cursor is safe in a URL', () => {
  expect(encodeCursor({ key: { PK: '???>>>', SK: 'ÿþý' } })).toMatch(/^[\w-]+$/)
})

test.each([
  ['empty', ''],
  ['not JSON', 'AAAA'],
  ['not a list', text({ PK: 'a', SK: 'b' })],
  ['too short', text(['a'])],
  ['for another kind of request', encodeCursor({ key, indexSortKey: 'x' })],
  ['with an empty key', text(['a', ''])],
  ['with a number for a key', text(['a', 1])],
])('a cursor that is %s is rejected', (_, cursor) => {
  expect(() => decodeCursor(cursor, false)).toThrow(InvalidCursor)
})
