import { InvariantViolated } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import type { AttributeValue } from '../../kernel/ports/store.ts'
import { encodeItem } from './row-codec.ts'

const key = { PK: 'P', SK: 'S' }

describe('an item as a row', () => {
  test('has its keys in columns and the other attributes in the body', () => {
    expect(
      encodeItem({ ...key, version: 3, ttl: 99, GSI2PK: 'p', GSI2SK: 's', name: 'Zoë' }),
    ).toEqual({
      pk: 'P',
      sk: 'S',
      body: '{"version":3,"ttl":99,"name":"Zoë"}',
      version: 3,
      ttl: 99,
      indexKeys: [null, null, 'p', 's', null, null, null, null, null, null],
    })
  })
  test('has sets and bytes apart from the attributes, so that no attribute looks like one', () => {
    const { body } = encodeItem({
      ...key,
      rev: 2,
      taken: new Set([96, 97, 98, 108]),
      sealed: Uint8Array.from([1, 2, 255]),
    })
    expect(body).toBe('[{"rev":2},{"taken":"s96-98,108","sealed":"bAQL/"}]')
  })
  test('has half an index key in the body, since the item is not in the index', () => {
    const { body, indexKeys } = encodeItem({ ...key, GSI3SK: 's' })
    expect(body).toBe('{"GSI3SK":"s"}')
    expect(indexKeys).toEqual(Array(10).fill(null))
  })
})

describe('values that DynamoDB cannot store are rejected here too', () => {
  test.each<[string, unknown]>([
    ['a set inside a list', [new Set([1])]],
    ['bytes inside a map', { bytes: new Uint8Array(1) }],
    ['undefined inside a list', [undefined]],
    ['a set of texts', new Set(['a'])],
    ['a function', () => 1],
    ['a map of a class', new Map()],
  ])('%s', (_, value) => {
    expect(() => encodeItem({ ...key, value: value as AttributeValue })).toThrow(InvariantViolated)
  })
  test('an item of more than 400 KB, even if it has fewer characters', () => {
    const text = 'ü'.repeat(210 * 1024)
    expect(() => encodeItem({ ...key, text })).toThrow(InvariantViolated)
    expect(encodeItem({ ...key, text: text.slice(0, 190 * 1024) }).pk).toBe('P')
  })
})
