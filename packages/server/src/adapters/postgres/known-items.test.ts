import { expect, test } from 'vitest'
import { KnownItems } from './known-items.ts'

const row = (body: string) => ['1', 'PROVIDER#prv_1', '#METADATA', body, ...Array(10).fill(null)]

test('an unchanged row is the same item as before, so that what was derived from it is found', () => {
  const known = new KnownItems()
  const first = known.itemOf(row('{"name":"Ada"}'))
  expect(first).toEqual({ PK: 'PROVIDER#prv_1', SK: '#METADATA', name: 'Ada' })
  expect(known.itemOf(row('{"name":"Ada"}'))).toBe(first)
})

test('a changed row is decoded anew', () => {
  const known = new KnownItems()
  known.itemOf(row('{"name":"Ada"}'))
  const changed = known.itemOf(row('{"name":"Eva"}'))
  expect(changed).toEqual({ PK: 'PROVIDER#prv_1', SK: '#METADATA', name: 'Eva' })
})
