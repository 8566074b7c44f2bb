import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Item, Store } from '../../src/kernel/ports/store.ts'
import { createStaleStore, type StaleOptions } from './stale-store.ts'
import { openTestStore, type TestStore } from './stores.ts'

let opened: TestStore
beforeEach(async () => {
  opened = await openTestStore()
})
afterEach(() => opened.close())

const stale = (options: StaleOptions = { mode: 'worst' }) => createStaleStore(opened.store, options)

const KEY = { PK: 'TEAM#1', SK: 'MEMBER#a' }
const CONSISTENT = { consistent: true }

let tokens = 0
async function put(store: Store, item: Item): Promise<void> {
  tokens += 1
  const outcome = await store.transact([{ kind: 'put-if-present', item }], `put-${tokens}`)
  if (!outcome.committed) {
    await store.transact([{ kind: 'put-if-absent', item }], `create-${tokens}`)
  }
}

async function remove(store: Store, key: { PK: string; SK: string }): Promise<void> {
  tokens += 1
  await store.transact([{ kind: 'delete', key: { PK: key.PK, SK: key.SK } }], `remove-${tokens}`)
}

const member = (id: string, rank: string, version = 1): Item => ({
  PK: 'TEAM#1',
  SK: `MEMBER#${id}`,
  GSI1PK: 'RANKS',
  GSI1SK: rank,
  version,
})

const ids = ({ items }: { readonly items: readonly Item[] }) =>
  items.map(({ SK, version }) => `${SK.slice(7)}${String(version)}`)

const TEAM = { partition: 'TEAM#1' }
const RANKS = { index: 'GSI1', partition: 'RANKS' } as const

describe('in the worst case', () => {
  test('a read without `consistent` misses every commit until it settles', async () => {
    const store = stale()
    await put(store, member('a', '5'))
    expect(await store.get(KEY)).toBeUndefined()
    expect(await store.getMany([KEY])).toEqual([undefined])
    expect(await store.query(TEAM)).toEqual({ items: [] })
    store.settle()
    expect(await store.get(KEY)).toEqual(member('a', '5'))
    expect(ids(await store.query(TEAM))).toEqual(['a1'])
  })

  test('a consistent read sees every commit', async () => {
    const store = stale()
    await put(store, member('a', '5'))
    expect(await store.get(KEY, CONSISTENT)).toEqual(member('a', '5'))
    expect(await store.getMany([KEY], CONSISTENT)).toEqual([member('a', '5')])
    expect(ids(await store.query({ ...TEAM, ...CONSISTENT }))).toEqual(['a1'])
  })

  test('an earlier version and a deleted item are still read', async () => {
    const store = stale()
    await put(store, member('a', '5'))
    await put(store, member('b', '6'))
    store.settle()
    await put(store, member('a', '5', 2))
    await remove(store, member('b', '6'))
    expect((await store.get(KEY))?.version).toBe(1)
    expect(ids(await store.query(TEAM))).toEqual(['a1', 'b1'])
    expect(ids(await store.query({ ...TEAM, ...CONSISTENT }))).toEqual(['a2'])
  })

  test('a lag in commits bounds the age', async () => {
    const store = stale({ mode: 'worst', lag: { commits: 1 } })
    await put(store, member('a', '5', 1))
    await put(store, member('a', '5', 2))
    await put(store, member('a', '5', 3))
    expect((await store.get(KEY))?.version).toBe(2)
  })

  test('a lag in time bounds the age', async () => {
    let now = 1_000
    const store = stale({ mode: 'worst', lag: { milliseconds: 500 }, now: () => now })
    await put(store, member('a', '5', 1))
    now = 1_400
    await put(store, member('a', '5', 2))
    expect(await store.get(KEY)).toBeUndefined()
    now = 1_500
    expect((await store.get(KEY))?.version).toBe(1)
    now = 1_900
    expect((await store.get(KEY))?.version).toBe(2)
  })

  test('a rejected transaction is no commit', async () => {
    const store = stale({ mode: 'worst', lag: { commits: 1 } })
    await put(store, member('a', '5', 1))
    await put(store, member('a', '5', 2))
    const write = { kind: 'put-if-version', item: member('a', '5', 9), version: 8 } as const
    expect((await store.transact([write], 'rejected')).committed).toBe(false)
    expect((await store.get(KEY))?.version).toBe(1)
  })
})

describe('an index', () => {
  test('lacks new items, also for a consistent query', async () => {
    const store = stale()
    await put(store, member('a', '5'))
    expect(ids(await store.query({ ...RANKS, ...CONSISTENT }))).toEqual([])
    store.settle()
    expect(ids(await store.query(RANKS))).toEqual(['a1'])
  })

  test('answers old items, and current ones to a consistent query', async () => {
    const store = stale()
    await put(store, member('a', '5'))
    store.settle()
    await put(store, member('a', '5', 2))
    expect(ids(await store.query(RANKS))).toEqual(['a1'])
    expect(ids(await store.query({ ...RANKS, ...CONSISTENT }))).toEqual(['a2'])
  })

  test('drops an entry whose item has moved or gone in the table', async () => {
    const store = stale({ mode: 'worst', lag: { commits: 0 }, indexLag: {} })
    await put(store, member('a', '5'))
    await put(store, member('b', '6'))
    await put(store, member('c', '7'))
    store.settle()
    await put(store, { ...member('a', '5', 2), GSI1PK: 'OTHERS' })
    await remove(store, member('b', '6'))
    expect(ids(await store.query(RANKS))).toEqual(['c1'])
    expect(ids(await store.query({ ...RANKS, partition: 'OTHERS' }))).toEqual([])
  })

  test('lags by itself', async () => {
    const store = stale({ mode: 'worst', lag: {}, indexLag: { commits: 0 } })
    await put(store, member('a', '5'))
    expect(await store.get(KEY)).toBeUndefined()
    // The entry is there, and the table has no item for it yet.
    expect(ids(await store.query(RANKS))).toEqual([])
    expect(ids(await store.query({ ...RANKS, ...CONSISTENT }))).toEqual(['a1'])
  })
})

describe('a range', () => {
  test.each([
    ['of the table', TEAM, ['MEMBER#b', 'MEMBER#d']],
    ['of an index', RANKS, ['6', '8']],
  ])('%s is paged in both directions as it was', async (_, range, [from, to]) => {
    const store = stale()
    for (const [id, rank] of ['a5', 'b6', 'c7', 'd8', 'e9']) {
      await put(store, member(id as string, rank as string))
    }
    store.settle()
    await remove(store, member('c', '7'))
    const request = { ...range, from: from as string, to: to as string, limit: 2 }
    const first = await store.query(request)
    expect([ids(first), first.cursor !== undefined]).toEqual([['b1', 'c1'], true])
    const second = await store.query({ ...request, cursor: first.cursor as string })
    expect([ids(second), second.cursor]).toEqual([['d1'], undefined])
    expect(ids(await store.query({ ...request, descending: true }))).toEqual(['d1', 'c1'])
  })
})

describe('at random', () => {
  const versionsRead = async (seed: number) => {
    const store = stale({ mode: 'random', seed })
    for (let version = 1; version <= 5; version += 1) await put(store, member('a', '5', version))
    const versions: unknown[] = []
    for (let read = 0; read < 40; read += 1) versions.push((await store.get(KEY))?.version ?? 0)
    await remove(store, KEY)
    return versions
  }

  test('each read is of its own age within the lag, and the seed repeats it', async () => {
    const versions = await versionsRead(7)
    expect([...new Set(versions)].sort()).toEqual([0, 1, 2, 3, 4, 5])
    expect(await versionsRead(7)).toEqual(versions)
    expect(await versionsRead(8)).not.toEqual(versions)
  })
})
