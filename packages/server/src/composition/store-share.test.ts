import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTestStore } from '../../tests/support/stores.ts'
import type { Store, Write } from '../kernel/ports/store.ts'
import { createStoreShare } from './store-share.ts'

const COMMITTED = { committed: true } as const
const KEY = { PK: 'A', SK: 'B' }
const WRITES: readonly Write[] = [{ kind: 'delete', key: KEY }]

/** A store whose transactions end when the test says so. */
async function slowStore() {
  const opened = await openTestStore()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const store: Store = {
    ...opened.store,
    get: async () => undefined,
    transact: (_, token) => {
      begun.push(token)
      return new Promise((resolve) => ends.push(() => resolve(COMMITTED)))
    },
  }
  return { store, begun, endNext: () => ends.shift()?.(), close: () => opened.close() }
}

test('while a request waits for the store, background work begins nothing new for a moment', async () => {
  const slow = await slowStore()
  const share = createStoreShare()
  const request = share.requests(slow.store).transact(WRITES, 'request')
  const work = share.background(slow.store).transact(WRITES, 'work')
  await turn()
  await turn()
  expect(slow.begun).toEqual(['request'])
  slow.endNext()
  await request
  await expect.poll(() => slow.begun).toEqual(['request', 'work'])
  slow.endNext()
  expect(await work).toEqual(COMMITTED)
  await slow.close()
})

test('background work goes on under requests that never end', async () => {
  const slow = await slowStore()
  const share = createStoreShare()
  void share.requests(slow.store).transact(WRITES, 'request')
  const read = share.background(slow.store).get(KEY)
  expect(await read).toBeUndefined()
  await slow.close()
})

test('a request never waits behind more than 64 transactions of background work', async () => {
  const slow = await slowStore()
  const share = createStoreShare()
  const background = share.background(slow.store)
  const works = Array.from({ length: 80 }, (_, number) => background.transact(WRITES, `${number}`))
  await expect.poll(() => slow.begun).toHaveLength(64)
  await turn()
  await turn()
  expect(slow.begun).toHaveLength(64)
  void share.requests(slow.store).transact(WRITES, 'request')
  expect(slow.begun.at(-1)).toBe('request')
  for (let ended = 0; ended < 81; ended += 1) {
    slow.endNext()
    await turn()
  }
  await expect.poll(() => slow.begun).toHaveLength(81)
  while (slow.begun.length > 0 && slow.begun.pop()) slow.endNext()
  expect(await Promise.all(works)).toHaveLength(80)
  await slow.close()
})
