import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStaleStore } from '../../../tests/support/stale-store.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { readExisting } from './read-existing.ts'

let opened: TestStore
beforeEach(async () => {
  opened = await openTestStore()
})
afterEach(() => opened.close())

const item = (id: string, version: number) => ({ PK: `ITEM#${id}`, SK: '#METADATA', version })
const KEYS = ['old', 'none', 'new'].map((id) => ({ PK: `ITEM#${id}`, SK: '#METADATA' }))

test('what a read that may be old lacks is read again, and nothing else', async () => {
  const store = createStaleStore(opened.store, { mode: 'worst' })
  await store.transact([{ kind: 'put-if-absent', item: item('old', 1) }], 'one')
  store.settle()
  await store.transact([{ kind: 'put-if-version', item: item('old', 2), version: 1 }], 'two')
  await store.transact([{ kind: 'put-if-absent', item: item('new', 1) }], 'three')
  const reads: unknown[] = []
  const watched = storeWith(store, {
    getMany(keys, options) {
      reads.push([keys.length, options?.consistent ?? false])
      return store.getMany(keys, options)
    },
  })
  expect(await readExisting(watched, KEYS)).toEqual([item('old', 1), undefined, item('new', 1)])
  expect(reads).toEqual([
    [3, false],
    [2, true],
  ])
  reads.length = 0
  expect(await readExisting(watched, KEYS.slice(0, 1))).toEqual([item('old', 1)])
  expect(reads).toEqual([[1, false]])
})
