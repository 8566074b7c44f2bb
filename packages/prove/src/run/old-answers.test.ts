import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStoreOnTransport } from '../../../server/src/adapters/dynamodb/store.ts'
import type { Store } from '../../../server/src/kernel/ports/store.ts'
import { startTestEngine, type TestEngine } from '../../../server/tests/support/dynamodb.ts'
import { type FaultProxy, startFaultProxy } from '../../../server/tests/support/fault-proxy.ts'
import { OldAnswers } from './old-answers.ts'

const KEY = { PK: 'BOOKING#bkg_a', SK: '#METADATA' }
const OTHER = { PK: 'BOOKING#bkg_b', SK: '#METADATA' }
const INDEXED = { GSI1PK: 'TYPE#ety_a', GSI1SK: 'bkg_a' }
const EVENTUAL = { consistent: false }
const CONSISTENT = { consistent: true }

let engine: TestEngine
let proxy: FaultProxy
let store: Store
let old: OldAnswers
let now = 0

beforeAll(async () => {
  engine = await startTestEngine('dynamodb')
  proxy = await startFaultProxy(engine.endpoint, {
    seed: 1,
    share: 0,
    through: (...given) => old.through(...given),
  })
})
beforeEach(async () => {
  now = 1_000
  old = new OldAnswers(
    () => 0,
    () => now,
  )
  const { store: direct, tableName } = await engine.openStore()
  await direct.close()
  store = createStoreOnTransport(engine.connect(proxy.endpoint), { tableName })
  old.setShare(1)
})
afterAll(async () => {
  await proxy.stop()
  await engine.stop()
})

let commits = 0
async function write(version: number, key = KEY): Promise<void> {
  commits += 1
  const item = { ...key, ...INDEXED, version }
  const put =
    version === 1
      ? ({ kind: 'put-if-absent', item } as const)
      : ({ kind: 'put-if-version', item, version: version - 1 } as const)
  await store.transact([put], `commit-${commits}`)
}

const versionOf = async (options: { readonly consistent: boolean }) =>
  (await store.get(KEY, options))?.version

test('an eventually consistent read of an item shows what any read found up to a second before', async () => {
  await write(1)
  expect(await versionOf(CONSISTENT)).toBe(1)
  await write(2)
  now += 1_000
  expect(await versionOf(EVENTUAL)).toBe(1)
  now += 1
  expect(await versionOf(EVENTUAL)).toBe(2)
  expect(old.staleCount).toBe(1)
})

test('a consistent read shows the newest item', async () => {
  await write(1)
  expect(await versionOf(EVENTUAL)).toBe(1)
  await write(2)
  expect(await versionOf(CONSISTENT)).toBe(2)
})

test('an item that did not exist a moment before may not be there yet, alone or among others', async () => {
  await write(1, OTHER)
  expect(await versionOf(CONSISTENT)).toBeUndefined()
  await write(1)
  expect(await versionOf(EVENTUAL)).toBeUndefined()
  const both = await store.getMany([OTHER, KEY], EVENTUAL)
  expect(both.map((item) => item?.version)).toEqual([1, undefined])
  expect((await store.getMany([OTHER, KEY], CONSISTENT)).map((item) => item?.version)).toEqual([
    1, 1,
  ])
})

test('the entries of an index may lack an item that was written a moment before', async () => {
  const range = { index: 'GSI1', partition: INDEXED.GSI1PK } as const
  expect((await store.query(range)).items).toEqual([])
  await write(1)
  expect((await store.query(range)).items).toEqual([])
  now += 1_001
  expect((await store.query(range)).items).toMatchObject([{ version: 1 }])
})

test('a page of the table that is read consistently is the newest', async () => {
  const range = { partition: KEY.PK }
  expect((await store.query({ ...range, consistent: true })).items).toEqual([])
  await write(1)
  expect((await store.query({ ...range, consistent: true })).items).toHaveLength(1)
  expect((await store.query(range)).items).toEqual([])
})

test('without a share, every read shows the newest', async () => {
  await write(1)
  expect(await versionOf(CONSISTENT)).toBe(1)
  old.setShare(0)
  await write(2)
  expect(await versionOf(EVENTUAL)).toBe(2)
})

test('once reads have settled, none shows what was there before', async () => {
  old = new OldAnswers(() => 0)
  old.setShare(1)
  await write(1)
  expect(await versionOf(CONSISTENT)).toBe(1)
  await write(2)
  expect(await versionOf(EVENTUAL)).toBe(1)
  await old.settled()
  expect(await versionOf(EVENTUAL)).toBe(2)
})
