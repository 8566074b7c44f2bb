import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { readItems } from './read-items.ts'

let opened: TestStore
beforeEach(async () => {
  opened = await openTestStore()
})
afterEach(() => opened.close())

test('more items than one request may read are found, in the order of their keys', async () => {
  const { store } = opened
  const keys = Array.from({ length: 250 }, (_, index) => ({ PK: `ITEM#${index}`, SK: '#METADATA' }))
  const last = { PK: 'ITEM#249', SK: '#METADATA', version: 1 }
  await store.transact([{ kind: 'put-if-absent', item: last }], 'token')
  const items = await readItems(store, keys)
  expect(items).toHaveLength(250)
  expect([items[0], items[249]]).toEqual([undefined, last])
})
